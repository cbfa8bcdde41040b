# SPDX-License-Identifier: MIT
"""The examples of the documentation, as they stand on its pages."""

import re

from paths import ROOT
from sim import PyPortal


def examples(page, before):
    """The Python blocks of a page, the repository's own name for the simulator in them."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8").partition(before)[2]
    blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    return [block.replace("from pyportal_sim import", "from sim import") for block in blocks]


def run_test(source, portals):
    """The one test in `source`; the portals that it asks its fixture for are kept."""
    names = {}
    exec(source, names)
    (test,) = (value for name, value in names.items() if name.startswith("test_"))

    def pyportal(*arguments, **options):
        portals.append(PyPortal(*arguments, **options))
        return portals[-1]

    test(pyportal)
