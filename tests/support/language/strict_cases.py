# SPDX-License-Identifier: MIT
"""Lines of program with the results that a board's firmware gives, and syntax that is refused."""

from pathlib import Path

from tests.support.tables import texts

HERE = Path(__file__).parent
ARROW = " => "
PROGRAM = texts(__file__)["program"]


def read_refused() -> dict[str, str]:
    """Return programs that strict mode refuses, by name."""
    text = (HERE / "refused.txt").read_text(encoding="utf-8")
    parts = (case.partition("\n") for case in text.split("\n--- ")[1:])
    return {name: program for name, _, program in parts}


def read_board_cases():
    """Return pairs of a line and its result."""
    lines = (HERE / "board_cases.txt").read_text(encoding="utf-8").splitlines()
    return [tuple(line.split(ARROW)) for line in lines if not line.startswith("#")]


def write_board_cases(drive: Path) -> Path:
    """Write the program that runs all lines; return its drive."""
    (drive / "code.py").write_text(PROGRAM, encoding="utf-8")
    lines = (f"{line}\n" for line, _ in read_board_cases())
    (drive / "cases.txt").write_text("".join(lines), encoding="utf-8")
    return drive


def board_results(portal):
    """Run the program to its end; return the lines with their results."""
    for _ in range(300):
        portal.run(1)
        if "END" in portal.serial:
            break
    printed = portal.serial.replace("\r", "").split("\n")
    return list(zip((line for line, _ in read_board_cases()), printed, strict=False))
