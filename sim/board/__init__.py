# SPDX-License-Identifier: MIT
"""The board: its parts, buses, chips, file systems and sound, shared by every engine."""
