# SPDX-License-Identifier: MIT
"""ulab 6.12 on numpy: its arrays, its arithmetic and its functions."""
