# SPDX-License-Identifier: MIT
"""Strict mode takes and refuses what the device does: language, floats, order, stack and files.

A machine is strict unless it is told otherwise. The tables have the results of a board's firmware.
"""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim import PyPortal as TimedPortal
from sim.__main__ import main
from sim.engines.python.strict.floats import Float
from tests.support import seeds
from tests.support.language import strict_cases
from tests.support.tables import texts

REFUSED = strict_cases.read_refused()


def test_a_table_of_lines_has_the_results_of_a_board(tmp_path):
    with TimedPortal(strict_cases.write_board_cases(tmp_path)) as portal:
        assert strict_cases.board_results(portal) == strict_cases.read_board_cases()


@pytest.mark.parametrize("bad", REFUSED.values(), ids=REFUSED)
def test_refused_syntax_names_file_line_and_what_to_write(bad, strictly):
    line = next(at for at, text in enumerate(bad.splitlines(), 1) if text.endswith("# !"))
    text = strictly(bad)
    assert f'  File "code.py", line {line}\n' in text
    assert "SyntaxError: invalid syntax: the device has no " in text and ", write " in text


@pytest.mark.parametrize(("program", "told"), [
    ("import other", '  File "other.py", line 2\nSyntaxError:'),
    ("import helper\nprint(helper.back('ab'))",
     '  File "/lib/helper.py", line 2, in back\n'
     "NotImplementedError: only slices with step=1 (aka None) are supported\n"),
    ("from math import hypot", "ImportError: can't import name hypot\n")])
def test_imports_are_device_code_too(strictly, tmp_path, program, told):
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "helper.py").write_text("def back(text):\n    return text[::-1]\n")
    (tmp_path / "other.py").write_text("a = 1\nb = [*a]\n")
    assert told in strictly(program)


def test_the_command_line_has_the_last_word(write_program, tmp_path, capsys):
    folder, steps = str(write_program("print('ab'[::-1])")), tmp_path / "steps.txt"
    refused = "NotImplementedError: only slices with step=1 (aka None) are supported\n"
    for word, options, status in (
            ("", ["--loose"], 0), ("", [], 1), ("", ["--strict"], 1), ("loose", [], 0),
            ("strict", [], 1), ("loose", ["--strict"], 1), ("strict", ["--loose"], 0)):
        steps.write_text(f"{word}\n2 end\n")
        assert main([folder, "--headless", "--script", str(steps), *options]) == status
        assert capsys.readouterr().out.endswith(refused if status else "ba\n")


def test_keys_that_a_board_orders_by_their_addresses_come_in_an_order_of_the_seed(strictly):
    program = """
class Key: pass
keys = [Key() for _ in range(9)]
print([keys.index(key) for key in dict.fromkeys(keys)], [keys.index(key) for key in set(keys)])
"""
    texts = [strictly(program, seed) for seed in (1, 1, 2, 3)]
    assert texts[0] == texts[1] and len(set(texts)) > 1
    assert not any("[0, 1, 2, 3, 4, 5, 6, 7, 8]" in text for text in texts)


DEPTHS = {
    "nothing": "def f(d):\n    note(d)\n    f(d + 1)",
    "five arguments": "def f(d, a=1, b=2, c=3, e=4):\n    note(d)\n    f(d + 1, a, b, c, e)",
    "try": "def f(d):\n    note(d)\n    try:\n        f(d + 1)\n    finally:\n        pass",
    "method": "class C:\n    def f(self, d):\n        note(d)\n        self.f(d + 1)\nf = C().f",
    "closure": "def outer():\n    def f(d):\n        note(d)\n        f(d + 1)\n    return f\n"
               "f = outer()",
}
DEPTH = texts(__file__)["depth"]


def test_calls_go_as_deep_as_on_a_board(strictly, tmp_path):
    """Settings can enlarge the stack."""
    told = strictly(DEPTH.format(functions=[*DEPTHS.values()]))
    assert told == "".join(f"{depth} pystack exhausted\n" for depth in (48, 30, 30, 40, 48))
    plain = DEPTHS["nothing"] + DEPTH.format(functions=[]) + (
        "try: f(1)\nexcept RuntimeError: print(deepest)")
    assert strictly(plain) == "48\n"
    (tmp_path / "settings.toml").write_text("CIRCUITPY_PYSTACK_SIZE = 4096\n")
    assert strictly(plain) == "99\n"


def float32(value):
    """Return a float as the device reads it: its last two bits repeat the two before."""
    with np.errstate(all="ignore"):
        word = np.float32(value).view(np.uint32) & np.uint32(0xFFFFFFFC)
    word |= word >> np.uint32(2) & np.uint32(3)
    return float(word.view(np.float32))


@settings(max_examples=int(seeds.more(100, 300)))
@given(st.floats(allow_nan=False), st.floats(allow_nan=False), st.integers(-1000, 1000))
def test_calculating_gives_single_precision_without_its_last_two_bits(a, b, whole):
    one, two = Float(a), Float(b)
    assert one == float32(a) and two == float32(b)
    with np.errstate(all="ignore"):
        singles = np.float32(one), np.float32(two)
        pairs = [(one + two, singles[0] + singles[1]), (one - two, singles[0] - singles[1]),
                 (one * two, singles[0] * singles[1]),
                 (one * whole, singles[0] * np.float32(whole))]
        if two:
            pairs.append((one / two, singles[0] / singles[1]))
    for ours, theirs in pairs:
        assert type(ours) is Float
        assert ours == float32(theirs) or np.isnan(theirs)
