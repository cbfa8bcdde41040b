# SPDX-License-Identifier: MIT
"""The files that users write: hundreds of wrong ones of each form get one sentence each that names
the file and the line. A mark of the byte order is no mistake.
"""

import json
import math
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from sim.board.boards import find_board
from sim.board.parts.plugged import KINDS, Parts, class_of
from sim.board.sensors import LightAndTemperature
from sim.errors import UserError
from sim.frontends import script
from sim.network import recording
from tests.support import seeds
from tools.scoreboard import settings

# Values of every type, most of which a field refuses. HUGE is a number of 5,000 digits.
HUGE = "@huge@"
VALUES = [None, True, -1, 2**70, HUGE, 0.5, -1e308, math.inf, math.nan, "", "x", "é", "\0",
          "\u202e", "a\nb", "x" * 5000, "\ud800", [], [[HUGE]], {}, {"": 1}, {"self": 1}]
ENDPOINT = {"host": "a", "port": 1}
RECORDING = {
    "form": recording.FORM,
    "http": [{**ENDPOINT, "method": "GET", "path": "/", "headers": {}, "status": 200, "body": "a"}],
    "tcp": [{**ENDPOINT, "steps": [[1, "YQ=="]]}], "udp": [{**ENDPOINT, "body": "a"}]}


def changed(value: Any) -> Iterator[Any]:
    """Yield values instead of this one, and it with such a change or without a field inside."""
    yield from VALUES
    if isinstance(value, dict):
        yield value | {"self": 1}
        for name in value:
            yield {other: each for other, each in value.items() if other != name}
            yield from (value | {name: each} for each in changed(value[name]))
    if isinstance(value, list):
        for at, item in enumerate(value):
            yield from ([*value[:at], each, *value[at + 1:]] for each in changed(item))


def toml(value: Any) -> str:
    """Return a value as TOML, which has no null and no half of a character."""
    if isinstance(value, list):
        return f"[{', '.join(map(toml, value))}]"
    if isinstance(value, dict):
        inner = (f"{json.dumps(name)} = {toml(each)}" for name, each in value.items())
        return f"{{{', '.join(inner)}}}"
    return repr(value) if isinstance(value, float) else with_digits(json.dumps(value), "0xF")


def with_digits(text: str, digits: str = "9") -> str:
    return text.replace(f'"{HUGE}"', digits + digits[-1] * 5000)


def damaged(text: str) -> Iterator[bytes]:
    """Yield a file's bytes in other encodings, cut off, or with one wrong byte or letter."""
    data, chance = text.encode(), seeds.chance(1)
    yield text.encode("utf-16")
    yield b"\x1f\x8b" + data
    for _ in range(60):
        at = chance.randrange(len(data))
        yield data[:at] + bytes([chance.choice((0xFF, 0xC3, 0x80))]) + data[at:]
        yield data[:at] + b"\0" + data[at + 1:]


def recordings() -> Iterator[bytes]:
    for value in changed(RECORDING):
        yield with_digits(json.dumps(value, indent=1)).encode()
    yield from damaged(json.dumps(RECORDING, indent=1))
    yield b'{"form":' * 50_000
    yield b"[" * 100_000


def parts() -> Iterator[bytes]:
    for value in map(toml, VALUES):
        for kind in KINDS:
            yield from (f"[p]\nkind = '{kind}'\n{name} = {value}\n".encode()
                        for name in [*class_of(kind).keys, "self"])
        yield from (f"{before} = {value}\n".encode()
                    for before in ("p", "[board]\nlight", "[p]\nclass", "[p]\nkind"))
    yield b"[x]\ny = " + b"[" * 50_000
    yield b"a." * 2_000 + b"b = 1"


def scoreboards() -> Iterator[bytes]:
    for value in changed({"token": "a", "hosts": ["pi"] * 15}):
        if isinstance(value, dict):
            yield "".join(f"{json.dumps(name)} = {toml(each)}\n"
                          for name, each in value.items()).encode()
    yield b"token = " + b"[" * 50_000


NUMBERS = ["x", "é", "-1", "1e999", "nan", "9" * 5000, "''", "0x1", "'1 1'", "--1", "\u202e", "1,5"]
KEYS = ["'\\ud800'", "'\\'", "'\\q'", "'\\x'", "'\\xg0'", "'\\u12'", "'a", '"']
# Words that an argument of a script's commands refuses.
WORDS = {**dict.fromkeys(("X", "Y", "SECONDS", "LEVEL", "VALUE", "VOLTAGE"), NUMBERS),
         "FILE": ["x", ".", "no/x.png", f"{'x' * 300}.png", "x.jpg", "/dev/full/x.png"],
         "PIN": ["x", "''", "d3", "é"], "NAME": ["x", "''", "board.x", "é.é"],
         "TEXT": ["a b", "'a", '"'], "KEYS": KEYS, "BYTES": [*KEYS, "€", "'\\u20ac'"]}


GOOD = {"X": "1", "Y": "1", "SECONDS": "1", "LEVEL": "1", "PIN": "D3", "VOLTAGE": "1",
        "FILE": "x.png", "NAME": "light", "VALUE": "1", "TEXT": "a", "KEYS": "a", "BYTES": "a"}


