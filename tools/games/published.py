# SPDX-License-Identifier: MIT
"""Published win rates of other solvers, to compare ours with under the same rule and first cell."""

Rates = tuple[float | None, float | None, float | None]  # per cent by preset, None if unpublished

PRESETS = ("beginner", "intermediate", "expert")
SAFE, OPENING = "safe-corner", "opening"

RATES: dict[str, tuple[tuple[str, Rates], ...]] = {  # by first cell
    SAFE: (
        ("PSEQ (C++)", (91.68, 78.12, 39.62)),
        ("PSEQ-D256 (with endgame search)", (91.69, 78.23, 40.05)),
        ("DavidNHill (Java)", (None, None, 41.0)),
        ("rules and simple guesses (bcw)", (89.9, 72.0, 20.0)),
    ),
    OPENING: (
        ("PSEQ (C++)", (97.15, 88.93, 52.78)),
        ("PSEQ-D256 (with endgame search)", (97.17, 89.08, 53.45)),
        ("DavidNHill (Java), from (3,3)", (None, None, 54.3)),
    ),
}


def beside(preset: str, first: str) -> list[tuple[str, float]]:
    """(solver, per cent) of all that is published for a preset and first cell."""
    if preset not in PRESETS:
        return []
    column = PRESETS.index(preset)
    rates = [(solver, rates[column]) for solver, rates in RATES.get(first, ())]
    return [(solver, rate) for solver, rate in rates if rate is not None]
