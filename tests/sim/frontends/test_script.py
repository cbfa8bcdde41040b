# SPDX-License-Identifier: MIT
"""Scripts: read line by line, refused where they are wrong, played on time, and written."""

import pytest

from sim.errors import UserError
from sim.frontends.player import Player, play
from sim.frontends.script import (
    Preamble,
    Step,
    escape,
    parse,
    parse_preamble,
    read_text,
    unescape,
    write,
)
from tests.support.programs.instantly import PyPortal

SIZE = (320, 240)

# Prints touches as the real library reads them.
TOUCH = """
import board, time, adafruit_touchscreen
screen = adafruit_touchscreen.Touchscreen(
    board.TOUCH_XL, board.TOUCH_XR, board.TOUCH_YD, board.TOUCH_YU,
    calibration=((9000, 59000), (8000, 57000)), size=(320, 240))
last = None
while True:
    point = screen.touch_point
    point = point and point[:2]
    if point != last:
        print(point, round(time.monotonic(), 1))
        last = point
    time.sleep(0.01)
"""


@pytest.fixture
def steps():
    """A function that parses a script's text."""
    return lambda text: parse(text, "moves.txt", SIZE, {"D3"})


def test_reads_every_command(steps, tmp_path):
    assert steps(f"""
        # a comment, and a blank line

        0 light 0.3
        1.0 tap 160 120       # a comment behind a command
        2.0 hold 20 30 0.5
        3 press 1 2
        3 move 3 4.5
        3.5 release
        4 type "say 'hello' # not a comment"
        5 screenshot "{tmp_path}/mid.png"
        6 reset
    """) == [
        Step(0, "light", (0.3,)),
        Step(1_000_000_000, "press", (160, 120)),
        Step(1_120_000_000, "release"),
        Step(2_000_000_000, "press", (20, 30)),
        Step(2_500_000_000, "release"),
        Step(3_000_000_000, "press", (1, 2)),
        Step(3_000_000_000, "move", (3, 4.5)),
        Step(3_500_000_000, "release"),
        Step(4_000_000_000, "type", ("say 'hello' # not a comment",)),
        Step(5_000_000_000, "screenshot", (tmp_path / "mid.png",)),
        Step(6_000_000_000, "reset"),
    ]


def test_a_hold_lasts_0_8_s_by_default(steps):
    assert [step.at for step in steps("1 hold 5 5")] == [1_000_000_000, 1_800_000_000]


def test_other_steps_can_happen_during_a_hold(steps):
    actions = [step.action for step in steps("1 hold 5 5 2\n2 move 6 6\n2.5 light 1")]
    assert actions == ["press", "move", "light", "release"]


@pytest.mark.parametrize(("line", "why"), [
    ("1 poke 3 4", "unknown command 'poke': use one of tap, hold, "),
    ("tap 3 4", "the time 'tap' is not a number"),
    ("nan tap 3 4", "the time 'nan' is not a number"),
    ("3", "the line has a time but no command"),
    ("seed 5", "the time 'seed' is not a number"),
    ("1 pin X9 1", "the board has no pin X9"),
    ("1 pin D3 2", "the voltage 2 is not between 0.0 and 1.0"),
    (r'1 keys "a\q"', r"\q is not one of "),
    ("1 keys a b", "keys takes KEYS, and this line gives 2: put the text in quotation marks"),
    ("-1 tap 3 4", "the time -1 is negative"),
    ("1e300 tap 3 4", "the time 1e300 is too late: a run ends after 1,000,000,000 s"),
    ("1 tap 3", "tap takes X Y, and this line gives 1"),
    ("1 tap 3 4 5", "tap takes X Y, and this line gives 3"),
    ("1 hold 3 4 5 6", "hold takes X Y [SECONDS], and this line gives 4"),
    ("1 release 3", "release takes no arguments, and this line gives 1"),
    ("1 type two words", "type takes TEXT, and this line gives 2: put the text in quotation marks"),
    ('1 type "open', "a quotation mark is not closed"),
    ("1 tap x 4", "x 'x' is not a number"),
    ("1 tap 320 4", "x 320 is off the screen: it goes from 0 to 319"),
    ("1 tap 4 -1", "y -1 is off the screen: it goes from 0 to 239"),
    ("1 hold 4 4 0", "the time to hold 0 is not above 0"),
    ("1 hold 4 4 1e300", "the time to hold 1e300 is not above 0 and up to 1,000,000,000"),
    ("1 light 2", "the light level 2 is not between 0.0 and 1.0"),
    ("1 move 4 4", "there is nothing to move: a line with press comes first"),
    ("1 release", "there is nothing to release"),
    ("1 screenshot picture.jpg", "picture.jpg is not a .png file"),
    ("1 screenshot nowhere/a.png", "cannot write nowhere/a.png: there is no folder nowhere"),
])
def test_refuses_a_wrong_line_with_file_and_number(steps, line, why):
    with pytest.raises(UserError) as refusal:
        steps(f"# a comment\n0 light 1\n{line}\n")
    sentence = str(refusal.value)
    assert "moves.txt, line 3: " + why in sentence
    assert "\n" not in sentence


@pytest.mark.parametrize(("text", "why"), [
    ("2 reset\n1.5 reset", "line 2: the time 1.5 is before 2, that of the line before"),
    ("1 tap 3 4\n1.1 tap 3 4", "line 2: the stylus is still down, from line 1 until 1.12 s"),
    ("1 press 3 4\n2 tap 3 4", "line 2: the stylus is still down, from line 1 on: release it"),
    ("1 hold 3 4 2\n2 release", "line 2: there is nothing to release"),
    ("1 tap 3 4\n2 move 3 4", "line 2: there is nothing to move"),
])
def test_refuses_a_line_that_contradicts_the_ones_before(steps, text, why):
    with pytest.raises(UserError, match=why):
        steps(text)


