# SPDX-License-Identifier: MIT
"""The board: its definition, pins, buses and what is connected to them."""
