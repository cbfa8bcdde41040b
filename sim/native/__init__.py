# SPDX-License-Identifier: MIT
"""What Python classes need to pass for classes built into the firmware."""
