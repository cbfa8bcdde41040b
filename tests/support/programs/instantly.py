# SPDX-License-Identifier: MIT
"""As `sim` and `programs` have them, but code and drawing take no time: for exact moments."""

from functools import partial

import sim
from tests.support.programs import programs

PyPortal = partial(sim.PyPortal, instant=True)
run = partial(programs.run, instant=True)
printed = partial(programs.printed, instant=True)
outcomes = partial(programs.outcomes, instant=True)
