# SPDX-License-Identifier: MIT
"""The file systems that a program sees: the CIRCUITPY drive, its settings, an SD card."""
