# SPDX-License-Identifier: MIT
"""The checker axe finds no fault with the page in any of its states, whatever its colours."""

import json

import pytest

from tests.support.network import browser

sync_playwright = pytest.importorskip(
    "axe_playwright_python.sync_playwright",
    reason="axe checks the page: pip install -e '.[web]'")

NARROW = {"width": 360, "height": 700}
ASKS = [{"wonders": "http://one.example"}, {"wonders": "http://two.example"}]

# The buttons of a question are off while a finger is down.
HELD = "['focus', 'pointerdown'].forEach((kind) => dispatchEvent(new Event(kind)))"


def faults(page):
    found = sync_playwright.Axe().run(page.page, options=browser.WCAG).response
    assert len(found["passes"]) > 10
    return [(fault["id"], node["html"]) for fault in found["violations"] for node in fault["nodes"]]


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_axe_finds_no_fault(open_page, tmp_path, colours):
    (tmp_path / "words.py").write_text(json.dumps([{"print": "words"}, *ASKS]))
    page = open_page(script="indexedDB.open = () => { throw new Error('blocked'); };")
    page.page.emulate_media(color_scheme=colours)
    page.page.locator("#warnings p").wait_for()
    assert faults(page) == []
    page.page.click("#edit > summary")
    page.open(tmp_path / "words.py")
    page.page.wait_for_selector("#ask[open]")
    page.page.evaluate(HELD)
    assert page.page.query_selector("#ask button:disabled")
    assert faults(page) == []
    page.page.evaluate("dispatchEvent(new Event('pointerup'))")
    page.page.click("#ask button[value=allow]")
    page.wait_for_serial("decided true")
    page.page.set_viewport_size(NARROW)
    page.page.wait_for_selector("#ask[open] button:enabled")
    assert faults(page) == []
    page.page.click("#ask button[value=refuse]")
    page.page.click("#share")
    page.wait_for_said("The link is in the address bar")
    page.reload(None)
    page.page.wait_for_selector("#offer[open]")
    assert faults(page) == []
    page.page.evaluate("() => { offer.close(); framed.hidden = false; bench.hidden = true; }")
    assert faults(page) == []
