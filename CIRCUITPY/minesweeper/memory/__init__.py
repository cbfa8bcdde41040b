# SPDX-License-Identifier: MIT
"""What survives power-off: options, records and the game in play, and the settings file."""
