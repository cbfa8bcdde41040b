# SPDX-License-Identifier: MIT
"""Where things lie in the repository, for tests that read or run them."""

import os
from pathlib import Path

_HELPERS = Path(__file__).resolve().parent
ROOT = _HELPERS.parents[1]
DRIVE = ROOT / "CIRCUITPY"
GOLDEN = ROOT / "tests" / "golden"
# A PYTHONPATH on which all that tests import is found, for a Python that is started.
HELPERS = os.pathsep.join(map(str, [_HELPERS, *_HELPERS.glob("*/")]))
