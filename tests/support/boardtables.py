# SPDX-License-Identifier: MIT
"""Tables of what a board's firmware answers: tests/sim/tables/*.txt.

A table has the head of a program, an empty line, and rows. A row is a line of program, and below
it, indented, its result: the repr of an expression's value, or of `r` after statements, or the
exception. ⏎ stands for a line's end. Below `---` are rows that have another result on a firmware;
the documentation's table of differences says why.
"""

from pathlib import Path

from sim import PyPortal
from tests.support.tables import pairs

FOLDER = Path(__file__).parents[1] / "sim" / "tables"
NAMES = sorted(path.stem for path in FOLDER.glob("*.txt"))
OTHERWISE = "---\n"
PROGRAM = """
def answer(text):
    try:
        try:
            return repr(eval(text, globals()))
        except SyntaxError:
            names = dict(globals())
            exec(text, names)
            return repr(names.get("r"))
    except SyntaxError:
        return "SyntaxError"
    except Exception as error:
        return f"{type(error).__name__}: {error}"

def answer_all():
    for text in open("/rows.txt"):
        print("\\n@", answer(text.rstrip("\\n").replace("⏎", "\\n")))
    print("\\n@ the end")

answer_all()
"""
END = "\n@ the end"
LONGEST_S = 300


def expected(name: str, engine: str = "python") -> dict[str, str]:
    """Return the results that a table has for an engine, by row."""
    _, rows, otherwise = _parts(name)
    return dict(pairs(rows if engine == "firmware" else rows + otherwise))


def found(name: str, folder: Path, **options) -> dict[str, str]:
    """Return the results of now, of a drive in this folder on which other files may be."""
    head, calls = _parts(name)[0], expected(name, options.get("engine", "python"))
    (folder / "code.py").write_text(head + PROGRAM, encoding="utf-8")
    (folder / "rows.txt").write_text("".join(f"{call}\n" for call in calls), encoding="utf-8")
    with PyPortal(folder, **options) as portal:
        while portal.running and END not in portal.serial and portal.now < LONGEST_S:
            portal.run(1)
        printed = portal.serial.replace("\r", "")
    assert END in printed, printed[-1000:]
    results = [result.strip() for result in printed.split("\n@ ")[1:-1]]
    return dict(zip(calls, results, strict=True))


def rewrite(name: str, results: dict[str, str]) -> None:
    """Write a table anew with the results of a firmware."""
    head, _, otherwise = _parts(name)
    rows = "".join(f"{call}\n    {result}\n" for call, result in results.items())
    rest = OTHERWISE + otherwise if otherwise else ""
    (FOLDER / f"{name}.txt").write_text(f"{head}\n{rows}{rest}", encoding="utf-8")


def _parts(name: str) -> tuple[str, str, str]:
    """Return a table's head, its rows, and those that a firmware answers otherwise."""
    text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    head, _, rest = text.partition("\n\n")
    rows, _, otherwise = rest.partition(OTHERWISE)
    return f"{head}\n", rows, otherwise
