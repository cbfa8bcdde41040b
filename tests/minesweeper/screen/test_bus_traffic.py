# SPDX-License-Identifier: MIT
"""Bus traffic to the panel: little for a move, and one screen's worth for a screen."""

from itertools import pairwise

import pytest

from minesweeper.screen import tiles
from tests.support.play import games
from tests.support.play.player import power_on

MOVE = 2_000
# A page is drawn as it is made: its ground, and then what stands on it.
SCREEN = 420_000
# A flag's hold is shown in three steps, and the counter is written anew, in the column large.
FLAG = 16_000


def sent(player, act, *arguments):
    """Bytes on the bus while something is done, and a moment after."""
    before = player.portal.bus_bytes
    act(*arguments)
    player.run(0.2)
    return player.portal.bus_bytes - before


def second_begins(player):
    """Wait for it, so that no clock's tick falls into what is measured."""
    player.settle()
    before = player.portal.bus_bytes
    for _ in range(40):
        player.run(0.03)
        if player.portal.bus_bytes != before:
            player.run(0.05)
            return


@pytest.mark.parametrize("name", ["guide", "custom"])
def test_moves_and_the_clock_send_little_and_a_lost_board_is_sent_once(start_game, name):
    player = start_game(name)
    mines = player.begin()
    second_begins(player)
    # The face gasps while a finger is down.
    face = 2 * 2 * (48 if name == "custom" else 16) ** 2
    assert sent(player, player.hold, mines[1]) <= FLAG + face
    assert player.tile(mines[1]) == tiles.FLAG
    cells = games.dealt(player.number()).field.cells
    numbers = [cell for cell in player.covered() if 0 < cells[cell] < 9]
    for cell in numbers[:4]:
        second_begins(player)
        assert sent(player, player.tap, cell) <= MOVE + face
        assert 1 <= player.tile(cell) <= 8
    if name != "guide":
        second_begins(player)
        # A second may change two figures of the clock, the next one does not.
        assert 0 < min(sent(player, player.run, 1) for _ in range(2)) <= MOVE
    pixels = player.columns * player.size * player.rows * player.size
    total = sent(player, player.tap, mines[-1]) + sent(player, player.run, 1)
    assert name == "custom" or total <= pixels * 2 * 5 // 4, "it shakes without being sent again"


def test_nothing_is_sent_while_nothing_changes(start_game):
    player = start_game("beginner")
    player.open_menu()
    player.run(1)
    assert sent(player, player.run, 10) == 0


def test_no_screen_change_sends_much_more_than_two_pictures(start_game):
    player = start_game("beginner")
    changes = {"title": sent_by_title(player), "first tap": sent(player, player.begin),
               "menu": sent(player, player.open_menu)}
    for text in ("Boards", "More", "Back", "Back", "Share", "By number", "Back", "Back", "Title",
                 "Daily", "Back", "Learn", "How to play", "Done", "Patterns", "Done", "Back",
                 "Options", "More", "Calibrate"):
        changes[f"{len(changes)}. {text}"] = sent(player, player.tap_on, text)
    changes["given up"] = sent(player, player.run, 16)
    changes |= {f"then {text}": sent(player, player.tap_on, text) for text in ("Done", "Resume")}
    changes["menu again"] = sent(player, player.open_menu)
    for each in range(2):
        changes[f"New game {each}"] = sent(player, player.tap_on, "New game")
    player.begin()
    player.open_menu()
    player.tap_on("Resume")
    assert {name: size for name, size in changes.items() if size > SCREEN} == {}
    assert not player.reads("Menu")


def sent_by_title(player):
    """Measure from the console's last picture to the title, or from there to the game."""
    with power_on(player.drive, board=player.portal.board.model.name) as portal:
        sent = [0]
        for _ in range(1000):
            portal.run(0.001)
            sent.append(portal.bus_bytes)
        pictures = [after - before for before, after in pairwise(sent) if after != before]
        portal.tap(100, 100)
        portal.run(1)
        return max(pictures[-1], portal.bus_bytes - sent[-1])
