# SPDX-License-Identifier: MIT
"""What Python classes need to pass for ones that are built into the firmware."""
