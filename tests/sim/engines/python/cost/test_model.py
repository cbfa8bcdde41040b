# SPDX-License-Identifier: MIT
"""The model of the board's time: what it reads in a program's text, and how exact it is.

The core's counts are in docs/reference/calibration.md; kinds that are held out were not looked at
when the figures were fitted.
"""

import ast
import os
import shutil
import statistics

import pytest

from sim.engines.python.compiler.guards import Guarded
from sim.engines.python.cost import blocks, marks
from sim.engines.python.cost.expressions import Guesses
from sim.engines.python.cost.scopes import Scope
from tests.support.paths import ROOT
from tools import calibrate_cost
from tools.instructions import CORE

# How far the core's counts may lie from those that were recorded: the heap differs a little.
DRIFT = 0.15
SAMPLE = ("integer sums", "method calls", "dict items", "sieve of primes", "state machine",
          "a text")


@pytest.fixture(scope="module")
def rows():
    return calibrate_cost.rows()


def errors(rows, nature):
    return [abs(row.error) for row in rows
            if row.kind.nature == nature and row.kind.origin == "held_out"]


def test_python_code_takes_what_it_took_on_the_core(rows):
    found = errors(rows, "python")
    assert statistics.median(found) <= 0.1
    assert sum(error <= 0.2 for error in found) >= 0.8 * len(found)


def test_work_in_c_takes_what_it_took_on_the_core(rows):
    assert max(errors(rows, "c")) <= 0.35
    assert max(errors(rows, "drawing")) <= 0.1


def test_what_mostly_allocates_is_right_within_a_factor_of_two(rows):
    assert all(0.5 <= row.modelled / row.counted <= 2 for row in rows
               if row.kind.nature == "allocating")


def test_the_documentation_shows_this_table(rows):
    page = (ROOT / "docs" / "reference" / "calibration.md").read_text(encoding="utf-8")
    for part in "\n".join(calibrate_cost.table(rows)).split("\n\n"):
        assert part in page


def test_the_tool_prints_each_kind_and_a_summary(rows, monkeypatch, capsys):
    monkeypatch.setattr(calibrate_cost, "rows", lambda engine: rows)
    assert calibrate_cost.main([]) == 0
    printed = capsys.readouterr().out
    assert all(row.kind.name in printed for row in rows)
    assert "| Python code | held out |" in printed


def test_without_a_core_nothing_is_recorded(monkeypatch, capsys):
    monkeypatch.delenv(CORE, raising=False)
    assert calibrate_cost.main(["--record"]) == 1
    assert capsys.readouterr().err == "PYPORTAL_M4 names no core to count on.\n"


@pytest.mark.skipif(CORE not in os.environ or not shutil.which("qemu-system-arm"),
                    reason=f"needs QEMU, and a core that {CORE} names")
def test_the_core_still_takes_what_was_recorded():
    some = [kind for kind in calibrate_cost.kinds() if kind.name in SAMPLE]
    recorded = calibrate_cost.counted()
    for name, count in calibrate_cost.on_core(some).items():
        assert abs(count / recorded[name] - 1) <= DRIFT, name


NAMES = """
from micropython import const
_SIX = const(6)
LIMIT = 7
def outer(a):
    shared = 1
    own = 2
    global LIMIT
    def inner(b):
        return shared
    return len
"""


@pytest.mark.parametrize(("name", "where"), [
    ("a", "local"), ("own", "local"), ("shared", "shared"), ("LIMIT", "global"),
    ("outer", "global"), ("len", "builtin"), ("_SIX", "constant"), ("unknown", "global")])
def test_a_functions_names_are_kept_where_micropython_keeps_them(name, where):
    tree = ast.parse(NAMES)
    assert Scope(tree.body[-1], Scope(tree)).place(name) == where


def test_a_modules_names_are_in_its_dict_and_built_in_ones_behind_it():
    scope = Scope(ast.parse("x = len"))
    assert (scope.place("x"), scope.place("len")) == ("global", "builtin")


def test_what_is_bound_in_the_module_hides_what_is_built_in():
    tree = ast.parse("def len(a): pass\ndef f(): len(1)")
    assert Scope(tree.body[1], Scope(tree)).place("len") == "global"


@pytest.mark.parametrize(("value", "kind"), [
    ("1 + 2", "int"), ("1 / 2", "float"), ("x * 2", "float"), ("'a' % 1", "str"),
    ("y[1:2]", "bytes"), ("y[1]", "int"), ("self.z", "list"), ("not x", "int"), ("mixed", "mixed"),
    ("f()", ""), ("math.sin(1)", "float"), ("[1] * 3", "list"), ("{}", "dict"), ("i", "int")])
def test_the_kind_of_a_value_follows_from_the_text(value, kind):
    text = ("import math\nx = 1.5\ny = bytearray(3)\nself.z = []\nmixed = 1\nmixed = 'a'\n"
            "for i in range(3): pass\n")
    guesses = Guesses(ast.parse(text + value))
    assert guesses.kind(ast.parse(value, mode="eval").body) == kind


@pytest.mark.parametrize("text", ["del a[1:3]", "del a[b:]", "del a[1], b[2:3][4]", "a[1:3] = b"])
def test_what_is_written_to_or_deleted_remains_what_it_is(text):
    tree = ast.parse(text)
    blocks.appraise(tree)
    compile(Guarded(tree).visit(tree), "code.py", "exec")


def steps(text):
    """The steps of each block, by the line that begins it; of loops and functions apart."""
    tree = ast.parse(text)
    blocks.appraise(tree)
    found = {}
    for node in ast.walk(tree):
        for name, mark in ("before", marks.before(node)), ("within", marks.within(node)):
            if mark:
                found[node.lineno, name] = mark
    return found


def test_a_block_begins_in_each_arm_of_an_if_and_after_what_may_leave():
    text = "def f(a):\n    if a:\n        return 1\n    b = 2\n    return b\n"
    assert steps(text).keys() == {(1, "before"), (1, "within"), (3, "before"), (4, "before")}


def test_a_loops_turn_is_counted_in_the_loop():
    found = steps("for i in range(9):\n    x = i + 1\n")
    assert found[1, "within"]["counted turn"] == found[1, "within"]["integer"] == 1
    assert "integer" not in found[1, "before"]


def test_a_docstring_stays_the_first():
    tree = ast.parse("'text'\nfrom __future__ import annotations\nx = 1")
    blocks.appraise(tree)
    assert [marks.before(node) is not None for node in tree.body] == [False, False, True]


def test_of_what_may_be_skipped_a_half_is_counted():
    assert steps("x = a and b")[1, "before"]["global"] == 1.5


def test_what_the_program_defines_itself_is_not_taken_for_the_cs():
    own = "class Field:\n    def append(self, x): pass\nField().append(1)"
    assert not any(".append()" in found for found in steps(own).values())
    assert steps("[].append(1)")[1, "before"][".append()"] == 1
