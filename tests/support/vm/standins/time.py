# SPDX-License-Identifier: MIT
"""Time that passes by sleeping only."""

from bench import bench


def sleep(seconds):
    bench.sleep(int(seconds * 1000 + 0.5))
