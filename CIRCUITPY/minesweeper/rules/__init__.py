# SPDX-License-Identifier: MIT
"""The rules: a board and its moves, the controls that make them, and a game from start to end."""
