# SPDX-License-Identifier: MIT
"""CircuitPython's own core as the program's world, in place of CPython: see core/README.md.

It runs as WebAssembly in a process of its own. `machine.CoreMachine` is a machine like the other,
with the same parts around it; `desk` answers the core with them.
"""
