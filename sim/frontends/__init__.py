# SPDX-License-Identifier: MIT
"""Frontends hold a portal: terminal, script, recorder, headless. The machine knows none."""
