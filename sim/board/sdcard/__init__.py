# SPDX-License-Identifier: MIT
"""An SD card: its content on the host, and its SPI mode."""
