# SPDX-License-Identifier: MIT
"""A browser and the built site, for the tests that need them; skipped with a reason without."""

from pathlib import Path

import pytest

from tests.support.network import browser, webpage
from tools import site


def pytest_collection_modifyitems(items):
    """Mark the tests that need a browser, which `make test` leaves to `make test-web`."""
    for item in items:
        if "chromium" in item.fixturenames and Path(__file__).parent in item.path.parents:
            item.add_marker("browser")


@pytest.fixture(scope="session")
def chromium():
    if reason := browser.missing():
        pytest.skip(reason)
    with browser.launched() as running:
        yield running


@pytest.fixture(scope="session")
def address(chromium, tmp_path_factory):
    files = site.build(webpage.found_firmware().path)
    with browser.served(tmp_path_factory.mktemp("site") / "site", files) as address:
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

    def open_at(after="", **options):
        pages.append(browser.Page(context, address + after, **options))
        return pages[-1]

    yield open_at
    for page in pages:
        page.close()


@pytest.fixture
def open_program(open_page, tmp_path):
    """Opens the page and on it a program, from its source."""
    def open_source(source):
        page = open_page()
        (tmp_path / "program.py").write_text(source, encoding="utf-8")
        page.open(tmp_path / "program.py")
        page.wait_for(browser.PROGRAM, "program")
        return page

    return open_source
