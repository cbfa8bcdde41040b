# SPDX-License-Identifier: MIT
"""A finger is answered by a voice for each kind of move, by the face, and by a flash at a loss."""

import wave

import numpy as np
import pytest

from minesweeper.screen import tiles
from sim import PyPortal
from sim.board.sound import Feed
from tests.support import firmware
from tests.support.play.player import DIG, TITANO
from tests.support.play.reader import screen_of
from tools import firmware as shipped

TITLE = 160, 200
OFF = 'MINES_MOTION = "off"'


@pytest.fixture
def expert(start_game):
    return start_game("expert", DIG)


def voices(player, act):
    """Return the names of what is heard while this is done."""
    before = len(player.portal.sounds)
    act()
    player.run(0.2)
    return [path.removeprefix("sounds/").removesuffix(".wav")
            for _, path, _, _ in player.portal.sounds[before:]]


def around(player):
    """Return the picture without the board."""
    picture = screen_of(player.portal).copy()
    left, top = player.corner
    across, down = player.seen
    picture[top : top + down * player.size, left : left + across * player.size] = 0
    return picture


def test_each_kind_of_move_has_its_voice(start_game):
    player = start_game("beginner", DIG)
    assert voices(player, lambda: player.tap(40)) == ["cascade"]
    mines = player.mines()
    covered = next(cell for cell in player.covered() if cell not in mines)
    assert voices(player, lambda: player.hold(mines[0])) == ["flag"]
    assert voices(player, lambda: player.tap(mines[0])) == ["refused"]
    assert voices(player, lambda: player.hold(mines[0])) == ["unflag"]
    assert voices(player, lambda: player.tap(covered)) in (["open"], ["cascade"])
    assert voices(player, lambda: player.tap(40)) == ["refused"]
    assert voices(player, lambda: player.tap(mines[1]))[-1] == "lose"


def test_a_larger_cascade_is_higher(start_game):
    """A higher one is the same samples in less time."""
    player = start_game("expert", DIG)
    heard = {}
    for _ in range(6):
        before = set(player.covered())
        player.tap(player.columns * 7 + 9)
        opened = len(before) - len(player.covered())
        _, path, seconds, _ = player.portal.sounds[-1]
        if path == "sounds/cascade.wav":
            heard[opened] = seconds
        player.say("new")
    assert len(heard) > 2
    lasted = [seconds for _, seconds in sorted(heard.items())]
    assert lasted == sorted(lasted, reverse=True) and lasted[0] > lasted[-1]


@pytest.mark.parametrize("board", ["pyportal", TITANO])
def test_the_face_gasps_while_a_finger_is_down(start_game, board):
    player = start_game("expert", DIG, board=board)
    calm = around(player)
    player.portal.press(*player.middle(50))
    player.run(0.15)
    assert (around(player) != calm).any()
    player.portal.move(1, 1)
    player.run(0.2)
    player.portal.release()
    player.run(0.2)
    assert np.array_equal(around(player), calm) and player.tile(50) == tiles.BLANK


def test_the_face_and_the_switch_sink_and_click_before_the_finger_leaves(expert):
    for x in 160, 300:
        calm, before = screen_of(expert.portal).copy(), len(expert.portal.sounds)
        expert.portal.press(x, 8)
        expert.run(0.1)
        assert [path for _, path, _, _ in expert.portal.sounds[before:]] == ["sounds/open.wav"]
        assert (screen_of(expert.portal)[:16, x - 20 : x + 20] != calm[:16, x - 20 : x + 20]).any()
        expert.portal.move(160, 120)
        expert.run(0.2)
        expert.portal.release()
        expert.run(0.2)
        assert np.array_equal(screen_of(expert.portal)[:, :250], calm[:, :250])


@pytest.mark.parametrize(("line", "flashes"), [(DIG, 1), (OFF, 0)])
def test_a_loss_flashes_once_for_a_fifth_of_a_second_before_it_shakes(start_game, line, flashes):
    player = start_game("beginner", DIG, line)
    mines = player.begin()
    player.portal.tap(*player.middle(mines[-1]))
    panel, began, lit, shook = player.portal.board.panel, player.portal.now, [], []
    while player.portal.now - began < 3:
        player.run(0.004)
        now = player.portal.now - began
        if panel.inverted:
            lit.append(now)
        if panel.scan.offset:
            shook.append(now)
    assert bool(lit) == bool(flashes) and shook
    if flashes:
        assert 0.15 < lit[-1] - lit[0] < 0.25 and len(lit) == round((lit[-1] - lit[0]) / 0.004) + 1
        assert lit[-1] < shook[0]


def test_the_boards_speaker_does_not_stutter_while_an_opening_runs(drive, tmp_path, monkeypatch):
    """A block that came late would be heard twice; the converter has 12 bits and starts at rest."""
    firmware.require()
    heard, add = {}, Feed.add
    monkeypatch.setattr(Feed, "add", lambda feed, frames: (
        heard.setdefault(feed, []).append(frames), add(feed, frames))[1])
    files = shipped.files(drive, True) | {"settings.toml": b'MINES_PRESET = "expert"\n'}
    shipped.write(files, tmp_path / "drive")
    with PyPortal(tmp_path / "drive", engine="firmware", seed=1) as portal:
        portal.run(6)
        for at in TITLE, (152, 120), (24, 200), (300, 40), (24, 40), (300, 220):
            portal.hold(*at, 0.12)
            portal.run(1.5)
    cascades = [np.concatenate(frames) for feed, frames in heard.items()
                if feed.name == "sounds/cascade.wav"]
    with wave.open(str(drive / "sounds/cascade.wav")) as file:
        expected = np.frombuffer(file.readframes(file.getnframes()), "<i2").astype(int)
    assert cascades
    for frames in cascades:
        begin = next(at for at in range(9) if abs(frames[at : at + 99] - expected[:99]).max() < 300)
        played = frames[begin : begin + len(expected)]
        assert abs(played - expected[: len(played)]).max() < 300
        assert len(played) > len(expected) - 300
        assert abs(frames[begin + len(expected) :]).max(initial=0) < 300
