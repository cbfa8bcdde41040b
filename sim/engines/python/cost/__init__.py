# SPDX-License-Identifier: MIT
"""The time that a program's code, the firmware's C functions and drawing take on a PyPortal."""
