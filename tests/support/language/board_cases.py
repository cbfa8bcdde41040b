# SPDX-License-Identifier: MIT
"""Lines of program with the results that a board's firmware gives, and a program that runs them."""

from pathlib import Path

FILE = Path(__file__).with_suffix(".txt")
ARROW = " => "
PROGRAM = """
def show(text):
    names = {}
    try:
        exec(text, names)
        print(repr(names.get("r")))
    except Exception as error:
        print(type(error).__name__, error.args)
for line in open("cases.txt"):
    show(line.rstrip("\\n"))
print("END")
"""


def read():
    """Return pairs of a line and its result."""
    lines = FILE.read_text(encoding="utf-8").splitlines()
    return [tuple(line.split(ARROW)) for line in lines if not line.startswith("#")]


def write(drive: Path) -> Path:
    """Write the program that runs all lines; return its drive."""
    (drive / "code.py").write_text(PROGRAM, encoding="utf-8")
    (drive / "cases.txt").write_text("\n".join(line for line, _ in read()) + "\n", "utf-8")
    return drive


def results(portal):
    """Run the program to its end; return the lines with their results."""
    for _ in range(60):
        portal.run(1)
        if "END" in portal.serial:
            break
    printed = portal.serial.replace("\r", "").split("\n")
    return list(zip((line for line, _ in read()), printed, strict=False))
