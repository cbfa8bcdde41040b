# SPDX-License-Identifier: MIT
"""Questions of the page's stand where no finger is about to be, and answer nobody by accident."""


import pytest

ASKS = [{"wantsPermission": "http://one.example"}, {"wantsPermission": "http://two.example"}]
CALM_MS = 500
BUTTONS = "#ask button"


@pytest.fixture
def clock(context):
    """The pages' own, which stands still."""
    context.clock.install(time=0)
    context.clock.pause_at(1000)
    return context.clock


def are_on(page, buttons=BUTTONS):
    (on,) = set(page.page.eval_on_selector_all(buttons, "all => all.map(one => !one.disabled)"))
    return on


def test_its_buttons_work_after_half_a_second_in_which_nothing_was_touched(clock, run):
    page = run(ASKS)
    page.page.wait_for_selector("#ask[open]")
    clock.run_for(CALM_MS - 1)
    assert not are_on(page)
    page.page.locator(BUTTONS).first.click(force=True)
    clock.run_for(CALM_MS - 1)
    assert not are_on(page)
    clock.run_for(1)
    assert are_on(page)
    assert "decided" not in page.serial
    page.page.click("#ask button[value=allow]")
    page.wait_for_serial("decided true")


@pytest.mark.parametrize("key", [" ", "Enter"])
def test_keys_that_a_game_is_played_with_answer_nothing(clock, run, key):
    page = run(ASKS)
    page.page.wait_for_selector("#ask[open]")
    for _ in range(5):
        clock.run_for(CALM_MS - 1)
        page.page.keyboard.press(key)
        assert not are_on(page)
    clock.run_for(CALM_MS)
    page.page.keyboard.press(key)
    assert "decided" not in page.serial
    assert page.page.query_selector("#ask[open]")


def test_escape_refuses_and_the_board_has_the_keys_again(run):
    page = run([{"print": "ready"}, *ASKS[:1]])
    page.page.wait_for_selector("#ask[open]")
    page.page.keyboard.press("Escape")
    page.wait_for_serial("decided false")
    page.press(10, 20)
    page.release()
    page.wait_for_serial('touched {"pressure":1,"x":10,"y":20}')


@pytest.mark.parametrize(("width", "height"), [
    (1300, 700), (320, 480), (700, 360)])
def test_the_question_is_beside_the_boards_screen_and_in_sight(run, width, height):
    page = run([])
    page.resize(width, height)
    before = page.page.locator("#glass").bounding_box()
    page.page.evaluate("""() => {
      const wantsPermission = "http://" + "long.".repeat(30) + "example";
      const code = JSON.stringify([{ wantsPermission }]);
      document.getElementById("text").value = code;
      document.getElementById("save").click();
    }""")
    page.page.wait_for_selector("#ask[open]")
    page.wait_for_layout()
    glass = page.page.locator("#glass").bounding_box()
    asked = page.page.locator("#ask").bounding_box()
    button = page.page.locator("#ask button[value=allow]").bounding_box()
    assert asked["y"] >= glass["y"] + glass["height"] or asked["x"] >= glass["x"] + glass["width"]
    assert 0 <= button["y"] <= button["y"] + button["height"] <= height
    assert (glass["width"], glass["height"]) == (before["width"], before["height"])
    assert page.page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_screen_feels_nothing_while_there_is_a_question(run):
    page = run([{"print": "ready"}, *ASKS[:1]])
    page.page.wait_for_selector("#ask[open]")
    page.press(160, 120)
    page.release()
    page.page.keyboard.press("Escape")
    page.wait_for_serial("decided false")
    assert "touched" not in page.serial


def test_a_program_in_a_link_waits_as_well(clock, run, open_page):
    other = open_page(run([{"print": "ran"}]).link(), started=False)
    other.page.wait_for_selector("#offer[open]")
    clock.run_for(CALM_MS - 1)
    assert not are_on(other, "#offer button")
    clock.run_for(1)
    assert are_on(other, "#offer button")


# A path that a drive may have, and that would end its line, turn it, or stand for another name.
ODD = "a # code.py\u2028\u202egnp\u2066.py"


def test_the_question_shows_paths_in_one_line_and_letters_that_turn_or_hide_others(
        run, open_page, tmp_path):
    page = run([])
    page.page.evaluate("""async ([path, text]) => {
      const { linkTo } = await import(new URL("program/link.js", document.querySelector(
        "script[src$='page/main.js']").src));
      const { Program } = await import(new URL("program/program.js", document.querySelector(
        "script[src$='page/main.js']").src));
      const files = [["code.py", "[]"], [path, text]];
      const bytes = files.map(([name, words]) => [name, new TextEncoder().encode(words)]);
      window.made = await linkTo(new Program("x", new Map(bytes)), new Map(), null);
    }""", [ODD, "one\r\ntwo\t\u202ethree\u2069"])
    other = open_page(f"#{page.page.evaluate('made').partition('#')[2]}", started=False)
    other.page.wait_for_selector("#offer[open]")
    names = other.page.locator("#offer-text strong").all_text_contents()
    assert names == ["code.py", "a # code.py‹U+2028›‹U+202E›gnp‹U+2066›.py"]
    shown = other.page.text_content("#offer-text")
    assert "one\ntwo\t‹U+202E›three‹U+2069›\n" in shown


REPLAY = """RawVF_Version: Rev6
Program: PyPortal Minesweeper
Level: Intermediate
Width: 16
Height: 16
Mines: 40
Time: 39.4
Status: won
Number: 21845-0000007
Board:
{board}
Events:
0.000 lc 1 1 (8 8)
0.000 lr 1 1 (8 8)
39.400 lc 2 1 (24 8)
39.400 lr 2 1 (24 8)
""".format(board="\n".join(["0" * 16] * 16))


@pytest.fixture
def replayed(open_page):
    """Opens the link of a replay."""
    page = open_page()
    link = page.page.evaluate("""async text => {
      const made = document.querySelector("script[src$='page/main.js']").src;
      const { linkToReplay } = await import(new URL("program/link.js", made));
      return linkToReplay(text);
    }""", REPLAY)
    return open_page(f"#{link.partition('#')[2]}", started=False)


def test_a_replays_link_offers_to_watch_it_or_to_play_its_board(replayed):
    replayed.page.wait_for_selector("#replay[open]")
    assert replayed.page.text_content("#replay-title") == "A game of 0:39 on Medium"
    assert replayed.page.locator("#replay button").all_text_contents() == ["Watch", "Play it"]
    assert not replayed.page.query_selector("#offer[open]")
    replayed.page.click("#replay button[value=watch]")
    replayed.wait_for_said("A replay: 2 moves, won.")
    replayed.page.reload()
    replayed.page.click("#replay button[value=play]")
    replayed.wait_for_serial("typed deal 21845-0000007\n")
    assert "A replay" not in replayed.page.text_content("#about")
