# SPDX-License-Identifier: MIT
"""Which cell to open when nothing is safe: what only the desk has the memory and the time for."""
