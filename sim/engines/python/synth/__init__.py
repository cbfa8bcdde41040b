# SPDX-License-Identifier: MIT
"""The synthesizer behind `synthio`: LFO and math blocks, envelopes, notes, filters, MIDI."""
