# SPDX-License-Identifier: MIT
"""Hints, odds and proofs in play, and the verdict after a loss."""

import re
from random import Random
from types import SimpleNamespace

import pytest

from minesweeper.advice import first, moves, odds, verdict
from minesweeper.advice.reasons import reason
from minesweeper.console.text import SIGNS
from minesweeper.rules import controls, presets
from minesweeper.rules.controls import Dig
from minesweeper.rules.field import AROUND, OPEN, STATE, Neighbours
from minesweeper.rules.game import ANY, OPENING, Game
from minesweeper.screen import tiles
from minesweeper.solver import deduction
from minesweeper.solver.deduction import Deduction
from minesweeper.solver.solver import Solver
from tests.support.drives import linked
from tests.support.play import blocks, games
from tests.support.play.games import Chance
from tests.support.play.player import (
    BY_NAME,
    DIG,
    REST_S,
    STATUS,
    TITANO,
    Player,
    check_golden,
    power_on,
)

NO_GUESS = 'MINES_NO_GUESS = "on"'
EXPERT_FIRST = 6 * 20 + 8


@pytest.fixture
def beginner(start_game):
    player = start_game("beginner")
    player.tap(40)
    return player


@pytest.fixture
def expert(drive_with):
    """An expert's board without guesses, opened near its middle."""
    player = Player(drive_with('MINES_PRESET = "expert"', NO_GUESS, DIG), 3, BY_NAME["expert"])
    player.tap(EXPERT_FIRST)
    player.run(3)
    yield player
    player.portal.close()


def test_the_first_board_says_something_after_any_first_tap():
    """Now and then no 1 of the opening has a single covered cell to point to."""
    options, sentences = SimpleNamespace(controls=controls.DIG), set()
    for seed in range(40):
        random = Random(seed)
        game = Game(presets.BEGINNER, Dig(), OPENING, Chance(random.randrange))
        game.tap(random.randrange(81), 0)
        sentence, _, goes_on = first.step(SimpleNamespace(game=game, options=options))
        sentences.add(sentence)
        assert goes_on
    assert sentences == {"This 1 touches one mine: hold the framed cell.",
                    "A number counts the mines around it."}


def test_a_hint_says_why_is_done_when_asked_again_and_stays_until_done_or_another_move(beginner):
    before = beginner.signs()
    hint = re.match(r"(.+)\. \((mines|safe): (\d) (\d).*\)", beginner.say("hint"))
    why, kind, row, column = hint.groups()
    cell = int(row) * 9 + int(column)
    assert before[cell] == "-" and why
    assert beginner.say("hint") == "Done."
    assert beginner.signs()[cell] in ("F" if kind == "mines" else ".12345678")
    beginner.say("hint")
    beginner.say("flag {} {}".format(*divmod(beginner.covered()[-1], 9)))
    assert beginner.say("hint") != "Done."
    beginner.say("hint")
    assert "(safe: 1 7, 2 7; " in beginner.say("hint")
    beginner.tap(16)
    assert beginner.marked(25) is not None, "the rest of the hint stays"
    beginner.tap(25)
    assert None not in beginner.tiles()


@pytest.mark.parametrize("way", [("Hint",), ("Solve", "the odds")])
def test_the_first_tap_after_advice_only_puts_it_away(beginner, way):
    before, last = beginner.signs(), beginner.covered()[-1]
    beginner.tap_face()
    beginner.tap_on(*way)
    beginner.run(1)
    assert None in beginner.tiles()
    beginner.tap(last)
    assert None not in beginner.tiles() and beginner.signs() == before
    beginner.tap(last)
    assert beginner.signs() != before


def test_a_sentence_that_names_no_cell_is_put_away_before_a_guess_is_made(start_game):
    player = start_game("beginner")
    player.tap_face()
    player.tap_on("Hint")
    player.run(1)
    assert player.reads("you have to guess")
    player.tap(0)
    assert player.covered() == list(range(81)) and not player.reads("you have to guess")


def test_a_tap_on_a_mine_of_the_hint_flags_it(beginner):
    beginner.tap_face()
    beginner.tap_on("Hint")
    beginner.run(1)
    marked = [cell for cell, tile in enumerate(beginner.tiles()) if tile == tiles.DANGER]
    beginner.tap(marked[0])
    assert beginner.signs()[marked[0]] == "F"


