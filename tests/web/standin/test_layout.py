# SPDX-License-Identifier: MIT
"""The page shows the board first, as large as the window allows; a program shows the workbench."""

import pytest

from tools import site

CLOSED = "sessionStorage.clear();"


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844), (844, 390), (320, 480)])
def test_the_board_fills_the_window_and_all_is_in_sight(open_page, width, height):
    page = open_page(script=CLOSED)
    page.page.set_viewport_size({"width": width, "height": height})
    page.page.wait_for_timeout(100)
    glass = page.page.locator("#glass").bounding_box()
    assert glass["width"] >= 0.9 * width or glass["height"] > 0.8 * height
    assert abs(glass["width"] / glass["height"] - 4 / 3) < 0.05
    for part in "#glass", "header", "#tools", "#state":
        box = page.page.locator(part).bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= width
        assert box["y"] >= 0 and box["y"] + box["height"] <= height
    assert not page.page.is_visible("#output")
    page.page.click("#tools")
    assert page.page.is_visible("#output")
    assert page.page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_program_of_ones_own_shows_the_workbench(open_page, tmp_path):
    (tmp_path / "own.py").write_text("[]")
    page = open_page(script=CLOSED)
    page.open(tmp_path / "own.py")
    page.page.locator("#text").wait_for()
    assert page.page.text_content("#program") == "own"


def test_the_right_button_holds(run):
    page = run([])
    box = page.page.locator("#screen").bounding_box()
    page.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2,
                          button="right")
    page.wait_for_serial('"holds":true')
    page.wait_for_serial("touched null")


def test_a_link_to_the_page_shows_its_picture_and_the_page_leads_to_the_project(files):
    built = site.around(b"", project="https://example.org/project", address="https://example.org/a")
    assert b'property="og:image" content="https://example.org/a/preview.png"' in built["index.html"]
    assert built["preview.png"].startswith(b"\x89PNG")
    assert b'"project": "https://example.org/project"' in built["board/facts.js"]
