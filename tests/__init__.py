# SPDX-License-Identifier: MIT
"""Tests of the game, the simulator, the tools and the page."""
