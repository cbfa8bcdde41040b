# SPDX-License-Identifier: MIT
"""The text of a program's modules: where it lies, and what it was compiled to."""
