# SPDX-License-Identifier: MIT
"""The drill's scenarios, which certify a release; each is a function of a Player.

A scenario returns a note for the table. It raises Failed with a sentence, or Skipped if the line
cannot do it. Each starts a board of its own and needs nothing from the others.
"""

import re
from collections.abc import Callable

from minesweeper.rules import presets
from tools.console.line import NoAnswer
from tools.console.player import Board, Failed, Player, reason

GAMES = 10
# The game is written to nvm after 10 s without a move.
REST_S = 31


class Skipped(Exception):
    """The message is the reason."""


def win(player: Player) -> str:
    """A well played game is won, announced and counted."""
    games, wins = _score(player)
    for game in range(1, GAMES + 1):
        if player.win(player.new()).outcome == "won":
            _expect(_score(player), (games + game, wins + 1), "games and wins")
            return f"game {game}"
    raise Failed(f"{GAMES} games were lost")


def _score(player: Player) -> tuple[int, int]:
    """Return the guide preset's games and wins."""
    for line in player.line.ask("stats").splitlines():
        words = line.split()
        if words and words[0] == presets.GUIDE[0]:
            wins, games = words[1].split("/")
            return int(games), int(wins)
    return 0, 0


def loss(player: Player) -> str:
    """A mine ends the game, shows all mines, and no cell can be opened any more."""
    for _ in range(GAMES):  # a guess may also open the last safe cell
        board = player.new()
        if player.lose(board).outcome == "lost":
            break
    else:
        raise Failed(f"{GAMES} games were won by guesses")
    shown = player.board().signs
    _expect((shown.count("X"), shown.count("X") + shown.count("*")), (1, board.mines), "mines")
    _expect(player.line.ask("0 0"), "The game is over: type new", "a move after the end")
    return ""


def flags(player: Player) -> str:
    """A flag is set, counted and removed."""
    board = player.new()
    for sign, count in ("F", 1), ("-", 0):
        board = player.move("flag", board, 23)
        _expect((board.signs[23], board.flags), (sign, count), "sign and flags")
    return ""


def chord(player: Player) -> str:
    """A number with all its flags opens the cells around it, and not before."""
    board = player.open_area()
    while not (found := _chordable(board)):
        safe = reason(board)[0] if board.outcome == "playing" else []
        board = player.move("open", board, safe[0]) if safe else player.open_area()
    clue, mines, safe = found
    refusal = player.line.ask("chord {} {}".format(*divmod(clue, board.width)))
    _expect(refusal.endswith("has not as many flags around as its number"), True, "a refusal")
    for mine in mines:
        board = player.move("flag", board, mine)
    board = player.move("chord", board, clue)
    _expect(set(safe) & set(board.covered()), set(), "cells left covered")
    _expect(board.outcome != "lost", True, "a chord that is safe")
    return f"{len(safe)} opened"


def _chordable(board: Board) -> tuple[int, list[int], list[int]] | None:
    """Find a clue with certain neighbours, some of them safe; return it, its mines and those."""
    if board.outcome != "playing":
        return None
    certain_safe, certain_mines = map(set, reason(board))
    covered = set(board.covered())
    for clue, sign in enumerate(board.signs):
        around = covered & set(board.near(clue))
        mines, safe = around & certain_mines, around & certain_safe
        if sign.isdigit() and safe and mines and around == mines | safe:
            return clue, sorted(mines), sorted(safe)
    return None


def flood(player: Player) -> str:
    """A cell with no mine near opens all around it, up to the numbers."""
    board = player.new()
    while board.signs.count(".") == 0:
        board = player.move("open", board, board.covered()[0])
        board = board if board.outcome == "playing" else player.new()
    empty = [cell for cell, sign in enumerate(board.signs) if sign == "."]
    beside = {near for cell in empty for near in board.near(cell)}
    _expect(beside & set(board.covered()), set(), "covered cells beside empty ones")
    _expect(len(board.covered()), board.safe + board.mines, "covered cells")
    return f"{len(beside)} opened"


def errors(player: Player) -> str:
    """An impossible command is answered with a sentence and changes nothing."""
    board = player.open_area()
    row, column = divmod(board.signs.index("."), board.width)
    answers = {
        f"{board.height} 0": f"row {board.height} is out of range, rows are 0 to "
                             f"{board.height - 1}",
        f"0 {board.width}": f"column {board.width} is out of range, columns are 0 to "
                            f"{board.width - 1}",
        "-1 0": f"row -1 is out of range, rows are 0 to {board.height - 1}",
        "open one 2": "one is not a number",
        "flag 1": "A move is a row and a column, as in: 3 4",
        f"{row} {column}": f"{row} {column} is open already",
        "dance": "dance is no command: type help",
    }
    for command, answer in answers.items():
        _expect(player.line.ask(command), answer, f"the answer to {command!r}")
    _expect(player.line.ask("new chess").startswith("chess is no preset"), True, "a refusal")
    _expect(player.board(), board, "board")
    return f"{len(answers) + 1} answered"


def boards(player: Player) -> str:
    """Check that every preset that help offers is dealt as described."""
    offered = re.search(r"new \[preset\] .*: (.*)", player.line.ask("help"))
    names = offered[1].split(", ") if offered else []
    _expect(presets.GUIDE[0] in names, True, "guide among the presets")
    for name in names:
        board = player.new(name)
        _expect(board.safe, len(board.signs) - board.mines, f"safe cells of {name}")
    player.new()
    return f"{len(names)} presets"


def resume(player: Player) -> str:
    """A game in play, with its flags, is there again after power-off."""
    _require(player.line.no_restart)
    board = player.open_area()
    board = player.move("flag", board, board.covered()[0])
    player.line.wait(REST_S)
    player.line.restart()
    _expect(player.board(), board, "board")
    return ""


def sounds(player: Player) -> str:
    """Check that no sound file is missing; where it shows, that a move and a loss play theirs."""
    player.move("flag", player.new(), 0)
    player.line.wait(1)
    player.lose(player.new())
    player.line.wait(1)
    _expect("cannot be played" in player.line.heard, False, "a sound is missing")
    heard = player.line.sounds()
    if heard is None:
        return "none is missing; listen to them yourself"
    _expect(heard >= {"flag", "lose"}, True, f"flag and lose among {sorted(heard)}")
    return ""


def settings(player: Player) -> str:
    """settings.toml is obeyed, and a wrong line in it is named."""
    line = player.line
    _require(line.no_restart or line.no_settings)
    line.restart(['MINES_PRESET = "beginner"', 'MINES_SOUND = "loud"'])
    said = line.wait(2)
    _expect('MINES_SOUND is "loud" and is ignored' in said, True, "the wrong setting is named")
    _expect(player.board()[:2], (9, 9), "columns and rows")
    line.restart()
    return ""


def leave(player: Player) -> str:
    """Check that the console is silent from quit to the next start."""
    _require(player.line.no_restart)
    player.line.ask("quit")
    try:
        player.line.ask("board")
    except NoAnswer:
        player.line.restart()
        player.board()
        return ""
    raise Failed("the console answers after quit")


ALL: dict[str, Callable[[Player], str]] = {
    "errors": errors, "flags": flags, "flood": flood, "chord": chord, "win": win, "loss": loss,
    "presets": boards, "resume": resume, "settings": settings, "quit": leave, "sounds": sounds,
}


def _require(why_not: str) -> None:
    if why_not:
        raise Skipped(why_not)


def _expect(seen: object, wanted: object, what: str) -> None:
    if seen != wanted:
        raise Failed(f"{what}: {seen!r} and not {wanted!r}")
