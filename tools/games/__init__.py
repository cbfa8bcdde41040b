# SPDX-License-Identifier: MIT
"""Games and boards on the desk: played, kept in files, drawn, and written as text."""
