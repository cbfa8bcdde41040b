# SPDX-License-Identifier: MIT
"""The game as text: typed lines, the commands in them, and the board in characters."""
