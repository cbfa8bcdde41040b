# SPDX-License-Identifier: MIT
"""The checker axe finds no fault with the page in any of its states, whatever its colours."""

import pytest

import browser

sync_playwright = pytest.importorskip(
    "axe_playwright_python.sync_playwright",
    reason="axe checks the page: pip install -e '.[web]'")

NARROW = {"width": 360, "height": 700}


def faults(page):
    found = sync_playwright.Axe().run(page.page, options=browser.WCAG).response
    assert len(found["passes"]) > 10
    return [(fault["id"], node["html"]) for fault in found["violations"] for node in fault["nodes"]]


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_axe_finds_no_fault(open_page, tmp_path, colours):
    (tmp_path / "words.py").write_text("import nowhere")
    page = open_page()
    page.page.emulate_media(color_scheme=colours)
    assert faults(page) == []
    page.page.click("#edit > summary")
    page.open(tmp_path / "words.py")
    page.wait_for(browser.PROGRAM, "words")
    page.wait_for_serial("no module named")
    assert faults(page) == []
    page.page.set_viewport_size(NARROW)
    assert faults(page) == []
    page.page.click("#share")
    page.wait_for_said("The link is in the address bar")
    page.reload(None)
    page.page.wait_for_selector("#offer[open]")
    assert faults(page) == []
    page.page.click("#offer button[value=leave]")
    page.page.evaluate("document.getElementById('ask').showModal()")
    assert faults(page) == []
