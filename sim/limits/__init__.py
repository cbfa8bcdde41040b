# SPDX-License-Identifier: MIT
"""How long a program may compute and how much memory it may take, for the computer's sake."""
