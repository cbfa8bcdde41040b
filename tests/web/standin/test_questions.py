# SPDX-License-Identifier: MIT
"""Questions of the page's stand where no finger is about to be, and answer nobody by accident."""

import pytest

ASKS = [{"wonders": "http://one.example"}, {"wonders": "http://two.example"}]
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
    (1000, 800), (1300, 700), (360, 700), (320, 480), (700, 360)])
def test_the_question_is_beside_the_boards_screen_and_in_sight(run, width, height):
    page = run([])
    page.page.set_viewport_size({"width": width, "height": height})
    before = page.page.locator("#glass").bounding_box()
    page.page.evaluate("""() => {
      const code = JSON.stringify([{ wonders: "http://" + "long.".repeat(30) + "example" }]);
      document.getElementById("text").value = code;
      document.getElementById("save").click();
    }""")
    page.page.wait_for_selector("#ask[open]")
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
