# SPDX-License-Identifier: MIT
"""What follows from what the player sees: deductions, odds, and boards that need no guess."""
