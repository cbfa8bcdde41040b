# SPDX-License-Identifier: MIT
"""The page starts, or says in a sentence why not and what to do; its copies leave each other be."""

import pytest

from tests.support.network import browser
from tools import firmware, site

OTHERS = "a current Chrome, Edge, Firefox or Safari."
NO_PART = "The page could not start, as a part of it could not be loaded"
KEPT = """async () => {
  const { active } = await navigator.serviceWorker.ready;
  return active.state === "activated";
}"""


@pytest.fixture
def open_site(context, tmp_path):
    """Serves a site with these files and opens the page; what the browser complains of is left."""
    opened = []

    def open_files(files, path="", **options):
        serving = browser.served(tmp_path / str(len(opened)), files)
        page = browser.Page(context, serving.__enter__() + path, started=False, **options)
        opened.append((page, serving))
        return page

    yield open_files
    for page, serving in opened:
        page.page.close()
        serving.__exit__(None, None, None)


@pytest.mark.parametrize(("script", "what"), [
    ("delete self.DecompressionStream", "zip files"),
    ("delete self.WebAssembly; delete self.Worker", "WebAssembly and no workers")])
def test_what_the_browser_lacks_is_named(open_page, script, what):
    page = open_page(started=False, script=script)
    page.wait_for_said(f"This browser has no {what}, without which the board cannot run: allow it "
                       f"in the settings, or take {OTHERS}")


@pytest.mark.parametrize("script", [
    "navigator.serviceWorker.register = () => Promise.reject(new DOMException('no', 'Security'));",
    "Object.defineProperty(navigator, 'serviceWorker', { value: undefined });",
    "Object.defineProperty(navigator, 'serviceWorker', { get() { throw new Error('denied'); } });",
], ids=["refused", "absent", "denied"])
def test_a_blocked_service_worker_keeps_no_board_from_running(open_page, script):
    open_page(script=script)


@pytest.mark.parametrize(("name", "text", "words"), [
    ("chip.wasm", None, "chip.wasm could not be loaded (the server says 404), so the board cannot "
                        "start: reload the page."),
    ("firmware.zip", b"no zip", "firmware.zip could not be loaded"),
    ("drive.zip", site.zipped({"drive": b"no zip"}), "drive.zip could not be loaded"),
    ("page/main.js", b"}", NO_PART),
    ("page/meter.js", None, NO_PART),
    ("page/preload.js", b"throw new Error('early')", NO_PART),
    ("board/worker.js", None, "The board has stopped: its worker could not be loaded."),
])
def test_a_part_that_does_not_come_is_said(open_site, files, name, text, words):
    others = {path: data for path, data in files.items() if path != name}
    page = open_site(site.published(others if text is None else files | {name: text}))
    page.wait_for_said(words)


def test_without_javascript_the_page_says_what_it_needs(chromium, address):
    page = chromium.new_page(java_script_enabled=False)
    page.goto(address)
    assert page.text_content("noscript").startswith("This page is made of JavaScript: allow it")
    page.close()


def beside(files, *folders):
    """Copies of a site in these folders of one, no two of the same version."""
    return {f"{folder}/{name}": data for folder in folders for name, data in site.published(
        files | {"style.css": files["style.css"] + f"/* {folder} */".encode()}).items()}


def update(page, folder, files):
    """Put another version of the site in the place of the one that is open, which is gone."""
    firmware.write(site.published(files), folder)
    page.page.evaluate("navigator.serviceWorker.ready.then(found => found.update())")


def test_a_new_version_takes_the_place_of_its_own_old_one(open_site, files, tmp_path):
    page = open_site(beside(files, "one", "two"), "one/")
    page.wait_for(KEPT)
    page.page.goto(page.page.url.replace("one/", "two/"))
    page.wait_for(KEPT)
    before = page.page.evaluate("caches.keys()")
    update(page, tmp_path / "0" / "two", files | {"icon.svg": b"<svg/>"})
    page.page.locator("#renew").click()
    page.wait_for(browser.RUNNING)
    update(page, tmp_path / "0" / "two", files | {"icon.svg": b"<svg></svg>"})
    page.wait_for("async before => !(await caches.keys()).includes(before)", before[1])
    assert before[0] in page.page.evaluate("caches.keys()")


def test_an_open_page_keeps_its_version_and_says_that_there_is_a_newer_one(
        open_site, files, tmp_path):
    newer = files | {"board/worker.js": files["board/worker.js"].replace(b"started", b"newly"),
                     "icon.svg": b"<svg/>"}
    page = open_site(site.published(files))
    page.wait_for(KEPT)
    page.wait_for_serial("started with 255")
    assert page.page.is_hidden("#newer")
    update(page, tmp_path / "0", newer)
    page.page.wait_for_selector("#newer")
    for starts in 2, 3:  # the first of these workers was loaded before
        page.page.click("#reset")
        page.wait_for("starts => document.getElementById('output').textContent"
                      ".split('started with 255').length > starts", starts)
    page.page.click("#renew")
    page.wait_for_serial("newly with 255")
    assert page.page.is_hidden("#newer")
