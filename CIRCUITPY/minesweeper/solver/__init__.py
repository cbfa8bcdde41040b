# SPDX-License-Identifier: MIT
"""Reasons from what the player sees: deductions, odds, and boards that need no guess."""
