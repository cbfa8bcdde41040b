# SPDX-License-Identifier: MIT
"""The board's own classes hide their private names, and call no method that a program replaces."""

import ast
import os
import re
import subprocess
import sys
from collections import namedtuple

import pytest

from sim import PyPortal
from sim.engines.python import modules as built_ins
from sim.engines.python.native import private
from tests.support.modules.built_in import load_all
from tests.support.paths import ROOT

OF_NAMED_TUPLES = set(dir(namedtuple("Pair", "one two")))


def test_a_group_does_not_call_the_methods_that_a_class_of_the_programs_replaces(write_program):
    portal = PyPortal(write_program("""
import displayio

class Page(displayio.Group):
    def insert(self, index, layer):
        super().append(layer)
    def append(self, layer):
        super().insert(0, layer)
    def pop(self, i=-1):
        super().remove(self[i])
    def remove(self, layer):
        super().pop(self.index(layer))
    def index(self, layer):
        return 0
    def __len__(self):
        return 7

page, one, two, three = Page(), displayio.Group(), displayio.Group(), displayio.Group()
page.append(one)
page.append(two)
page.insert(0, three)
print([layer is page[at] for at, layer in enumerate((two, one, three))])
page.pop()
page.remove(one)
print(page[0] is one, page[-1] is one)
"""))
    portal.run()
    assert portal.serial == "[True, True, True]\nTrue True\n"


@pytest.mark.parametrize("strict", [False, True])
def test_a_program_is_told_of_its_own_names_only(write_program, strict):
    portal = PyPortal(write_program("""
import board, displayio
class Page(displayio.Group):
    pass
page = Page()
page._layers = 1
print([name for name in dir(page) if name[:1] == "_" != name[1:2]], dir(board.D3)[-1][:2])
"""), strict=strict)
    portal.run()
    assert portal.serial == "['_layers'] __\n"


def test_no_class_of_the_board_has_a_private_name_that_a_program_could_write():
    found = {f"{name}.{kind.__name__}.{attribute}" for name, module in load_all().items()
             if built_ins.exists(name)
             for kind in vars(module).values()
             if isinstance(kind, type) and kind.__module__ != "_io"
             for attribute in set(dir(kind)) - OF_NAMED_TUPLES
             if re.fullmatch(r"_[A-Za-z]\w*", attribute)}
    assert not found


def hidden(source):
    return ast.unparse(private.hide(ast.parse(source)))


@pytest.mark.parametrize("source, expected", [
    ("self._x = other._y()", "self._native.x = other._native.y()"),
    ("self.x.__init__(_x, _y=1)", "self.x.__init__(_x, _y=1)"),
    ("getattr(self, '_x'), print('_x')", "(getattr(self, '_native.x'), print('_x'))"),
    ("vars(kind).get('_x')", "vars(kind).get('_native.x')"),
    ("point._replace(x=1)", "point._replace(x=1)"),
    ("def _x():\n    _y = 1", "def _x():\n    _y = 1"),
])
def test_private_attributes_are_hidden_and_other_names_are_not(source, expected):
    assert hidden(source) == expected


def test_in_a_class_body_what_it_binds_is_hidden():
    assert hidden("""
class _A(_B):
    _x: int = _global
    _y = _x
    @_global
    def _f(self, a=_y):
        _local = _x
        return [_x for _x in _local]
    @_f.setter
    def g(self): ...
    class _Inner: ...
    z = lambda: _x
""") == """class _A(_B):
    _native.x: int = _global
    _native.y = _native.x

    @_global
    def _native.f(self, a=_native.y):
        _local = _x
        return [_x for _x in _local]

    @_native.f.setter
    def g(self):
        ...

    class _native.Inner:
        ...
    z = lambda: _x"""


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
