# SPDX-License-Identifier: MIT
"""A program means the same on every version of Python: f-strings, comprehensions, newer syntax."""

import pytest

from tests.support.programs.programs import printed

# Expressions with `d = {"a": 1}` and `w = 5`, and what a board prints.
SHOWN = {
    'f"{d["a"]}"': "1",
    "f'{d['a']}'": "1",
    'f"{d["a"]:>{w}}|{d[\'a\']}"': "    1|1",
    'f"{d["""a"""]}"': "1",
    "f\"{'\\n'.join(['a', 'b'])!r}\"": repr("a\nb"),
    'f"{"x" + "y"}" "{" f"{w}"': "xy{5",
    'f"""{d["a"]  # the first\n}"""': "1",
    'f"{d[\n"a"\n]}"': "1",
    'rf"\\d{d["a"]}"': "\\d1",
    'f"{w=}{d["a"]=}"': "w=5d[\"a\"]=1",
    'f"{"text"!s:>6}"': "  text",
    'f"{w!=5}{w==5}"': "FalseTrue",
    'f"{{{w}}}"': "{5}",
    'f"{}"': "()",
    'f"{1, 2}"': "(1, 2)",
    'f"ß{"ä"}ö"': "ßäö",
    'f"{[i for i in range(3)]}"': "[0, 1, 2]",
}
REFUSED = ["f\"{'a}b'}\"", "f\"{':'}\"", 'f"{(lambda: 1)()}"', 'f"{(w := 3)}"', 'f"{w!z}"', 'f"{w"',
           'f"{f"{w}"}"', 'f"{w)}"', 't"{w}"']


@pytest.mark.parametrize("expression", SHOWN)
def test_an_f_string_shows_what_it_does_on_a_board(expression, write_program):
    program = f'd = {{"a": 1}}\nw = 5\nprint({expression})'
    assert printed(write_program(program)) == SHOWN[expression] + "\n"


@pytest.mark.parametrize("expression", REFUSED)
def test_an_f_string_that_a_board_refuses_is_refused(expression, write_program):
    output = printed(write_program(f"w = 5\n\nprint({expression})"))
    assert output.splitlines()[1:2] == ['  File "code.py", line 3']
    assert "SyntaxError: invalid syntax" in output


def test_an_error_in_an_f_string_is_in_the_line_where_it_ends(write_program):
    assert 'line 4, in <module>' in printed(write_program('\nx = f"""\n{1 / 0}\n"""'))


def test_what_follows_an_f_string_keeps_its_line(write_program):
    output = printed(write_program('w = 5\nx = f"{[\n1]}", f"{w\n}"\n1 / 0'))
    assert "line 5, in <module>" in output


def test_without_strict_mode_quotes_hold_braces_and_colons(write_program):
    program = "print(f\"{'a}b'}{':'}{(lambda: 1)()}\")"
    assert printed(write_program(program), strict=False) == "a}b:1\n"


NEWER = {"type X = int": 1, "def f[T](x):\n    pass": 1, "class A[T]:\n    pass": 1,
         "try:\n    pass\nexcept ValueError, TypeError:\n    pass\n\n\nx = 1": 3}


@pytest.mark.parametrize("program", NEWER)
def test_syntax_newer_than_the_board_is_refused_in_its_line(program, write_program):
    output = printed(write_program(f"\n{program}"))
    assert output.splitlines()[1:] == [
        f'  File "code.py", line {NEWER[program] + 1}', "SyntaxError: invalid syntax"]


@pytest.mark.parametrize("made", ["[1 // i for i in {}]", "{{i: 1 // i for i in {}}}",
                                  "[y for i in {} if (y := 1 // i)]", "{{1 // i for i in {}}}"])
def test_a_comprehension_is_a_function_of_its_own(made, write_program):
    output = printed(write_program(f"def f(n):\n    return {made.format('range(n)')}\nf(2)"))
    name = "<dictcomp>" if ":" in made and ":=" not in made else "<listcomp>"
    assert output.splitlines()[1:] == [
        '  File "code.py", line 3, in <module>', '  File "code.py", line 2, in f',
        f'  File "code.py", line 2, in {name}', "ZeroDivisionError: division by zero"]


COMPREHENSIONS = """
class Iterator:
    left = 3

    def __iter__(self):
        print("asked")
        return self

    def __next__(self):
        self.left -= 1
        if not self.left:
            raise StopIteration
        return self.left


def outer():
    empty, i = iter(()), 9
    print([(i, j) for i in Iterator() for j in range(i)], i)
    print(list(i for i in Iterator()), [last for i in (1, 2) if (last := i)], last)
    print({i: [j for j in range(i)] for i in (2,)})
    for kind in (lambda: [next(empty) for _ in (1,)],
                 lambda: [y for _ in (1,) if (y := next(empty))]):
        try:
            kind()
        except StopIteration:
            print("stopped")


class Named:
    size = 2
    items = [each for each in range(size)]


outer()
print(Named.items, [size := 4 for _ in (1,)], size)
"""


def test_a_comprehension_has_its_variables_and_asks_for_one_iterator(write_program):
    assert printed(write_program(COMPREHENSIONS)).splitlines() == [
        "asked", "[(2, 0), (2, 1), (1, 0)] 9", "asked", "[2, 1] [1, 2] 2", "{2: [0, 1]}",
        "stopped", "stopped", "[0, 1] [4] 4"]
