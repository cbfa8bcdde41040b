# SPDX-License-Identifier: MIT
"""The page asks for the board's firmware once, says what is wrong with a file, and keeps it."""

import pytest

from tests.support.network import browser, standinfirmware
from tools import site

FILM, BUTTON = "#film-picture", "#film-get"
FULL = """
IDBObjectStore.prototype.put = () => { throw new DOMException("full", "QuotaExceededError"); };
"""
BLOCKED = "indexedDB.open = () => { throw new DOMException('denied', 'SecurityError'); };"


@pytest.fixture(scope="module")
def files(files):
    """The site's, without a firmware."""
    others = {name: data for name, data in files.items() if name != "firmware.zip"}
    others["film.gif"] = site.FILM.read_bytes()
    facts = others[site.SHARED].replace(b'"firmware": true', b'"firmware": false')
    return others | {site.SHARED: facts}


@pytest.fixture(scope="module")
def address(chromium, files, tmp_path_factory):
    with browser.served(tmp_path_factory.mktemp("bare") / "site",
                        site.published(files)) as address:
        yield address


@pytest.fixture
def bare(open_page):
    """A page that asks."""
    def opened(**options):
        page = open_page(started=False, **options)
        page.page.wait_for_selector(FILM)
        return page

    return opened


@pytest.fixture
def give(tmp_path):
    """Choose a file as the page's firmware."""
    def choose(page, content, name="mine.uf2"):
        (tmp_path / name).write_bytes(content)
        page.page.set_input_files("#firmware-file", tmp_path / name)

    return choose


def about(page):
    return page.page.text_content("#firmware-about")


def wait_for_about(page, words):
    page.wait_for("words => document.getElementById('firmware-about').textContent.includes(words)",
                  words)


def test_without_one_a_film_plays_and_a_button_leads_to_the_download(bare, give, context):
    context.route("https://circuitpython.org/**", lambda route: route.fulfill(body="downloads"))
    page = bare()
    page.wait_for("() => document.getElementById('film-picture').naturalWidth === 320")
    assert page.page.locator("button:visible").all_text_contents() == [
        "Go to the download page"]
    assert not page.page.is_visible("#screen")
    for way in BUTTON, "text=circuitpython.org/board/pyportal":  # a tab that was closed opens again
        with context.expect_page() as opened:
            page.page.click(way)
        assert opened.value.url == "https://circuitpython.org/board/pyportal/"
        assert opened.value.evaluate("opener") is None
        opened.value.close()
    assert "adafruit-circuitpython-pyportal-" in page.page.text_content("#film-about")
    assert not page.page.is_visible("text=I have the .uf2 file")
    with page.page.expect_file_chooser():
        page.page.click(BUTTON)
    give(page, standinfirmware.uf2())
    page.wait_for(browser.RUNNING)
    page.page.wait_for_selector("#screen")  # it has a size when the page is laid out anew
    assert not page.page.is_visible(FILM)


def test_a_file_that_is_chosen_runs_and_is_kept(bare, give, open_page):
    page = bare()
    give(page, standinfirmware.uf2())
    page.wait_for(browser.RUNNING)
    assert about(page) == "CircuitPython 10.2.1 for the Adafruit PyPortal, from mine.uf2."
    assert not page.page.is_visible("#film") and page.page.is_visible("#console")
    page.reload()
    assert about(page) == "CircuitPython 10.2.1 for the Adafruit PyPortal, from mine.uf2."


def test_another_takes_its_place(bare, give, tmp_path):
    page = bare()
    give(page, standinfirmware.uf2())
    page.wait_for(browser.RUNNING)
    page.wait_for_serial("started with 255")
    give(page, standinfirmware.uf2(version="9.2.8"), "other.uf2")
    wait_for_about(page, "CircuitPython 9.2.8")
    page.wait_for("() => document.getElementById('output').textContent.split('started').length > 2")
    page.open(tmp_path / "mine.uf2")
    wait_for_about(page, "CircuitPython 10.2.1")


@pytest.mark.parametrize(("content", "words"), [
    (b"words", "wrong.uf2 is not a UF2 file"),
    (standinfirmware.uf2()[:-512], "wrong.uf2 is truncated"),
    (standinfirmware.uf2(title="Adafruit PyGamer"),
     "wrong.uf2 is for the Adafruit PyGamer"),
])
def test_what_cannot_run_is_refused_in_a_sentence_and_it_goes_on_asking(bare, give, content, words):
    page = bare()
    give(page, content, "wrong.uf2")
    wait_for_about(page, words)
    assert page.page.text_content("#film-about") == about(page)
    give(page, standinfirmware.uf2())
    page.wait_for(browser.RUNNING)


def test_a_browser_that_keeps_nothing_asks_again_and_says_so(bare, give):
    page = bare(script=FULL)
    give(page, standinfirmware.uf2())
    page.wait_for(browser.RUNNING)
    page.page.locator("#warnings p", has_text="could not keep the firmware").wait_for()
    page.page.reload()
    page.page.wait_for_selector(FILM)


def test_a_blocked_database_is_said(bare):
    page = bare(script=BLOCKED)
    page.page.locator("#warnings p", has_text="so the page asks for the firmware again").wait_for()


def test_a_link_to_a_run_says_on_which_firmware_it_was_made(bare, give, open_page):
    page = bare()
    give(page, standinfirmware.uf2(version="9.2.8"))
    page.wait_for(browser.RUNNING)
    page.type("help")
    page.wait_for_serial("typed help")
    link = page.link("#share-run")
    same = open_page(link, started=False)
    same.page.wait_for_selector("#offer[open]")
    assert "differently" not in same.page.text_content("#offer-about")
    same.page.click("#offer button[value=leave]")
    same.wait_for(browser.RUNNING)
    give(same, standinfirmware.uf2(version="10.0.3"))
    wait_for_about(same, "10.0.3")
    other = open_page(link, started=False)
    other.page.wait_for_selector("#offer[open]")
    assert ("It was made with CircuitPython 9.2.8, and this page has 10.0.3: it may come out "
            "differently.") in other.page.text_content("#offer-about")
