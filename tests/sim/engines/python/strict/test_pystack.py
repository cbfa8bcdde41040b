# SPDX-License-Identifier: MIT
"""Calls go as deep as on the device, whose stack has room for some fifty."""

import pytest

DEPTHS = {
    "nothing": "def f(d):\n    note(d)\n    f(d + 1)",
    "ten names": "def f(d):\n    a = b = c = e = g = h = i = j = k = l = d\n    note(d)\n"
                 "    f(d + 1)",
    "five arguments": "def f(d, a=1, b=2, c=3, e=4):\n    note(d)\n    f(d + 1, a, b, c, e)",
    "try": "def f(d):\n    note(d)\n    try:\n        f(d + 1)\n    finally:\n        pass",
    "two loops": "def f(d):\n    note(d)\n    for i in (1,):\n        for j in (2,):\n"
                 "            f(d + 1)",
    "range": "def f(d):\n    note(d)\n    for i in range(1):\n        f(d + 1)",
    "a long display": "def f(d):\n    note(d)\n    return [1, 2, 3, 4, 5, f(d + 1)]",
    "keywords": "def f(d, **k):\n    note(d)\n    f(d + 1, a=3)",
    "method": "class C:\n    def f(self, d):\n        note(d)\n        self.f(d + 1)\nf = C().f",
    "names of another": "def other():\n    a = b = c = e = g = h = 1\na = b = c = e = g = h = 1\n"
                        "def f(d):\n    note(d)\n    a, b, c, e, g, h\n    f(d + 1)",
    "closure": "def outer():\n    def f(d):\n        note(d)\n        f(d + 1)\n    return f\n"
               "f = outer()",
}
DEPTH = """
def note(d):
    global deepest
    deepest = d
{function}
try:
    f(1)
except RuntimeError as error:
    print(deepest, error)
"""


@pytest.mark.parametrize("name", DEPTHS)
def test_calls_go_as_deep_as_in_a_vm_with_the_devices_stack(name, strictly, in_the_vm):
    program = DEPTH.format(function=DEPTHS[name])
    ours, theirs = strictly(program).split(" ", 1), in_the_vm(program).split(" ", 1)
    assert ours[1] == theirs[1] == "pystack exhausted\n"
    assert 0.8 * int(theirs[0]) <= int(ours[0]) <= int(theirs[0])


def test_trivial_recursion_ends_where_it_does_on_a_board(strictly):
    deepest = int(strictly(DEPTH.format(function=DEPTHS["nothing"])).split()[0])
    assert 44 <= deepest <= 47


def test_settings_can_enlarge_the_stack(strictly, tmp_path):
    (tmp_path / "settings.toml").write_text("CIRCUITPY_PYSTACK_SIZE = 4096\n")
    deepest = int(strictly(DEPTH.format(function=DEPTHS["nothing"])).split()[0])
    assert 90 < deepest < 105


def test_calls_that_end_give_their_memory_back(strictly):
    program = """
def f(d):
    if d == 3:
        raise ValueError
    return f(d + 1)
def g():
    yield 1
    yield 2
for i in range(200):
    try:
        f(0)
    except ValueError:
        pass
    list(g())
print("fine")
"""
    assert strictly(program) == "fine\n"
