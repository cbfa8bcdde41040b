# SPDX-License-Identifier: MIT
"""The synthesizer behind `synthio`: blocks that swing, envelopes, notes, filters, MIDI."""
