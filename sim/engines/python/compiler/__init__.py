# SPDX-License-Identifier: MIT
"""The compiler: makes CPython compile a program as CircuitPython would.

`compiler` turns source text into a code object, and keeps it on disk. On the way `syntax` refuses
what the device's grammar lacks (strict mode), `rewrite` narrows the tree to the device's language
(strict mode), the package `cost` notes how long each block takes, and `guards` adds calls by which
time passes and which keep the program within its limits. `runtime` has the functions that these
calls reach; those of strict mode are in the package `strict`.
"""
