# SPDX-License-Identifier: MIT
"""An SD card: its blocks, an image's or a folder's, its registers and its commands."""
