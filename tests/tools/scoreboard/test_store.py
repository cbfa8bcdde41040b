# SPDX-License-Identifier: MIT
"""Stored results: nothing answered is lost, rankings are right; and the settings."""

import os
import socket
import sqlite3
import sys
from contextlib import closing
from http.client import HTTPException
from unittest import mock

import pytest

from minesweeper.rules import presets
from sim import schema
from tests.support import hang, seeds
from tests.support.network import claims, serving
from tools.scoreboard import __main__ as command
from tools.scoreboard import claim, page, referee, settings
from tools.scoreboard.claim import read
from tools.scoreboard.store import BUSY_S, TURN_S, Store, StoreError

# Before a result is written, while it is, and when it is written and not answered.
MOMENTS = "INSERT", "COMMIT", "SELECT id FROM"


def kept_in(folder):
    return {each.claim for each in Store(folder / "games.sqlite").latest(10**6)}


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_kill_loses_at_most_the_post_that_was_not_answered(serve, tmp_path, moment):
    posts = [claims.won(seeds.chance(number)) for number in range(3)]
    with serving.killable(tmp_path, moment, 3) as (process, client):
        answered = [client.post(post)[0] for post in posts[:2]]
        with pytest.raises((HTTPException, OSError)):
            client.post(posts[2])
        assert hang.wait(process) == -9 and answered == [201, 201]
    kept = kept_in(tmp_path)
    assert {read(post) for post in posts[:2]} <= kept <= {read(post) for post in posts}
    assert (read(posts[2]) in kept) == (moment == MOMENTS[2])
    client = serve()
    assert [client.post(post) for post in posts] == [
        (201, {"game": number, "page": f"/games/{number}"}) for number in (1, 2, 3)]


SMALL, WIDE, FULL = ("custom", 9, 12, 17, 16), ("custom", 12, 9, 17, 16), ("custom", 12, 9, 18, 16)
NINE = ("custom", 9, 9, 10, 24)


@pytest.fixture
def store(tmp_path):
    return Store(tmp_path / "games.sqlite")


def keep(store, chance, board=presets.BEGINNER, **others):
    return store.keep(claim.read(claims.won(seeds.chance(chance), board, **others)))


def under(text, heading):
    """Return the section with this heading, "" if there is none."""
    _, _, found = text.replace("\N{NO-BREAK SPACE}", " ").partition(f"<h2>{heading}</h2>")
    return found.partition("</section>")[0]


def test_boards_of_the_players_own_are_ranked_by_size_and_mines(store):
    for chance, board in enumerate((SMALL, WIDE, FULL, NINE, presets.BEGINNER)):
        keep(store, chance, board, player=f"P{chance}")
    text = page.board(store)
    headings = ("Custom, 9 × 12, 17 mines", "Custom, 12 × 9, 17 mines",
                "Custom, 12 × 9, 18 mines", "Custom, 9 × 9, 10 mines", "Easy")
    for number, heading in enumerate(headings):
        assert [name in under(text, heading) for name in ("P0", "P1", "P2", "P3", "P4")] == [
            each == number for each in range(5)]
    assert store.sizes(9) == [(9, 9, 10), (9, 12, 17), (12, 9, 17), (12, 9, 18)]
    assert "P1" in page.ranking(store, (12, 9, 17)) and not page.ranking(store, (12, 9, 19))


def test_a_game_that_no_finger_played_is_shown_and_not_ranked(store):
    result = claims.won(seeds.chance(1), typed=True)
    store.keep(claim.read(claims.at_pace(result, referee.LINE_MS)))
    text = page.board(store)
    assert not under(text, "Easy")
    assert "won (faster than a finger)" in under(text, "Latest games")


@pytest.mark.parametrize("mask", [0, 0o022, 0o777])
def test_nobody_else_may_read_the_token_at_any_moment(tmp_path, monkeypatch, mask):
    """Also before the file has its name, and where the system would allow it."""
    seen = []
    make = os.open

    def watched(file, flags, mode=0o777, **others):
        made = make(file, flags, mode, **others)
        seen.append(os.fstat(made).st_mode & 0o077)
        return made

    monkeypatch.setattr(os, "open", watched)
    before = os.umask(mask)
    try:
        settings.read(tmp_path)
    finally:
        os.umask(before)
    assert seen and not any(seen)
    assert [(file.name, file.stat().st_mode & 0o777) for file in tmp_path.iterdir()] == [
        (settings.NAME, 0o600)]
    monkeypatch.setattr(os, "fsync", mock.Mock(side_effect=OSError(28, "No space left")))
    with pytest.raises(settings.SettingsError, match="cannot be read or written: No space left"):
        settings.read(tmp_path / "full")
    assert [*(tmp_path / "full").iterdir()] == []


@pytest.mark.parametrize(("statements", "status"), [
    (["BEGIN IMMEDIATE"], 200),
    (["PRAGMA locking_mode=EXCLUSIVE", "PRAGMA journal_mode=DELETE", "BEGIN EXCLUSIVE"], 503)])
