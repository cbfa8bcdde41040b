# SPDX-License-Identifier: MIT
"""Each program's saved data is its own and is kept; the page names data it cannot keep or read."""

import base64
import json

import pytest

from tests.support.network import browser

GAME = "pyportal nvm game"
SAVES = [{"nvm": 42}]
STORED = """first => Object.keys(localStorage).some(key =>
  key.startsWith("pyportal nvm ") && atob(localStorage.getItem(key)).charCodeAt(0) === first)"""
ERASED = "started with 255"
# A storage that is blocked, by the setting of a browser.
BLOCKED = """
Object.defineProperty(window, "localStorage", {
  get() { throw new DOMException("Access is denied", "SecurityError"); } });
"""
FULL = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') };"
# Databases that are damaged in several ways.
DATABASES = {
    "blocked": "indexedDB.open = () => { throw new DOMException('denied', 'SecurityError'); };",
    "without a store": 'indexedDB.open("pyportal", 1);',
}
# In place of RECORD, what is kept.
PUT = """\
() => new Promise((done) => {
  const request = indexedDB.open("pyportal", 1);
  request.onsuccess = () => {
    const transaction = request.result.transaction("programs", "readwrite");
    transaction.objectStore("programs").put(RECORD, "last");
    transaction.oncomplete = () => { request.result.close(); done(); };
  };
})"""
SHELVED = """\
words => new Promise((done, fail) => {
  const opening = indexedDB.open("pyportal", 1);
  opening.onerror = fail;
  opening.onsuccess = () => {
    const asking = opening.result.transaction("programs").objectStore("programs").get("last");
    asking.onsuccess = () => {
      opening.result.close();
      const code = asking.result?.files.get("code.py");
      done(new TextDecoder().decode(code).includes(words));
    };
  };
})"""
WARNINGS = "#warnings p"
UNKEPT = "The browser could not keep what the program saved"
PROGRAM_UNKEPT = "The browser could not keep the program"


def text_of(first):
    """nvm as the page keeps it."""
    return base64.b64encode(bytes([first]) + bytes(8191)).decode()


def kept(page):
    return page.page.evaluate("() => ({ ...localStorage })")


def put(page, **items):
    page.page.evaluate("items => Object.assign(localStorage, items)",
                       {key.replace("_", " "): value for key, value in items.items()})


def warnings(page):
    return page.page.locator(WARNINGS).all_text_contents()


def wait_for_warning(page, words):
    page.page.locator(WARNINGS, has_text=words).wait_for()


def edit(page, steps):
    """Save them as the program on the bench."""
    page.page.select_option("#file", "code.py")
    page.page.fill("#text", json.dumps(steps))
    page.page.click("#save")


def wait_until_shelved(page, words):
    """Wait until the browser's database has a program with these words."""
    page.wait_for(SHELVED, words)


@pytest.fixture
def named(open_page, tmp_path):
    """Opens the page and on it a program with this title."""
    def open_named(title, steps):
        page = open_page()
        (tmp_path / f"{title}.py").write_text(json.dumps(steps))
        page.open(tmp_path / f"{title}.py")
        page.wait_for(browser.PROGRAM, title)
        return page

    return open_named


def test_a_program_with_the_games_title_neither_reads_nor_writes_what_the_game_saved(
        named, open_page):
    page = open_page()
    put(page, pyportal_nvm_game=text_of(7), nvm_Minesweeper=text_of(8))
    opened = named("Minesweeper", SAVES)
    opened.wait_for_serial(f"started with 7\n{ERASED}\n")
    other = open_page(opened.link(), started=False)
    other.page.click("#offer button[value=run]")
    other.wait_for_serial("started with 42")
    assert kept(page)[GAME] == text_of(7) and kept(page)["nvm Minesweeper"] == text_of(8)
    own = [key for key in kept(page) if key not in {GAME, "nvm Minesweeper"}]
    assert len(own) == 1 and base64.b64decode(kept(page)[own[0]])[0] == 42


def test_what_the_game_saved_under_its_title_is_the_games(open_page):
    page = open_page()
    put(page, nvm_Minesweeper=text_of(8))
    page.reload()
    page.wait_for_serial("started with 8")
    edit(page, SAVES)
    page.wait_for("key => localStorage.getItem(key)", GAME)
    page.reload()
    page.wait_for_serial("started with 42")
    assert [*kept(page)] == [GAME]


def test_a_change_is_kept_however_soon_the_page_is_left(named):
    page = named("clock", SAVES)
    for number in range(8):
        text = "[]" + " " * 5000 * number
        page.page.select_option("#file", "code.py")
        page.page.fill("#text", text)
        page.page.evaluate("() => { document.all.save.click(); location.reload(); }")
        page.wait_for(browser.PROGRAM, "clock")
        page.wait_for("text => document.all.text.value === text", text)