def test_an_impossible_board_is_named_with_its_clues(beginner):
    """Only a fault in memory can bring one about: a clue is made to tell what cannot be."""
    (board,) = blocks.objects(beginner, "Field")
    clue = next(cell for cell, byte in enumerate(board.cells)
                if byte & STATE == OPEN and byte & AROUND)
    board.cells[clue] = board.cells[clue] & ~AROUND | 8
    row, column = divmod(clue, 9)
    assert re.match(f"No mines fit the numbers.*{row} {column}", beginner.say("hint"), re.S)
    assert beginner.marked(clue) is not None
    assert beginner.say("odds") == "Impossible board."


def drawn(rows, nodes=99, touch=None):
    """A session: F and * are mines, f is a wrong flag, s and m are a hint's, digits are open."""
    signs = rows.replace("/", "")
    mines = iter([cell for cell, sign in enumerate(signs) if sign in "*Fm"])
    board = ("drawn", rows.index("/"), rows.count("/"), sum(map(signs.count, "*Fm")), 16)
    game = Game(board, Dig(), ANY, Chance(lambda count: next(mines)))
    for cell, sign in enumerate(signs):
        if sign in "Ff":
            game.flag(cell, 0)
        elif sign.isdigit():
            game.field.cells[cell] = OPEN | int(sign)
    game.field.recount()
    hint = [[cell for cell, sign in enumerate(signs) if sign == kind] for kind in "sm"]
    return SimpleNamespace(game=game, solver=Solver(len(signs), nodes), advice=hint,
                           device=SimpleNamespace(touch=lambda: touch))


@pytest.mark.parametrize(("case", "said"), [
    ("a proven mine: *100/1100/0000/ 1=CLUE", "Oops! The 1 has one place for its mine."),
    ("a safe cell was there: *-11/-2*-/----/ 3=CLUE 2=CLUE 1=CURSOR",
     "Missed! The 1s share their mine: the rest is safe."),
    ("one of three safe cells: *--/*--/22-/*--/-**/ 6=CLUE 7=CLUE 5=CURSOR",
     "Missed! The 2s share their mines: the rest is safe."),
    ("another 1 shows that the cell between is safe: *10/-10/110/*10/110/ 1=CLUE 3=TICK",
     "Oops! The 1 has one place for its mine."),
    ("nobody could avoid it: *---/----/----/", "A guess at 8 %: no cell was safer."),
    ("one mine in eight cells around the clue, the other in the three of the far column: "
     "**--/--1-/----/", "A guess at 33 %; the safest cell had 13 %."),
    ("a fault in memory: *8-/---/", "-")])
def test_a_loss_is_judged_by_what_could_be_known(case, said):
    rows, *marks = case.partition(": ")[2].split()
    session = drawn(rows)
    session.game.open(0, 0)
    sentence, shown = verdict.give(session, bytes(session.game.field.cells))
    assert sentence == said.strip("-")
    names = {tiles.CLUE: "CLUE", tiles.CURSOR: "CURSOR", tiles.TICK: "TICK"}
    assert [f"{cell}={names[tile]}" for cell, tile in shown] == marks


