# SPDX-License-Identifier: MIT
"""JPEG pictures decoded as TJpgDec R0.03 does in the core, to the last bit of every pixel."""
