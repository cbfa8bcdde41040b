# SPDX-License-Identifier: MIT
"""The program and its surroundings: compiler, imports, console, REPL."""
