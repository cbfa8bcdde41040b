# SPDX-License-Identifier: MIT
"""What goes from one player to another: a board's number, and a game's moves as text."""