def scripts() -> Iterator[bytes]:
    for command, usage in script.COMMANDS.items():
        names = [name.strip("[]") for name in usage.split()]
        good = [GOOD[name] for name in names]
        yield f"0 {command} {' '.join(good)} more and more\n".encode()
        yield from (f"0 {command} {' '.join([*good[:at], word, *good[at + 1:]])}\n".encode()
                    for at, name in enumerate(names) for word in WORDS[name])
    for name in script.VALUES:
        yield from (f"{name} {word}\n".encode() for word in ("", "é", "x y", "A" * 9000, "=="))
    yield from (f"{word} tap 1 1\n".encode() for word in NUMBERS)
    yield from damaged("0 tap 10 20\n1 type 'ab'\n2 keys 'c'\n" * 9)


def read_script(path: Path) -> None:
    text = script.read_text(path)
    script.parse_preamble(text, path)
    board = find_board("pyportal")
    script.parse(text, path, (320, 240), board.pins)


def parts_of(path: Path) -> Parts:
    return Parts(LightAndTemperature(), what=path)


def settings_of(path: Path) -> settings.Settings:
    return settings.read(path.parent)


FORMS: dict[str, tuple[str, Callable[[], Iterator[bytes]], Callable[[Path], Any]]] = {
    "recording": ("net.json", recordings, recording.Recording),
    "parts": ("parts.toml", parts, parts_of),
    "scoreboard": ("scoreboard.toml", scoreboards, settings_of),
    "script": ("taps.txt", scripts, read_script),
}


@pytest.mark.parametrize("form", FORMS)
def test_a_wrong_file_gets_one_sentence_with_its_name(tmp_path, monkeypatch, form):
    monkeypatch.chdir(tmp_path)
    name, make, read = FORMS[form]
    path, refused = tmp_path / name, 0
    for data in make():
        path.unlink(missing_ok=True)  # some disks are slow to write a file that is there anew
        path.write_bytes(data)
        try:
            read(path)
        except (ValueError, UserError, settings.SettingsError) as error:
            refused, said = refused + 1, str(error)
            assert name in said and len(said) < 700 and "Traceback" not in said, (said, data[:200])
            assert said.isprintable() and not re.search(r"sys\.|Error\b", said), (said, data[:200])
    assert refused >= 300


def test_a_wrong_field_is_named_with_its_line(tmp_path):
    def said(read: Callable[[Path], Any], name: str, text: str) -> str:
        (tmp_path / name).write_text(text, encoding="utf-8")
        with pytest.raises((ValueError, settings.SettingsError)) as refusal:
            read(tmp_path / name)
        return str(refusal.value).removeprefix(f"{tmp_path / name}, ")

    net = json.dumps(RECORDING, indent=1)
    read = recording.Recording
    assert said(read, "net.json", net.replace('"status": 200', '"status": "200"')) == (
        'line 10, http[0].status: "200" is not a whole number from 0 to 999')
    assert said(read, "net.json", net.replace('"port": 1', '"port": 0')).startswith(
        "line 6, http[0].port: 0 is not")
    assert said(read, "net.json", net.replace('"headers": {}', '"x": {}')).startswith(
        "line 9, http[0].x: there is no such field: use host or port or")
    assert said(settings_of, "scoreboard.toml", '# a\n\ntoken = 5\n') == (
        "line 3, token: 5 is not a text in quotation marks")
    assert said(parts_of, "parts.toml", "[a]\nkind = 'pir'\n[b]\nkind = 'sht4x'\nhumidity = 'x'") \
        == 'line 5, b, humidity: "x" is not a number from 0 to 100'


def test_a_mark_of_the_byte_order_is_left_out(tmp_path):
    for name, text, read in (
            ("net.json", json.dumps(RECORDING), recording.Recording),
            ("parts.toml", "[board]\nlight = 1\n", parts_of),
            ("scoreboard.toml", "token = 'a'", settings_of),
            ("taps.txt", "seed 5\n0 tap 1 1\n", read_script)):
        (tmp_path / name).write_text(text, encoding="utf-8-sig")
        read(tmp_path / name)


@pytest.mark.parametrize("form", ["recording", "parts", "script"])
def test_a_file_of_more_than_64_megabytes_is_refused(tmp_path, form):
    with open(tmp_path / "large", "wb") as file:
        file.truncate((64 << 20) + 1)
    with pytest.raises((ValueError, UserError), match="/large has more than 64 MB: name a"):
        FORMS[form][2](tmp_path / "large")


@pytest.mark.parametrize("key", ["a." * 50_000 + "a", '"a b" . ' * 50_000 + "a"])
@pytest.mark.parametrize("line", ["{} = 1", "[{}]", "x = {{{} = 1}}"])
def test_a_key_of_very_many_parts_is_refused_at_once(tmp_path, key, line):
    """Python's own reader takes a minute for each."""
    (tmp_path / "parts.toml").write_text(line.format(key))
    with pytest.raises(ValueError, match=r"parts\.toml is not TOML: it is nested too deep"):
        parts_of(tmp_path / "parts.toml")
