# SPDX-License-Identifier: MIT
"""Kinds of work, counted on a Cortex-M4 core and in the simulator's model of its time."""