def test_a_changed_program_has_what_it_saved_before(named, open_page):
    page = named("clock", SAVES)
    page.wait_for(STORED, 42)
    edit(page, [{"print": "changed"}])
    page.wait_for_serial("started with 42\nchanged")
    wait_until_shelved(page, "changed")
    page.reload()
    page.wait_for_serial("started with 42\nchanged")
    again = named("clock", SAVES)
    again.wait_for_serial("started with 42")


def test_erased_is_erased_of_the_game_too(open_page):
    page = open_page()
    put(page, pyportal_nvm_game=text_of(7), nvm_Minesweeper=text_of(8))
    page.page.on("dialog", lambda dialog: dialog.accept())
    page.page.click("#forget")
    page.wait_for_serial(ERASED)
    page.reload()
    page.wait_for_serial(ERASED)
    assert kept(page) == {}


@pytest.mark.parametrize("text", ["!!! no base64", base64.b64encode(bytes(100)).decode()])
def test_damaged_nvm_is_put_aside_and_said(open_page, text):
    page = open_page()
    put(page, pyportal_nvm_game=text)
    page.reload()
    page.wait_for_serial(ERASED)
    wait_for_warning(page, "The saved nvm of “Minesweeper” is damaged")
    edit(page, SAVES)
    page.wait_for("key => localStorage.getItem(key)", GAME)
    assert kept(page)[f"{GAME} damaged"] == text


@pytest.mark.parametrize("script", [BLOCKED, FULL], ids=["blocked", "full"])
def test_what_cannot_be_saved_is_said_once_and_nothing_of_before_is_lost(open_page, script):
    before = open_page()
    put(before, pyportal_nvm_game=text_of(7))
    before.page.goto(f"{before.page.url}icon.svg")  # where nothing saves
    page = open_page(script=script)
    edit(page, [*SAVES, *SAVES])
    wait_for_warning(page, UNKEPT)
    (said,) = [words for words in warnings(page) if words.startswith(UNKEPT)]
    assert said.endswith(": save nvm to a file before you close the page.")
    with page.page.expect_download() as saved:
        page.page.click("#export")
    assert saved.value.path().read_bytes()[0] == 42
    assert kept(before)[GAME] == text_of(7)
    before.errors.clear()  # a picture is no page


def test_a_page_without_https_says_what_it_does_not_keep(open_page, tmp_path):
    page = open_page(script="Object.defineProperty(crypto, 'subtle', { value: undefined });")
    (tmp_path / "clock.py").write_text(json.dumps(SAVES))
    page.open(tmp_path / "clock.py")
    wait_for_warning(page, "A page that came without https keeps nvm of the game only")
    assert kept(page) == {}


@pytest.mark.parametrize("way", DATABASES)
def test_a_database_that_cannot_be_used_is_said(open_page, tmp_path, way):
    page = open_page(script=DATABASES[way])
    wait_for_warning(page, "The browser's database cannot be read")
    (tmp_path / "clock.py").write_text(json.dumps([{"print": "ran"}]))
    page.open(tmp_path / "clock.py")
    page.wait_for_serial("ran")
    wait_for_warning(page, PROGRAM_UNKEPT)
    page.errors.clear()


@pytest.mark.parametrize("record", [
    "1", "{ title: 'x', files: new Map([['code.py', 'text']]) }"])
def test_a_damaged_program_is_said_and_stays(open_page, record):
    page = open_page()
    page.page.evaluate(PUT.replace("RECORD", record))
    page.reload()
    wait_for_warning(page, "The program that the browser kept is damaged")
    assert page.page.text_content("#program") == "Minesweeper"
    page.reload()
    wait_for_warning(page, "The program that the browser kept is damaged")


def test_a_board_of_a_link_is_the_games_and_the_kept_program_stays(named, open_page):
    wait_until_shelved(named("clock", [{"print": "tick"}]), "tick")
    page = open_page("#board=today&date=2026-11-22")
    page.wait_for_serial("typed today\n")
    assert page.page.text_content("#program") == "Minesweeper" and "tick" not in page.serial
    numbered = open_page("#board=18345-1172093")
    numbered.wait_for_serial("typed deal 18345-1172093\n")
    assert numbered.page.text_content("#program") == "Minesweeper"
    later = open_page()
    later.wait_for_serial("tick")
    assert later.page.text_content("#program") == "clock"


def test_a_link_to_a_run_of_the_game_says_so_and_shows_no_empty_box(open_page):
    page = open_page()
    put(page, pyportal_nvm_game=text_of(7))
    page.type("help")
    page.wait_for_serial("typed help")
    page.link("#share-run")
    page.reload(None)
    page.page.wait_for_selector("#offer[open]")
    assert page.page.text_content("#offer-about").startswith(
        "The game of this page, unchanged. What was done on it is done again by itself: 1 event.")
    assert not page.page.is_visible("#offer-text")
    page.page.click("#offer button[value=run]")
    page.wait_for_serial("started with 255")
    assert kept(page)[GAME] == text_of(7)
    page.page.click("#reset")
    page.wait_for_serial("started with 7")
