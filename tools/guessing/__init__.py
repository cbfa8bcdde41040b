# SPDX-License-Identifier: MIT
"""Solves boards with the memory and the time of a computer: odds, guesses, proofs, whole games."""