def test_refuses_a_missing_file_and_one_that_is_not_text(tmp_path):
    with pytest.raises(UserError, match=r"cannot read the script .*moves\.txt: No such file"):
        read_text(tmp_path / "moves.txt")
    (tmp_path / "moves.txt").write_bytes(b"\xff\xfe")
    with pytest.raises(UserError, match=r"moves\.txt is not text"):
        read_text(tmp_path / "moves.txt")


def test_a_tap_may_follow_at_the_moment_the_last_one_ends(steps):
    actions = [step.action for step in steps("1 tap 3 4\n1.12 tap 5 6")]
    assert actions == ["press", "release", "press", "release"]


def test_touches_are_played_at_their_times(write_program, steps):
    with PyPortal(write_program(TOUCH)) as board:
        play(board, steps("1 tap 160 120\n2 press 10 20\n2.5 move 30 40\n3 release"), 4)
        assert board.now == 4
        assert board.serial.splitlines() == [
            "(160, 120) 2.0", "None 2.1", "(10, 20) 3.0", "(30, 40) 3.5", "None 4.0"]


def test_plays_console_light_and_screenshot(write_program, tmp_path, steps):
    program = "import board, analogio\nprint(input())\nprint(analogio.AnalogIn(board.LIGHT).value)"
    with PyPortal(write_program(program)) as board:
        play(board, steps(f'1 light 1.0\n2 type "board"\n3 screenshot {tmp_path}/end.png'), 3)
        assert board.serial.splitlines()[-2:] == ["board", "65535"]
        assert (tmp_path / "end.png").read_bytes().startswith(b"\x89PNG")


def test_play_goes_on_over_a_reset_and_after_the_programs_end(write_program, steps):
    with PyPortal(write_program("import time\nprint('start')\ntime.sleep(0.5)")) as board:
        player = Player(board, steps("1 reset\n3 reset"))
        player.run_until(2_000_000_000)
        assert (board.serial, board.running) == ("start\nstart\n", False)
        player.run_until(4_000_000_000)
        assert (board.serial, player.now) == ("start\n" * 3, 4_000_000_000)


def test_time_passes_while_a_program_resets_itself_for_ever(write_program):
    program = "import microcontroller\nprint('again')\nmicrocontroller.reset()"
    with PyPortal(write_program(program)) as board:
        play(board, [], 5)
        assert 1 < board.serial.count("again") < 10


def test_light_and_touch_stay_over_a_reset(write_program):
    with PyPortal(write_program(TOUCH)) as board:
        board.light = 0.25
        board.board.touch_panel.bounce_ns = 7
        board.press(50, 60)
        board.reset()
        board.run(0.5)
        assert board.serial.startswith("(50, 60)")
        assert (board.light, board.board.touch_panel.bounce_ns) == (0.25, 7)


def test_a_reset_without_a_program_leaves_the_board_running(write_program, tmp_path):
    with PyPortal(write_program(TOUCH)) as board:
        board.run(0.1)
        (tmp_path / "code.py").unlink()
        with pytest.raises(ValueError, match=r"holds no code\.py"):
            board.reset()
        assert board.running


def test_written_steps_are_read_back():
    steps = [Step(5, "press", (3, 4)), Step(10**9 + 1, "move", (5, 4.25)), Step(2, "release"),
             Step(10**9 + 2, "light", (0.3,)), Step(86_400 * 10**9 + 7, "pin", ("D3", None)),
             Step(86_400 * 10**9 + 8, "pin", ("D4", 0.5)), Step(86_400 * 10**9 + 9, "reset"),
             Step(86_400 * 10**9 + 9, "stop"), Step(86_400 * 10**9 + 9, "reload")]
    steps.sort(key=lambda step: step.at)
    steps[0], steps[1] = Step(2, "press", (3, 4)), Step(5, "release")
    steps[2] = Step(10**9 + 1, "press", (5, 4.25))
    text = write(Preamble(), steps, 90_000 * 10**9)
    assert parse(text, "steps.txt", (320, 240), {"D3", "D4"}) == [
        *steps, Step(90_000 * 10**9, "end")]


def test_escaped_keys_are_read_back():
    keys = "".join(map(chr, range(0x3000))) + "\ud7ff\ufeff\U0001f600"
    assert unescape(escape(keys)) == keys
    assert escape(keys).isprintable()
    assert not set(escape(keys)) & set("'\"")


@pytest.mark.parametrize("preamble", [
    Preamble(), Preamble(seed=-3), Preamble(strict=True), Preamble(instant=False),
    Preamble(strict=False, instant=True),
    Preamble(5, "pyportal_titano", bytes(range(256)) * 32, strict=True, attended=True)])
def test_a_written_preamble_is_read_back(preamble):
    text = "# by hand\n" + "\n".join([*preamble.lines(), "1 tap 2 3", "seed 9"])
    assert parse_preamble(text, "script.txt") == preamble


@pytest.mark.parametrize(("line", "why"), [
    ("seed x", "the seed x is not a whole number"),
    ("seed", "seed takes one value"),
    ("board uno", "board 'uno' is not simulated: choose one of pyportal"),
    ("nvm AAAA", "the nvm is not one that a recording has written"),
    ("attended now", "attended takes nothing"),
])
def test_refuses_a_wrong_preamble_with_file_and_number(line, why):
    with pytest.raises(UserError, match=f"script.txt, line 2: {why}"):
        parse_preamble(f"# a comment\n{line}\n", "script.txt")



