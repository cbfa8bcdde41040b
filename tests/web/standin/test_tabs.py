# SPDX-License-Identifier: MIT
"""Several tabs with one program: one of them saves, the others say that they do not."""

import json
from functools import partial
from random import Random

import pytest

from tests.support import hang
from tests.support.network import browser

GAME = "pyportal nvm game"
SHARED, TAKE_OVER = "#shared", "#take-over"
KEPT = "([key, first]) => atob(localStorage.getItem(key) ?? '').charCodeAt(0) === first"
SAVE = """steps => {
  document.getElementById("file").value = "code.py";
  document.getElementById("text").value = steps;
  document.getElementById("save").click();
}"""
RACES = 100
# A page without https has none.
NO_LOCKS = "Object.defineProperty(navigator, 'locks', { value: undefined });"


def save(page, first):
    """Have the program write nvm's first byte; return when it has."""
    page.page.evaluate(SAVE, json.dumps([{"nvm": first}, {"print": f"saved {first}"}]))
    page.wait_for_serial(f"saved {first}\n")


def wait_until_kept(page, first):
    page.wait_for(KEPT, [GAME, first])


def saves(page):
    return page.page.is_hidden(SHARED)


def is_saved(tabs, saved, savers):
    """Whether the save of the one tab that saves is kept, or either's if it has just taken over."""
    now = [saves(tab) for tab in tabs]
    return sum(now) <= 1 and (not any(now) or any(
        tab.page.evaluate(KEPT, [GAME, first]) for tab, first, is_saver in
        zip(tabs, saved, now, strict=True) if is_saver or now != savers))


def test_the_second_tab_says_that_it_does_not_save_and_the_first_ones_is_kept(open_page):
    first, second = open_page(), open_page()
    save(first, 7)
    wait_until_kept(first, 7)
    assert saves(first) and not saves(second)
    assert "Nothing is saved here" in second.page.text_content(SHARED)
    save(second, 8)
    second.page.click("#reset")
    second.wait_for_serial("started with 8")  # as a board has it, until the page is closed
    wait_until_kept(first, 7)


def test_the_second_tab_takes_over_and_goes_on_with_what_the_first_saved(open_page):
    first, second = open_page(), open_page()
    save(first, 7)
    second.page.click(TAKE_OVER)
    second.wait_for_serial("started with 7")
    first.page.wait_for_selector(SHARED)
    assert saves(second)
    save(second, 8)
    wait_until_kept(second, 8)
    save(first, 9)
    wait_until_kept(second, 8)


def test_a_tab_that_is_closed_lets_the_other_save_after_a_reset(open_page):
    first, second = open_page(), open_page()
    save(first, 7)
    first.page.close()
    # The browser gives the lock back in its own time.
    hang.until(lambda: second.page.click("#reset") or saves(second), "saving", browser.PATIENCE_S)
    second.wait_for_serial("started with 7")


def test_tabs_with_different_programs_both_save(open_page, open_program):
    first = open_page()
    open_program(json.dumps([{"nvm": 8}, {"print": "saved"}])).wait_for_serial("saved")
    save(first, 7)
    wait_until_kept(first, 7)
    assert saves(first) and first.page.evaluate("Object.keys(localStorage).length") == 2


@pytest.mark.parametrize("script", ["", NO_LOCKS], ids=["locks", "no locks"])
def test_an_edit_of_the_second_tab_changes_nothing_of_what_the_first_saved(open_page, script):
    first, second = open_page(script=script), open_page(script=script)
    save(first, 7)
    wait_until_kept(first, 7)
    save(second, 8)
    if script:
        second.page.wait_for_selector("#warnings p")
    else:
        assert not second.page.locator("#warnings p").count()
    wait_until_kept(first, 7)


def test_no_save_is_lost_in_a_hundred_races(open_page):
    """Two tabs save, take over and reset at once: the last save of the one that saves is kept."""
    random, tabs = Random(1), [open_page(), open_page()]
    for race in range(RACES):
        for tab in random.sample(tabs, 2):
            tab.page.evaluate(random.choice([
                "1", "document.getElementById('shared').hidden || "
                "document.getElementById('take-over').click()",
                "document.getElementById('reset').click()"]))
        savers = [saves(tab) for tab in tabs]
        saved = [1 + 2 * race % 250 + number for number in range(len(tabs))]
        for tab, first in zip(tabs, saved, strict=True):
            save(tab, first)
        hang.until(partial(is_saved, tabs, saved, savers), f"{saved} saved", browser.PATIENCE_S)
