# SPDX-License-Identifier: MIT
"""Runs a program: its imports, built-in functions, tracebacks, Ctrl-C, and the REPL."""
