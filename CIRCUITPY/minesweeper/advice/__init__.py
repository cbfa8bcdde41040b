# SPDX-License-Identifier: MIT
"""Uses the solver in a game: hints, odds, verdicts, proofs, and the dealing of boards."""
