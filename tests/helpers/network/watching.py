# SPDX-License-Identifier: MIT
"""The scoreboard's pages in a headless browser, and what a game's player should show there."""

from contextlib import contextmanager

import browser
from minesweeper.board import field

NARROW = {"width": 390, "height": 800}


@contextmanager
def page(port):
    """A page of a scoreboard at the loopback, `base` its address; complaints are a failure."""
    with browser.launched() as chromium:
        errors = []
        page = chromium.new_page(viewport=NARROW)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda told: errors.append(told.text) if told.type == "error" else None)
        page.set_default_timeout(browser.PATIENCE_MS)
        page.base = f"http://127.0.0.1:{port}"
        yield page
        assert errors == []


def shown(page):
    """What stands on each cell."""
    return page.evaluate("[...document.querySelectorAll('#board i')].map(each =>"
                         " each.className.includes('open') ? each.textContent || '0'"
                         " : each.textContent || '-')")


def told(game):
    """What a player sees of the decided board."""
    signs = {field.COVERED: "-", field.QUESTION: "?", field.FLAG: "⚑"}
    game.end()
    return ["✹" if byte & field.MINE and byte & field.OPEN == field.OPEN
            else str(byte & field.AROUND) if byte & field.OPEN == field.OPEN
            else "✗" if byte & field.FATAL and not byte & field.MINE
            else signs[byte & field.OPEN] for byte in game.field.cells]
