# SPDX-License-Identifier: MIT
"""The game as text: what is typed, what it asks for, and the board in characters."""
