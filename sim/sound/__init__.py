# SPDX-License-Identifier: MIT
"""The speaker: samples, waves and streams, played by the virtual clock."""
