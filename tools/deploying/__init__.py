# SPDX-License-Identifier: MIT
"""What a deployment does to a drive: planned, written whole, listed."""
