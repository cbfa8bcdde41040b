# SPDX-License-Identifier: MIT
"""Sound samples, and the synthesizer that makes them of notes."""
