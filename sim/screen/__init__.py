# SPDX-License-Identifier: MIT
"""The display: Blinka's displayio repainted, picture files, the panel, the terminal on it."""
