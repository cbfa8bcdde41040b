# SPDX-License-Identifier: MIT
"""What happened on a board and when, kept while somebody wants it, and written for a viewer."""
