# SPDX-License-Identifier: MIT
"""The board's classes hide their private names, and call no method that a program replaces.

A program's classes may use any private name. The names that are tried are all that occur in the
sources of the simulator and of Blinka, and in those of Adafruit's library for text where one of its
classes is the base.
"""

import ast
import os
import re
import subprocess
import sys
from collections import namedtuple

import pytest

from sim.engines.python import modules as built_ins
from sim.engines.python.native import private
from tests.support.built_in import load_all
from tests.support.paths import ROOT

OF_NAMED_TUPLES = set(dir(namedtuple("Pair", "one two")))


def test_no_class_of_the_board_has_a_private_name_that_a_program_could_write():
    found = {f"{name}.{kind.__name__}.{attribute}" for name, module in load_all().items()
             if built_ins.exists(name)
             for kind in vars(module).values()
             if isinstance(kind, type) and kind.__module__ != "_io"
             for attribute in set(dir(kind)) - OF_NAMED_TUPLES
             if re.fullmatch(r"_[A-Za-z]\w*", attribute)}
    assert not found


@pytest.mark.parametrize("source, expected", [
    ("self._x = other._y()", "self._native.x = other._native.y()"),
    ("self.x.__init__(_x, _y=1)", "self.x.__init__(_x, _y=1)"),
    ("getattr(self, '_x'), print('_x')", "(getattr(self, '_native.x'), print('_x'))"),
    ("vars(kind).get('_x')", "vars(kind).get('_native.x')"),
    ("point._replace(x=1)", "point._replace(x=1)"),
    ("def _x():\n    _y = 1", "def _x():\n    _y = 1"),
    # In a class's body what it binds is hidden.
    *((f"class _A(_B):\n    _x = 1\n    {line}", f"class _A(_B):\n    _native.x = 1\n    {seen}")
      for line, seen in (
          ("_y: int = _x", "_native.y: int = _native.x"), ("y = _global", "y = _global"),
          ("class _Inner:\n        ...", "class _native.Inner:\n        ..."),
          ("z = lambda: _x", "z = lambda: _x"),
          ("def _f(self, a=_x):\n        _local = _x",
           "def _native.f(self, a=_native.x):\n        _local = _x"),
          ("@_x.setter\n    def g(self):\n        ...",
           "@_native.x.setter\n    def g(self):\n        ..."))),
])
def test_private_attributes_are_hidden_and_other_names_are_not(source, expected):
    assert ast.unparse(private.hide(ast.parse(source))).replace("\n\n", "\n") == expected


def test_the_simulator_adds_no_import_hook_and_loads_numpy_with_one_thread():
    """In a process of its own, which has not imported anything yet."""
    code = """
import os, sys
threads, hooks = [], list(sys.meta_path)
sys.addaudithook(lambda event, args: event == "import" and args[0] == "numpy"
                 and threads.append(os.environ.get("OPENBLAS_NUM_THREADS")))
import sim.engines.python.machine
assert sys.meta_path == hooks
print(threads)
"""
    environment = {name: value for name, value in os.environ.items() if "THREADS" not in name}
    ran = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, check=True,
                         capture_output=True, text=True)
    assert ran.stdout.startswith("['1'"), ran.stdout
