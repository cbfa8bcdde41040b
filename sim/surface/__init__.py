# SPDX-License-Identifier: MIT
"""What a portal lets one see, hear and set of its board while time stands still."""
