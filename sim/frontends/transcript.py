# SPDX-License-Identifier: MIT
"""What a user did, as a script, which replays it bit for bit.

Times have all nine digits of a nanosecond. Pictures that a script took on the way are left out.
"""

from collections.abc import Iterable
from typing import Any

from ..clock import SECOND
from .escapes import escape
from .preamble import Preamble
from .script import Step


def write(preamble: Preamble, steps: Iterable[Step], end: int) -> str:
    """The script's text; the run is over at `end` (ns)."""
    lines = ["# Recorded by hand. Play it: --headless --script with this file, on the same drive."]
    lines += preamble.lines()
    lines += [_line(step) for step in _one_stylus(steps) if step.at <= end]
    return "\n".join([*lines, _line(Step(end, "end"))]) + "\n"


def _one_stylus(steps: Iterable[Step]) -> Iterable[Step]:
    """A script and the mouse share a stylus: a press while it is down becomes a move."""
    down = False
    for step in steps:
        if step.action in ("press", "move"):
            yield Step(step.at, "move" if down else "press", step.arguments)
            down = True
        elif step.action == "release":
            if down:
                yield step
            down = False
        elif step.action not in ("screenshot", "end"):
            yield step


def _line(step: Step) -> str:
    seconds = f"{step.at // SECOND}.{step.at % SECOND:09}"
    if step.action == "type":
        return f'{seconds} keys "{escape(step.arguments[0])}\\n"'
    return " ".join([seconds, step.action, *map(_word, step.arguments)])


def _word(argument: Any) -> str:
    if argument is None:
        return "open"
    if isinstance(argument, str):
        return f'"{escape(argument)}"'
    return repr(int(argument) if argument == int(argument) else argument)
