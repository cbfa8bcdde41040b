# SPDX-License-Identifier: MIT
"""What strict mode makes of a snippet is what the core makes of it, but for what is listed here."""

import re

from sim import PyPortal
from tests.support import wasmcore
from tests.support.language import strict_cases

wasmcore.require()

# So many fit into the core's heap with the program that tries them.
BATCH = 60
# Snippets on which the two differ, and why; docs/simulator/engines.md tells it.
DIFFER = {
    "OrderedDict().move_to_end(1)": "the core has it",
    "slice(1, 2)": "the core makes one",
    "print(flush=True)": "the core takes it for a file",
    'compile("1", "a", "eval")': "the core has it",
    "def f(): pass\nf.x = 1": "other words",
    "class A:\n def __setattr__(self, n, v): raise ValueError\nr = A()\nr.x = 1\nr = r.x":
        "the core calls it",
    "def f(*a, b=1): return a, b\nr = f(b=2, *[1])": "another exception",
    '"\\N{BULLET}"': "another exception",
}
MODULE = re.compile(r"! AttributeError (?:'module' object|module '\w+') has no attribute (.*)")


def tried(folder, texts, **options):
    results = []
    for at in range(0, len(texts), BATCH):
        batch = texts[at:at + BATCH]
        (folder / "code.py").write_text(strict_cases.program(batch), encoding="utf-8")
        with PyPortal(folder, **options) as portal:
            portal.run(60)
            results += strict_cases.results(portal.serial)
    return [MODULE.sub(r"no name \1", result) for result in results]


def test_strict_mode_differs_from_the_core_where_it_is_known_to(tmp_path):
    """The name of a module that lacks an attribute is in strict mode's words only."""
    texts = [case.text for case in strict_cases.read_cases()]
    strict = tried(tmp_path, texts, instant=True)
    core = tried(tmp_path, texts, engine="core", instant=True)
    assert len(strict) == len(core) == len(texts)
    differing = {text for text, mine, its in zip(texts, strict, core, strict=True) if mine != its}
    assert differing == DIFFER.keys()
