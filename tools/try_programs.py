# SPDX-License-Identifier: MIT
"""Runs every PyPortal program under a folder for some virtual seconds and prints a table.

    python -m tools.try_programs FOLDER [--seconds 5] [--pictures DIR]

A program is a folder with a code.py, or a .py file in a folder without one. Each runs headless in
its own process, which is stopped when it takes too long. A script of taps beside it is carried out:
`taps.txt` in the folder of code.py, `demo.taps` beside demo.py. A folder `sd` in that of code.py is
the card in the slot. The command ends with 1 if a program failed or hung.
"""

import argparse
import multiprocessing
import sys
import time
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

from sim.board.boards import DISPLAYS
from sim.board.drive import PROGRAM_NAMES
from sim.errors import UserError
from sim.frontends import script
from sim.frontends.files import save_picture
from sim.frontends.player import play
from sim.portal import PyPortal

# Folders of a drive that hold no programs.
NO_PROGRAMS = ("lib", "__pycache__")
# A drive's folder that is put into the card slot.
CARD = "sd"
# Real seconds that a program gets for each virtual one, and at least.
PATIENCE = 20


@dataclass(frozen=True)
class Task:
    """A program, how long it runs, and where its picture goes."""

    program: Path
    seconds: float
    board: str
    seed: int
    picture: Path | None


@dataclass(frozen=True)
class Outcome:
    """The result of a run. `end` is running, ended, failed, refused, hung or broken, which is the
    simulator's fault; `pace` is real seconds per virtual one, None for a program that hardly ran.
    """

    end: str
    pace: float | None = None
    colors: int = 0
    reason: str = ""


def main(arguments: list[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    programs = sorted(find_programs(options.folder))
    if not programs:
        print(f"{options.folder} holds no program: no code.py and no .py file", file=sys.stderr)
        return 2
    if options.pictures:
        options.pictures.mkdir(parents=True, exist_ok=True)
    width = max(len(name(program, options.folder)) for program in programs)
    print(f"{'program':{width}}  end      host s/s  colours  reason")
    bad = 0
    for program in programs:
        title = name(program, options.folder)
        picture = options.pictures / f"{title.replace('/', '-')}.png" if options.pictures else None
        outcome = run(Task(program, options.seconds, options.board, options.seed, picture))
        bad += outcome.end not in ("running", "ended")
        pace = "" if outcome.pace is None else f"{outcome.pace:.3f}"
        print(f"{title:{width}}  {outcome.end:7}  {pace:>8}  {outcome.colors:7}  {outcome.reason}",
              flush=True)
    print(f"{len(programs)} programs, {bad} failed")
    return int(bad > 0)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tools.try_programs", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("folder", type=Path, metavar="FOLDER")
    add("--seconds", type=float, default=5.0, metavar="S", help="virtual seconds (default: 5)")
    add("--board", default="pyportal", choices=DISPLAYS)
    add("--seed", type=int, default=1, metavar="N")
    add("--pictures", type=Path, metavar="DIR", help="save each program's last picture there")
    return parser


def name(program: Path, folder: Path) -> str:
    return program.relative_to(folder).as_posix() if program != folder else folder.name


def find_programs(folder: Path) -> Iterator[Path]:
    """Yield drive folders and single .py files, at any depth."""
    if any((folder / name).is_file() for name in PROGRAM_NAMES):
        yield folder
        return
    for path in folder.iterdir():
        if path.is_dir() and path.name not in NO_PROGRAMS and path.name[0] != ".":
            yield from find_programs(path)
        elif path.suffix == ".py":
            yield path


def run(task: Task) -> Outcome:
    """Run a program in another process, so that one that hangs or crashes costs one row only."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    child = context.Process(target=_run_here, args=(task, theirs))
    child.start()
    theirs.close()
    patience = PATIENCE * max(task.seconds, 1.0)
    try:
        return ours.recv() if ours.poll(patience) else Outcome("hung", reason=f"> {patience:g} s")
    except EOFError:
        return Outcome("broken", reason="the simulator's process died")
    finally:
        child.kill()
        child.join()


def _run_here(task: Task, answer: Connection) -> None:
    try:
        answer.send(_outcome(task))
    except (UserError, ValueError) as error:
        answer.send(Outcome("refused", reason=str(error)))
    except Exception as error:
        where = traceback.extract_tb(error.__traceback__)[-1]
        place = f"{Path(where.filename).name} line {where.lineno}"
        answer.send(Outcome("broken", reason=f"{place}: {type(error).__name__}: {error}"))


def _outcome(task: Task) -> Outcome:
    taps = task.program / "taps.txt" if task.program.is_dir() else task.program.with_suffix(".taps")
    card = task.program / CARD
    with PyPortal(task.program, seed=task.seed, board=task.board,
                  sd=card if card.is_dir() else None) as portal:
        panel = portal.board.panel
        advice: list[str] = []
        portal.board.console.adviser = advice.append
        text = script.read_text(taps) if taps.exists() else ""
        steps = script.parse(text, taps, (panel.width, panel.height), set(portal.pins),
                             portal.parts)
        start = time.perf_counter()
        play(portal, steps, task.seconds)
        passed = time.perf_counter() - start
        picture = portal.screenshot()
        if task.picture:
            save_picture(picture, task.picture)
        end = "failed" if portal.failed else "running" if portal.running else "ended"
        pace = passed / portal.now if portal.now > 0.1 else None
        colors = len(picture.getcolors(picture.width * picture.height) or ())
        return Outcome(end, pace, colors, _reason(portal, advice) if portal.failed else "")


def _reason(portal: PyPortal, advice: list[str]) -> str:
    """Return the traceback's last line, and the simulator's remark on it."""
    return ": ".join([portal.engine.traceback.rstrip().rpartition("\n")[2], *advice])


if __name__ == "__main__":
    sys.exit(main())
