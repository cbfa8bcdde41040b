# SPDX-License-Identifier: MIT
"""Pages over the whole screen: the title, the menu and what lies behind it, calibration."""
