# SPDX-License-Identifier: MIT
"""The CIRCUITPY drive: its files, its settings, and the file systems mounted beside it."""
