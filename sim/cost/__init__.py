# SPDX-License-Identifier: MIT
"""What a program's work takes on a PyPortal: of its code, of the firmware's C and of drawing."""
