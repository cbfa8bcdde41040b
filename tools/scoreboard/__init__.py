# SPDX-License-Identifier: MIT
"""A scoreboard for a household or a class: receives results over HTTP, replays and shows them."""
