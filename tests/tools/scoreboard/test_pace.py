# SPDX-License-Identifier: MIT
"""The shortest time of a move: as short as the firmware's, and nothing shorter is accepted."""

from itertools import pairwise

import pytest

from minesweeper.gesture import PRESS, TAP, Gesture
from minesweeper.rules import presets
from tests.support import seeds
from tests.support.network import claims
from tests.support.play import games
from tools.scoreboard import claim, referee
from tools.scoreboard.claim import Refused

LOOK_S = referee.POLL_MS / 1000


def judged(found):
    """Whether a result is accepted, and whether its moves are a finger's."""
    read = claim.read(found)
    try:
        referee.judge(read)
    except Refused as refusal:
        assert "faster" in str(refusal) and refusal.status == 422
        return False, False
    return True, referee.is_by_finger(read.steps())


def paced(found, gap_ms, **others):
    """A result with its moves this far apart, but those that belong together."""
    steps = claim.read(found).steps()
    commands = referee.commands(steps)
    times = {id(step): at * gap_ms for at, step in enumerate(commands)}
    now, lines = 0, []
    for step in steps:
        now = times.get(id(step), now)
        lines.append(f"{now // 1000}.{now % 1000:03d} {claim.WORDS[step.act]} {step.column + 1}"
                     f" {step.row + 1}")
    return {**found, "moves": "\n".join(lines), "ms": now, **others}


def looks_until(event, hand, point):
    """Return how many looks at the panel a gesture takes to notice this."""
    return next(look for look in range(1, 9) if hand.update(point, look * referee.POLL_MS) == event)


def test_the_figures_are_the_firmwares():
    hand = Gesture(lambda x, y: (0, 0, 16, 16))
    hand.update(None, 0), hand.update(None, 0)
    assert looks_until(PRESS, hand, (8, 8)) == referee.READINGS
    assert looks_until(TAP, hand, None) == referee.GAPS
    assert (referee.FINGER_MS, referee.LINE_MS) == (39, 7)


def test_a_finger_needs_its_time_between_the_first_two_moves():
    first = claim.Move(100, "open", 1, 1)
    assert [referee.is_by_finger([first, first._replace(ms=ms, column=2)])
            for ms in (138, 139)] == [False, True]


@pytest.mark.parametrize("board", [presets.BEGINNER, ("custom", 12, 9, 17, 16)])
@pytest.mark.parametrize("way", range(3))
def test_a_finger_is_not_refused_and_what_is_faster_is(way, board):
    """Flags that become question marks are one touch and two moves at one time."""
    for number in range(2):
        found = claims.of(claims.played(seeds.chance(number), way, board), way)
        assert judged(paced(found, referee.FINGER_MS)) == (True, True)
        assert judged(paced(found, referee.FINGER_MS - 1)) == (False, False)
        assert judged(paced(found, 0)) == (False, False)


@pytest.mark.parametrize(("others", "gap_ms", "verdict"), [
    ({"typed": True}, referee.FINGER_MS, (True, True)),
    ({"typed": True}, referee.LINE_MS, (True, False)),
    ({"typed": True}, (referee.LINE_MS - 1) // 2, (False, False)),
    ({"typed": True}, 0, (False, False)),
    ({"hinted": True}, 0, (True, False))])
def test_typed_moves_may_be_faster_and_the_solve_menus_take_no_time_but_are_in_no_ranking(
        others, gap_ms, verdict):
    assert judged(paced(claims.won(seeds.chance(1), **others), gap_ms)) == verdict


def opened_first(player):
    """Open a board's middle; return the safe cells that are left to be opened one by one."""
    player.tap(40)
    player.portal.run(1)
    return games.safe_moves(player.number(), player.signs())


def claimed(player, **others):
    """Return the result that the console's replay tells."""
    head, _, events = player.say("replay").partition("Events:\n")
    fields = dict(line.split(": ", 1) for line in head.splitlines() if ": " in line)
    assert fields["Status"] == "won"
    return {"player": "Ada", "number": fields["Number"], "preset": "beginner", "controls": "dig",
            "won": True, "ms": round(float(fields["Time"]) * 1000), "3bv": int(fields["BBBV"]),
            "hinted": False, "known": False, "typed": False, "moves": events.strip(), **others}


def test_the_fastest_game_that_a_finger_can_play_on_the_simulator_counts(start_game):
    player = start_game("beginner")
    for cell in opened_first(player):
        player.portal.press(*player.middle(cell))
        player.portal.run((referee.READINGS + 1) * LOOK_S)
        player.portal.release()
        player.portal.run((referee.GAPS + 1) * LOOK_S)
    found = claimed(player)
    times = [step.ms for step in claim.read(found).steps()][1:]
    # Each look takes what is to be done at it, so a game is a little slower than the limit.
    assert referee.FINGER_MS <= min(after - before for before, after in pairwise(times)) < 60
    assert judged(found) == judged(paced(found, referee.FINGER_MS)) == (True, True)
    assert judged(paced(found, referee.FINGER_MS - 1)) == (False, False)