@pytest.mark.parametrize(("case", "sentence"), [
    ("ALL_MINES 1 1 0", "The 1 has one place for its mine."),
    ("ALL_MINES 3 3 0", "The 3 has 3 places for 3 mines."),
    ("ALL_FOUND 1 0 2", "The 1 has its mine: the rest is safe."),
    ("ALL_FOUND 2 0 1", "The 2 has its mines: the rest is safe."),
    ("SUBSET 21 1 0", "The 2 needs a mine the 1 does not touch."),
    ("SUBSET 32 2 0", "The 3 needs mines the 2 does not touch."),
    ("OVERLAP 22 1 1", "One 2 needs a mine the other does not touch."),
    ("SUBSET 11 0 1", "The 1s share their mine: the rest is safe."),
    ("SUBSET 22 0 2", "The 2s share their mines: the rest is safe."),
    ("SUBSET 21 0 2", "The 1's mine touches the 2, too."),
    ("SUBSET 32 0 1", "The 3's mines here are all the 2 still needs."),
    ("SUBSET 12 0 1", "The 1's mine here is all the 2 still needs."),
    ("GROUP 123 1 1", "The circled numbers allow nothing else."),
    ("WHOLE_BOARD 12 0 2", "The mines that are left decide it."),
    ("MINES_LEFT - 0 2", "No mine is left: every covered cell is safe."),
    ("MINES_LEFT - 2 0", "Every covered cell is a mine."),
    ("WRONG_FLAG - 0 1", "The framed flag is wrong: its cell is safe."),
    ("WRONG_FLAG 1 0 1", "The framed flag is wrong, by what is circled."),
    ("TOO_MANY_FLAGS 2 0 0", "The 2 has too many flags around it."),
    ("FLAGS_CONTRADICT 12 0 0", "One framed flag is wrong, by what is circled."),
    ("IMPOSSIBLE 12 0 0", "No mines fit the numbers: this board is impossible."),
    ("NOTHING - 0 0", "Nothing is certain here: you have to guess."),
    ("NOT_KNOWN - 0 0", "This is too hard for me: I have no hint.")])
def test_each_reason_is_a_sentence(case, sentence):
    """For a rule: the numbers of its clues, and how many mines and safe cells are marked."""
    rule, numbers, mines, safe = case.split()
    clues = bytes(map(int, numbers.strip("-")))
    found = Deduction(getattr(deduction, rule), range(int(mines)), range(int(safe)),
                      range(len(clues)))
    assert reason(found, found.mines, found.safe, clues) == sentence


def test_the_console_tells_the_odds_of_each_covered_cell(capsys):
    said = odds.text(drawn("*2---/-*---/"))
    assert said == "The chance of a mine in per cent; the safest cells have 0."
    assert capsys.readouterr().out.splitlines() == [
        "      0   1   2   3   4", "  0  40   .  40   0   0", "  1  40  40  40   0   0"]


@pytest.mark.parametrize(("case", "done"), [
    ("flag_required 1*--/", "1F-- Mines flagged: 1."),
    ("flag_required *2*1--/", "F2F1-- Mines flagged: 2."),
    ("flag_required ***-/*8*-/***-/", "FFF-F8F-FFF- Mines flagged: 8."),
    ("flag_required F1f-*/", "F1F-- No number needs another flag."),
    ("open_required F1--/", "F1.. Safe cells opened: 1."),
    ("open_required -0-/--*/", "..1.1- Safe cells opened: 2."),
    ("open_required --1F-*/", "..1F-- Safe cells opened: 1."),
    ("open_required -*1f/", "-X1F Safe cells opened: 1."),
    ("open_required *1-/", "-1- No number has all its flags and cells left to open."),
    ("follow msss/", "F1.. Done."),
    ("follow -m1s/", "-F1. Done."),
    ("follow m-/", "F- Done."),
    ("solve 1*--/", "1F1. Certain moves made: 3."),
    ("solve *2*--/", "F2F1. Certain moves made: 4."),
    ("solve F1-1*-/", "F1-1-- Nothing is certain here: you have to guess."),
    ("solve f1*-/", ".1F1 Certain moves made: 3."),
    ("solve 1*--/11--/----/", "1F1.111..... Certain moves made: 2."),
    ("solve *-0/", "-1. Certain moves made: 1."),
    ("solve --*/", "--- Nothing is certain here: you have to guess."),
    ("solve **1-/ 99 1", "--1- Nothing is certain here: you have to guess."),
    ("solve **1-/ 3", "--1- Nothing is certain here: you have to guess.")])
def test_the_moves_that_follow_are_made_and_counted(case, done):
    move, rows, *limits = case.split()
    session = drawn(rows, *map(int, limits))
    said = getattr(moves, move)(session, lambda act, cell: act(cell, 0))
    board = "".join(SIGNS[tiles.of(byte)] for byte in session.game.field.cells)
    assert f"{board} {said}" == done


TINY = ("custom", 5, 5, 5, 16)


