# SPDX-License-Identifier: MIT
"""settings.toml, as a program meets it."""

from tests.support.programs.programs import outcomes

SETTINGS = r'''
# what a program sets
NAME = "desk"   # a comment
SAID = "a \"word\" \u00e9 # no comment"
SIZE = 7
HEX=0x10
MINUS = -3
ON = true
RATIO = 1.5
BARE = some words # and a comment
BROKEN = "open
BEYOND = "\U00110000"
EMPTY =
NAME = "last"
[table]
LATER = 1
'''
VALUES = [  # key, os.getenv, supervisor.get_setting
    ("NAME", "'last'", "'last'"),
    ("SAID", "'a \"word\" é # no comment'", "'a \"word\" é # no comment'"),
    ("SIZE", "'7'", "7"),
    ("HEX", "'0x10'", "16"),
    ("MINUS", "'-3'", "-3"),
    ("ON", "'true'", "True"),
    ("RATIO", "'1.5'", "1.5"),
    ("BARE", "'some words'", "ValueError"),
    ("BROKEN", "'?'", "ValueError"),
    ("BEYOND", "'?'", "ValueError"),
    ("EMPTY", "''", "ValueError"),
    ("LATER", "'?'", "'?'"),
    ("NONE", "'?'", "'?'"),
]


def test_settings_are_text_for_getenv_and_typed_for_get_setting(write_program, tmp_path):
    (tmp_path / "settings.toml").write_text(SETTINGS, encoding="utf-8")
    for function, column in (("os.getenv", 1), ("supervisor.get_setting", 2)):
        calls = [f"repr({function}({key!r}, '?'))" for key, *_ in VALUES]
        told = outcomes(write_program, "os, supervisor", calls)
        assert [line.split(":")[0] for line in told] == [row[column] for row in VALUES]


def test_without_settings_there_is_only_the_default(write_program):
    calls = ["os.getenv('X')", "os.getenv('X', 5)", "os.getenv(5)",
             "supervisor.get_setting('X', 1)"]
    assert outcomes(write_program, "os, supervisor", calls) == [
        "None", "5", "TypeError: key must be of type str, not int", "1"]
