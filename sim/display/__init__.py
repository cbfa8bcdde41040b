# SPDX-License-Identifier: MIT
"""The display: Blinka's displayio repainted, the panel, the terminal on it."""