def test_a_file_that_another_process_has_locked_is_told_soon(
        serve, tmp_path, monkeypatch, statements, status):
    """Another process may lock it for writing, or for reading too."""
    assert BUSY_S + TURN_S < 2
    monkeypatch.setattr("tools.scoreboard.store.BUSY_S", 0.05)
    client = serve()
    assert client.post(claims.won(seeds.chance(1)))[0] == 201
    with closing(sqlite3.connect(tmp_path / "games.sqlite", isolation_level=None)) as other:
        for statement in statements:
            other.execute(statement)
        for path in "/", "/games/1", "/player?name=Ada":
            said = client.get(path)
            assert said[0] == status and (status == 200 or "cannot be read now" in said[1])
        assert client.post(claims.won(seeds.chance(2)))[0] == 503
    assert client.get("/")[0] == 200


@pytest.mark.parametrize(("text", "said"), [
    ('token = ""', "line 1, token: the token is empty: write a line like token = "),
    ("# nothing", "scoreboard.toml: the field token is missing"),
    ("token = 5", "line 1, token: 5 is not a text"),
    ("\x00", "is not TOML"),
    ('token = "a"\nhosts = "pi"', 'line 2, hosts: "pi" is not a list'),
    ('token = "a"\nhosts = [1]', "line 2, hosts[0]: 1 is not the name"),
    ('token = "a"\nhosts = ["http://pi/"]', 'hosts[0]: "http://pi/" is not the name'),
    ('token = " a "', 'line 1, token: " a " cannot be sent in a header'),
    ('token = "a\\nb"', "cannot be sent in a header"),
    ('token = "\\u007f"', "cannot be sent in a header"),
    ('token = "a"\nhost = []', "line 2, host: there is no such field: use token or hosts")])
def test_settings_that_are_wrong_are_named(tmp_path, capsys, text, said):
    (tmp_path / settings.NAME).write_text(text)
    assert command.main([str(tmp_path), "--port", "0"]) == 1
    output = capsys.readouterr().err
    assert said in output and str(tmp_path / settings.NAME) in output and output.count("\n") == 1


def test_the_command_prints_the_lines_for_a_pyportal(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("uvicorn.run", lambda app, **options: print(options["port"]))
    with socket.create_server(("0.0.0.0", 0)) as free:
        port = free.getsockname()[1]
    assert command.main([str(tmp_path / "new" / "folder"), "--port", str(port)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        f"Scoreboard: http://{settings.own_address()}:{port}/ (Ctrl+C stops it)", "",
        "Lines for a PyPortal's settings.toml, beside those of its Wi-Fi:",
        f'MINES_POST_URL = "http://{settings.own_address()}:{port}/results"',
        f'MINES_POST_TOKEN = "{settings.read(tmp_path / "new" / "folder").token}"',
        'MINES_POST_NAME = "Your name"',
        "", str(port)]


@pytest.mark.parametrize("host", ["\xe9", "", "a..b", "\udcff", "192.0.2.1"])
def test_a_host_that_is_not_this_computers_is_refused(tmp_path, capsys, host):
    assert command.main([str(tmp_path / "new"), "--host", host]) == 1
    said = capsys.readouterr().err
    assert said.startswith(f"the scoreboard cannot start: {schema.quoted(host)}, port 8080: ")
    assert said.count("\n") == 1 and not (tmp_path / "new").exists()


def test_a_port_that_is_taken_is_named(tmp_path, capsys):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert command.main([str(tmp_path), "--host", "127.0.0.1", "--port", port]) == 1
    assert f"port {port}: " in capsys.readouterr().err


def test_an_empty_name_of_a_folder_is_refused(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("uvicorn.run", lambda app, **options: None)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as ended:
        command.main(["", "--port", "0"])
    assert ended.value.code == 2 and not list(tmp_path.iterdir())
    assert "folder: invalid path value: ''" in capsys.readouterr().err


def test_a_missing_library_is_named(tmp_path, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    assert command.main([str(tmp_path)]) == 1
    assert capsys.readouterr().err == (
        "uvicorn is not installed: pip install -e '.[scoreboard]'\n")


def test_a_file_of_results_that_is_none_is_named(tmp_path, capsys):
    file = tmp_path / "games.sqlite"
    file.write_text("no base at all " * 100)
    assert command.main([str(tmp_path), "--port", "0"]) == 1
    assert capsys.readouterr().err == (
        f"the scoreboard cannot start: {file}: file is not a database: close what else has it "
        "open, put a copy of it back, or name another folder\n")


def change(path, statement):
    with closing(sqlite3.connect(path, isolation_level=None)) as base:
        base.execute(statement)


def test_a_file_of_another_version_stays_as_it_is(tmp_path, store):
    file = tmp_path / "games.sqlite"
    change(file, "DROP INDEX players")
    change(file, "ALTER TABLE games RENAME COLUMN value TO worth")
    before = file.read_bytes()
    with pytest.raises(StoreError, match=f"{file}: no such column: value: close what else"):
        Store(file)
    assert file.read_bytes() == before


@pytest.mark.parametrize(("change_to", "status", "said"), [
    ("moves = '0.000 xx 1 1'", 500, "Game 1 cannot be played back: "),
    ("value = 1000", 500, "Game 1 cannot be played back: "),
    ("preset = ''", 503, "The results cannot be read now: game 1 is damaged."),
    ("ms = x'ff'", 503, "The results cannot be read now: game 1 is damaged.")])
def test_a_game_that_is_damaged_is_named(serve, tmp_path, change_to, status, said):
    client = serve()
    assert client.post(claims.won(seeds.chance(1)))[0] == 201
    change(tmp_path / "games.sqlite", f"UPDATE games SET {change_to}")
    found = client.get("/games/1")
    assert found[0] == status and said in found[1]
    assert client.get("/")[0] in (200, status)
