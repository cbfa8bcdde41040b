# SPDX-License-Identifier: MIT
"""A scoreboard for a household or a class: results come by HTTP, are replayed, kept and shown."""
