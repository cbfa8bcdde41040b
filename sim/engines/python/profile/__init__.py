# SPDX-License-Identifier: MIT
"""Where a program's time on the board goes, by line and by function."""
