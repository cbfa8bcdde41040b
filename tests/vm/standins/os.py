# SPDX-License-Identifier: MIT
"""Noise that is always the same."""


def urandom(size):
    return bytes(range(1, size + 1))
