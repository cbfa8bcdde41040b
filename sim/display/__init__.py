# SPDX-License-Identifier: MIT
"""The display: Blinka's displayio with a painter of our own, the panel, and the terminal on it."""
