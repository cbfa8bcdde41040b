# SPDX-License-Identifier: MIT
"""What the solver has to say in a game: hint, odds, verdict, proof, and the dealing of boards."""