def test_the_odds_lie_over_the_covered_cells_until_the_next_move(expert):
    before = expert.tiles()
    expert.tap_face()
    expert.tap_on("Solve", "the odds")
    expert.run(1)
    assert expert.reads("% of a mine: lowest is safest, X is a mine.")
    check_golden(expert.portal, "odds")
    assert all((now is None) == (then == tiles.BLANK)
               for now, then in zip(expert.tiles(), before, strict=True))
    expert.tap_on("% of a mine")
    assert None not in expert.tiles()
    expert.hold(0)
    expert.run(REST_S)
    expert.power_cycle()
    assert expert.ask("board", STATUS).endswith(", no guess needed.")
    assert games.dealt(expert.number()).first_cell == EXPERT_FIRST


def test_a_hint_from_the_pause_sheet_is_done_when_it_is_asked_again_on_the_same_board(expert):
    def hint():
        expert.tap_face()
        expert.tap_on("Hint")
        expert.run(1)

    before = expert.tiles()
    hint()
    hint()
    assert any(then == tiles.BLANK and now not in (None, tiles.BLANK)
               for now, then in zip(expert.tiles(), before, strict=True))
    hint()
    before = expert.signs()
    expert.tap_face()
    expert.tap_on("Solve", "Play on until")
    expert.run(2)
    assert expert.signs().count("F") > before.count("F")
    assert sum(map(expert.signs().count, "-F")) < sum(map(before.count, "-F"))


def test_a_touch_cancels_the_making_of_a_board_without_guesses(drive_with):
    player = Player(drive_with('MINES_PRESET = "expert"', NO_GUESS, DIG), 3, BY_NAME["expert"])
    player.portal.type("6 8\n")
    player.portal.hold(160, 120, 2)
    assert player.reads("This board may need a guess.")
    assert player.ask("board", STATUS).endswith(" safe cells to open.")


STEP = re.compile(r"\d+\. .+\. \((?:mines: {0})?(?:; )?(?:safe: {0})?(?:; circled: {0})?\)".replace(
    "{0}", r"([\d ,]+)"))


def named(text):
    """The cells that are named by row and column."""
    pairs = [pair.split() for pair in (text or "").split(", ") if pair.strip()]
    return {int(row) * 20 + int(column) for row, column in pairs}


def test_a_proof_opens_every_safe_cell_tells_no_lie_and_does_so_only_at_the_end(expert):
    assert expert.say("steps").startswith("That shows where the mines are")
    mines = set(expert.mines())
    opened = {cell for cell, sign in enumerate(expert.signs()) if sign != "-"}
    safe_moves = games.safe_moves(expert.number(), expert.signs())
    expert.portal.type("".join(f"{cell // 20} {cell % 20}\n" for cell in safe_moves))
    expert.run(8)
    *steps, end = expert.say("steps").splitlines()
    assert end == "That is all: no guess was needed."
    safe = set()
    for line in steps:
        found_mines, found_safe, clues = map(named, STEP.fullmatch(line).groups())
        assert found_mines <= mines and not found_safe & mines and not clues & mines
        safe |= found_safe
    # Other cells were opened by a flood, or with the first cell.
    cells = games.dealt(expert.number()).field.cells
    floods = {cell for cell in range(280) if not cells[cell]}
    beside = {cell + step for cell in floods for step in Neighbours(20, 14).steps(cell)}
    assert set(range(280)) - mines <= safe | opened | floods | beside


def test_a_board_that_needs_a_guess_or_has_mines_before_its_first_cell_is_not_called_proved(
        drive_with):
    player = Player(drive_with('MINES_PRESET = "custom"', 'MINES_CUSTOM = "5x5/3"', DIG), 1, TINY)
    answers = set()
    for _ in range(12):
        if len(answers) == 2:
            break
        player.ask("new")
        player.ask("0 0", STATUS)
        mines = player.mines()
        player.portal.type("".join(f"{cell // 5} {cell % 5}\n" for cell in range(25)
                                   if cell not in mines))
        player.run(1)
        answers.add(player.say("steps", 1).splitlines()[-1])
    assert answers == {"That is all: no guess was needed.", "From here on a guess is needed."}
    player.say("deal 00000-0000000")
    player.say("{} {}".format(*divmod(player.mines()[0], 20)))
    assert player.say("steps").startswith("The mines were there before")


