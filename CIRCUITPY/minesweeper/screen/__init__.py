# SPDX-License-Identifier: MIT
"""The picture of a game: tiles, the view that shows them, its panel, banner and overlays."""
