# SPDX-License-Identifier: MIT
"""The scoreboard's pages in a headless browser, and what a game's player should show there."""

from contextlib import contextmanager

from tests.support.network import browser

# {sign on the console: sign on the page}
PAGE_SIGNS = {".": "0", "*": "✹", "X": "✹", "!": "✗", "F": "⚑"}
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
    """Return the sign on each cell."""
    return page.evaluate("[...document.querySelectorAll('#board i')].map(each =>"
                         " each.className.includes('open') ? each.textContent || '0'"
                         " : each.textContent || '-')")


def told(signs):
    """The page's signs for those of a board on the console."""
    return [PAGE_SIGNS.get(sign, sign) for sign in signs]
