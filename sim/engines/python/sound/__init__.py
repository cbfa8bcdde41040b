# SPDX-License-Identifier: MIT
"""Samples: the objects that a program can play."""
