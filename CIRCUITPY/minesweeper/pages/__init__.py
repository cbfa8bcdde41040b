# SPDX-License-Identifier: MIT
"""Pages over the whole screen: the title, the pause sheet and what lies behind it, calibration."""
