# SPDX-License-Identifier: MIT
"""Finds the source text of the modules that a program imports."""
