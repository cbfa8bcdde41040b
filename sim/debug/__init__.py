# SPDX-License-Identifier: MIT
"""A debugger for the program: where it attaches, and what stands still while it looks."""
