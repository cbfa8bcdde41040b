# SPDX-License-Identifier: MIT
"""A browser and the built site, for the tests that need them; skipped with a reason without."""

import pytest

import browser


@pytest.fixture(scope="session")
def chromium():
    if reason := browser.missing():
        pytest.skip(reason)
    with browser.launched() as running:
        yield running


@pytest.fixture(scope="session")
def address(chromium, tmp_path_factory):
    with browser.served(tmp_path_factory.mktemp("site") / "site") as address:
        yield address


@pytest.fixture
def context(chromium):
    """A browser's profile of its own, with a finger."""
    context = chromium.new_context(viewport={"width": 1000, "height": 800}, has_touch=True)
    yield context
    context.close()


@pytest.fixture
def open_page(context, address):
    """Opens the page, `after` being what its address ends with, and checks it at the end."""
    pages = []

    def open_at(after=""):
        pages.append(browser.Page(context, address + after))
        return pages[-1]

    yield open_at
    for page in pages:
        page.close()
