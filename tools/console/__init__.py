# SPDX-License-Identifier: MIT
"""A board's console as a conversation, simulated or over USB, and who plays by it."""
