# SPDX-License-Identifier: MIT
"""The window: picture, bezel, mouse, keys and sound."""