def test_steps_are_taken_beside_the_board_too_and_count_the_mines_that_are_left(start_game):
    player = start_game("classic", DIG)
    player.portal.type("deal 22664-0000005\n")
    player.run(3)
    seen = [cell for cell in player.mines() if 2 * 16 <= cell < 14 * 16]
    player.hold(seen[0])
    player.tap(seen[1])
    player.run(3)
    player.tap_face()
    player.run(1)
    player.tap_on("What")
    player.run(0.5)
    assert player.reads("40 left"), "the flag is gone"
    player.portal.tap(310, 120)
    player.run(0.5)
    assert player.reads("1 of ")
    player.portal.hold(10, 120, 0.7)
    player.run(1)
    assert player.reads("Lost")


def test_what_was_safe_begins_where_the_game_was_lost_and_steps_both_ways(expert):
    before = expert.signs()
    expert.tap(expert.mines()[0])
    expert.run(3)
    expert.tap_face()
    expert.run(1)
    expert.tap_on("What")
    expert.run(0.5)
    assert expert.reads("Tap right or left to step, hold to leave.")
    expert.portal.tap(300, 100)
    expert.run(0.5)
    assert expert.reads("1 of ")
    first = expert.portal.framebuffer
    expert.portal.tap(300, 100)
    expert.run(0.5)
    assert expert.reads("2 of ")
    check_golden(expert.portal, "steps")
    expert.portal.tap(20, 100)
    expert.run(0.3)
    assert expert.portal.framebuffer == first
    expert.portal.tap(20, 100)
    expert.run(0.3)
    opened = [cell for cell, sign in enumerate(before) if sign not in "-F"]
    shown = expert.tiles()
    assert all(shown[cell] in (None, *range(9)) for cell in opened)
    assert sum(tile == tiles.BLANK for tile in shown) >= before.count("-") - 2 * 20
    expert.portal.hold(160, 200, 0.8)
    expert.run(1)
    assert expert.reads("Lost")


def test_steps_lose_no_tap_of_a_fast_finger(drive_with):
    lines = 'MINES_PRESET = "expert"', NO_GUESS, DIG
    player = Player(drive_with(*lines), 3, BY_NAME["expert"], instant=False)
    with player.portal as portal:
        portal.run(3)
        portal.tap(160, 200)  # in case that the first one came before the title
        portal.run(2)
        player.tap(EXPERT_FIRST)
        player.run(9)
        player.tap(player.mines()[0])
        player.run(4)
        player.tap_face()
        player.run(2)
        player.tap_on("What")
        player.run(3)
        for _ in range(8):
            portal.hold(300, 100, 0.1)
            portal.run(0.1)
        player.run(1)
        assert player.reads("8 of ")
        portal.hold(160, 200, 0.8)
        player.run(1)
        assert player.reads("Lost")


def test_the_console_makes_the_moves_that_numbers_ask_for(expert):
    before = expert.signs()
    expert.say("flag required")
    flagged = expert.signs()
    assert flagged.count("F") > before.count("F")
    expert.say("open required")
    assert expert.signs().count("-") < flagged.count("-")


def test_a_page_makes_way_for_the_console(expert):
    before = expert.tiles()
    for pages in (), ("Boards", "More"), ("Share",), ("Title", "Options"), ("Title", "Daily"):
        expert.tap_face()
        expert.tap_on(*pages)
        assert "58 mines, 0 flags" in expert.say("board", 0.5)
        assert expert.tiles() == before


PROGRAM = """
import board, displayio
from minesweeper.screen import overlay, sheet

class View:
    width, height, tile = 10, 11, {size}

    def lay(self, *grids):
        board.DISPLAY.root_group = displayio.Group()
        for grid in grids:
            board.DISPLAY.root_group.append(grid)

overlay.lay(View(), sheet.Sheets(320).of({size}), bytes(list(range(101)) + [255] * 9))
while True:
    pass
"""


@pytest.mark.parametrize("size", [16, 24])
def test_all_per_cents_and_cells_without_one_look_as_drawn(drive, tmp_path, size):
    linked(drive, tmp_path / "drive", "code.py")
    (tmp_path / "drive" / "code.py").write_text(PROGRAM.format(size=size))
    with power_on(tmp_path / "drive", board=TITANO) as portal:
        portal.run(1)
        check_golden(portal, f"per-cents-{size}")
