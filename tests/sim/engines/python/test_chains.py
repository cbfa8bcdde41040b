# SPDX-License-Identifier: MIT
"""Chains of objects, longer than any board could hold, do not end the process.

Plain Python ends at most of them: its C code goes along a chain, or frees it, call by call.
"""

import sys

import pytest

from tests.support import hang
from tests.support.paths import ROOT

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the stack grows on Linux only")

SHORT, LONG = 60_000, 400_000
# How a link is made of `chain`, how many there are, and what is done with the whole.
CHAINS = {
    "generator expressions": ("(item for item in chain)", SHORT, "next(chain)"),
    "generators that have begun": ("started(chain)", 2 * SHORT, "next(chain)"),
    "map": ("map(abs, chain)", LONG, "next(chain)"),
    "map and a function": ("map(lambda item: item, chain)", LONG, "next(chain)"),
    "zip": ("zip(chain)", LONG, "next(chain)"),
    "filter": ("filter(None, chain)", LONG, "next(chain)"),
    "enumerate": ("enumerate(chain)", LONG, "next(chain)"),
    "iterators of deques": ("iter(collections.deque([chain], 1))", 2 * SHORT, "del chain"),
}
CHAIN = """
import collections
def started(inner):
    def make():
        yield 1
        yield from inner
    made = make()
    next(made)
    return made
chain = iter([1, 2])
for _ in range({count}): chain = {link}
try:
    {act}
except RuntimeError as error:
    chain = None
print("survived")
"""
RUN = """
import resource, sys
from sim import PyPortal
before = resource.getrlimit(resource.RLIMIT_STACK)
for program in sys.argv[1:]:
    with PyPortal(program, strict=False, instant=True) as portal:
        portal.run(1000)
    print(program.rpartition("/")[2], portal.serial, end="", flush=True)
assert resource.getrlimit(resource.RLIMIT_STACK) == before
"""


def test_long_chains_do_not_end_the_process(tmp_path):
    """In a process of its own, which they would end; its limits are put back."""
    names = []
    for name, (link, count, act) in CHAINS.items():
        names.append(f"{name}.py")
        (tmp_path / names[-1]).write_text(CHAIN.format(link=link, count=count, act=act))
    drives = [str(tmp_path / name) for name in names]
    done = hang.run([sys.executable, "-c", RUN, *drives], cwd=ROOT)
    assert done.stdout == "".join(f"{name} survived\n" for name in names), done.stderr
    assert done.returncode == 0, done.stderr
