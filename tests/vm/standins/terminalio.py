# SPDX-License-Identifier: MIT
"""The font by name."""

FONT = "terminalio.FONT"
