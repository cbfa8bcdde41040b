# SPDX-License-Identifier: MIT
"""Strict mode takes what the device takes and refuses what it refuses, beside a MicroPython VM."""

import pytest

from sim.engines.python.strict import device
from tests.support import seeds
from tests.support.language import language_tables, strict_cases
from tests.support.language.language_cases import CASES, REFUSED
from tests.support.programs.instantly import PyPortal

CASES_HERE = strict_cases.read_cases()
SLICES = 400
ACTS = ("r = v[{place}]", "v[{place}] = {new}\nr = v", "del v[{place}]\nr = v")


def test_strict_mode_and_a_micropython_vm_make_the_same_of_a_table_of_snippets(strictly, in_the_vm):
    program = strict_cases.program([case.text for case in CASES_HERE])
    theirs = strict_cases.results(in_the_vm(program))
    ours = strict_cases.results(strictly(program))
    pairs = zip(CASES_HERE, ours, theirs, strict=True)
    wrong = [(case.text, our, case.strict or their) for case, our, their in pairs
             if our != (case.strict or their)]
    assert wrong == []
    assert len(CASES_HERE) > 350


def test_a_stated_difference_of_the_vm_is_one(in_the_vm):
    differing = [case for case in CASES_HERE if case.strict]
    theirs = strict_cases.results(in_the_vm(strict_cases.program([c.text for c in differing])))
    assert [case.text for case, their in zip(differing, theirs, strict=True)
            if case.strict == their] == []


def random_slices(chance):
    """Reading, writing and deleting all kinds of slices of all kinds of sequences."""
    values = ("'abcdef'", "b'abcdef'", "bytearray(b'abcdef')", "[1, 2, 3, 4, 5]", "(1, 2, 3, 4, 5)",
              "memoryview(b'abcdef')", "array.array('B', b'abcdef')", "range(9)")
    news = ("[7]", "(7, 8)", "b'xy'", "'xy'", "bytearray(1)", "range(2)", "array.array('B', [9])")
    for _ in range(SLICES):
        bounds = [chance.choice(["", "0", "1", "3", "-2", "9"]) for _ in range(2)]
        step = chance.choice(["", "", ":", ":1", ":2", ":-1", ":None"])
        place = ":".join(bounds) + step
        value = chance.choice(values)
        act = chance.choice(ACTS)
        act = act.format(place=place, new=chance.choice(news))
        yield f"v = {value}\n{act}\nr = type(r).__name__, list(r)"


def test_slices_of_every_kind_do_what_they_do_in_the_vm(strictly, in_the_vm):
    program = strict_cases.program(list(random_slices(seeds.chance(5))))
    theirs = strict_cases.results(in_the_vm(program))
    ours = strict_cases.results(strictly(program))
    assert ours == theirs
    assert min(sum(their[0] == mark for their in theirs) for mark in "=!") > SLICES / 4


@pytest.mark.parametrize("name", REFUSED)
def test_refused_syntax_names_file_line_and_what_to_write(name, strictly):
    bad, _ = CASES[name]
    line = next(at for at, text in enumerate(bad.splitlines(), 1) if text.endswith("# !"))
    text = strictly(bad)
    assert f'  File "code.py", line {line}\n' in text
    assert "SyntaxError: invalid syntax: the device has no " in text and ", write " in text


def test_refused_syntax_of_an_import_names_that_file(strictly, tmp_path):
    (tmp_path / "other.py").write_text("a = 1\nb = [*a]\n")
    assert '  File "other.py", line 2\nSyntaxError:' in strictly("import other")


def test_what_the_language_gate_forbids_by_name_is_missing():
    missing = set(language_tables.NAMES) & device.BUILTINS
    text = set((device.ATTRIBUTES["str"] + device.ATTRIBUTES["int"]).split())
    missing |= set(language_tables.METHODS) & text
    missing |= set(language_tables.BYTEARRAY_METHODS) & set(device.ATTRIBUTES["bytearray"].split())
    missing |= {name for module, name in language_tables.ATTRIBUTES
                if name in device.MODULES.get(module, ())}
    assert missing == set()


def test_private_names_keep_their_names(strictly):
    program = """
class A:
    def __init__(self):
        self.__p = 1
    def get(self):
        return self.__p
print(A().get(), A().__p, getattr(A(), "__p"), hasattr(A(), "_A__p"))
"""
    assert strictly(program) == "1 1 1 False\n"


def test_a_missing_method_is_told_in_the_devices_words(strictly):
    text = strictly("def show(number):\n    return str(number).zfill(3)\n\nprint(show(5))\n")
    assert text == ("Traceback (most recent call last):\n"
                    '  File "code.py", line 4, in <module>\n'
                    '  File "code.py", line 2, in show\n'
                    "AttributeError: 'str' object has no attribute 'zfill'\n")


def test_libraries_are_device_code_too(strictly, tmp_path):
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "helper.py").write_text("def back(text):\n    return text[::-1]\n")
    text = strictly("import helper\nprint(helper.back('ab'))")
    assert '  File "/lib/helper.py", line 2, in back\n' in text
    assert "NotImplementedError: only slices with step=1 (aka None) are supported\n" in text


def test_a_name_that_a_module_lacks_cannot_be_imported(strictly):
    assert "ImportError: can't import name hypot\n" in strictly("from math import hypot")


def test_code_that_is_typed_at_the_repl_is_narrowed(write_program):
    with PyPortal(write_program("print('end')"), strict=True) as portal:
        portal.board.console.attended = True
        portal.run(0.2)
        portal.type("\r")
        portal.run(0.2)
        portal.type("'a'.zfill(3)\r[*[1]]\r1 / 3\r")
        portal.run(0.5)
        assert "AttributeError: 'str' object has no attribute 'zfill'\n" in portal.serial
        assert "SyntaxError: invalid syntax: the device has no unpacking" in portal.serial
        assert "0.3333333\n" in portal.serial
