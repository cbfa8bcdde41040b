# SPDX-License-Identifier: MIT
"""The speaker: waves and streams by the virtual clock, recorded and made audible."""
