# SPDX-License-Identifier: MIT
"""The whole page: its layout; axe finds no fault, foreign code does not run, and no page frames it.

All other tests check that the page works under its policy: closing a Page fails if the browser
has complained.
"""

import json
from contextlib import ExitStack
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest

from tests.support.network import browser
from tools import firmware, serve, site

NARROW = 360, 700
ASKS = [{"wantsPermission": "http://one.example"}, {"wantsPermission": "http://two.example"}]
# The buttons of a question are off while a finger is down.
HELD = "['focus', 'pointerdown'].forEach((kind) => dispatchEvent(new Event(kind)))"


def faults(page):
    checker = pytest.importorskip("axe_playwright_python.sync_playwright",
                                  reason="axe checks the page: pip install -e '.[web]'")
    found = checker.Axe().run(page.page, options=browser.WCAG).response
    assert len(found["passes"]) > 10
    return [(fault["id"], node["html"]) for fault in found["violations"] for node in fault["nodes"]]


@pytest.mark.parametrize(("colours", "size"), [("light", (1280, 800)), ("dark", (390, 844))])
def test_axe_finds_no_fault(open_page, tmp_path, colours, size):
    (tmp_path / "words.py").write_text(json.dumps([{"print": "words"}, *ASKS]))
    page = open_page(script="indexedDB.open = () => { throw new Error('blocked'); };")
    page.page.emulate_media(color_scheme=colours)
    page.resize(*size)
    page.page.locator("#warnings p").wait_for()
    assert faults(page) == []
    page.page.click("#tools")
    assert faults(page) == []
    page.page.click("#tools")
    page.open(tmp_path / "words.py")
    page.page.wait_for_selector("#ask[open]")
    page.page.evaluate(HELD)
    assert page.page.query_selector("#ask button:disabled")
    assert faults(page) == []
    page.page.evaluate("dispatchEvent(new Event('pointerup'))")
    page.page.click("#ask button[value=allow]")
    page.wait_for_serial("decided true")
    page.resize(*NARROW)
    page.page.wait_for_selector("#ask[open] button:enabled")
    assert faults(page) == []
    page.page.click("#ask button[value=refuse]")
    page.link()
    page.reload(None)
    page.page.wait_for_selector("#offer[open]")
    assert faults(page) == []
    page.page.evaluate("() => { offer.close(); framed.hidden = false; bench.hidden = true; }")
    assert faults(page) == []


# Another origin than that of the page, which comes from localhost.
ELSEWHERE = "http://127.0.0.1:9/"
ATTEMPTS = {
    "script-src-elem": "document.body.append(Object.assign("
                       "document.createElement('script'), { textContent: 'window.ran = true' }))",
    "script-src-attr": "document.body.setAttribute('onclick', 'window.ran = true'); "
                       "document.body.click()",
    "script-src": "eval('window.ran = true')",
    "style-src-attr": "document.body.setAttribute('style', 'opacity: 0')",
    "connect-src": f"fetch('{ELSEWHERE}')",
    "img-src": f"new Image().src = '{ELSEWHERE}picture.png'",
}
# Out of the way of the driver, to which more is allowed. A Promise of the directive that refused,
# or of nothing when none did in that time.
TRIED = """() => new Promise((done) => {{
  setTimeout(done, 30_000, "nothing");
  document.addEventListener("securitypolicyviolation", (event) => done(event.effectiveDirective));
  setTimeout(() => {{ {} }});
}})"""


@pytest.fixture
def page(open_page):
    page = open_page(started=False)
    yield page
    page.errors.clear()


def test_what_is_not_the_pages_own_is_refused(page):
    refused = {directive: page.page.evaluate(TRIED.format(attempt))
               for directive, attempt in ATTEMPTS.items()}
    assert refused == {directive: directive for directive in ATTEMPTS}
    assert page.page.evaluate("window.ran") is None


SAID = "This page runs only in a tab of its own, not in another page"


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format, *args):
        pass


@pytest.fixture
def serve_folder():
    """Serves a folder as a host without headers does; returns its address."""
    with ExitStack() as servers:
        yield lambda folder, host: "http://{}:{}/".format(host, servers.enter_context(
            browser.running(ThreadingHTTPServer(("", 0), partial(Quiet, directory=folder)))))


@pytest.fixture
def framed(context, serve_folder, tmp_path):
    """Opens a foreign page that shows an address in a frame; returns both."""
    def show(address):
        (tmp_path / "foreign").mkdir()
        (tmp_path / "foreign" / "index.html").write_text(f'<iframe src="{address}"></iframe>')
        page = context.new_page()
        page.goto(serve_folder(tmp_path / "foreign", "127.0.0.1"))
        page.wait_for_function("frames.length === 1")
        return page, page.frames[1]

    return show


@pytest.mark.parametrize("after", ["", "#program"])
def test_in_a_frame_nothing_runs_and_a_link_leads_to_a_tab(files, tmp_path, serve_folder, framed,
                                                           run, context, after):
    firmware.write(site.published(files), tmp_path / "plain")
    address = serve_folder(tmp_path / "plain", "localhost")
    address += run([{"print": "it ran"}]).link() if after == "#program" else after
    _, frame = framed(address)
    frame.wait_for_selector("#framed")
    assert SAID in frame.text_content("#framed")
    assert not frame.is_visible("#bench") and not frame.query_selector("dialog[open]")
    with context.expect_page() as opened:
        frame.click("#alone")
    assert opened.value.url == address
    opened.value.wait_for_selector("#offer[open]" if after == "#program" else "#screen")
    assert opened.value.evaluate("opener") is None


def test_hosts_that_send_headers_forbid_frames(address, framed):
    _, frame = framed(address)
    frame.wait_for_load_state()
    assert not frame.query_selector("#screen")


def test_the_page_is_served_with_the_headers_of_its_file(files, tmp_path):
    firmware.write(site.published(files), tmp_path / "site")
    assert dict(serve.headers(tmp_path / "site")) == {
        "Content-Security-Policy": "frame-ancestors 'none'", "X-Frame-Options": "DENY"}


CLOSED = "sessionStorage.clear();"
# Each pixel of the panel is a square, whole on the display or reduced from a larger one.
SQUARE = """screen => {
  const times = screen.width / 320, seen = screen.clientWidth * devicePixelRatio / 320;
  return Number.isInteger(times) && screen.height === 240 * times
    && (times >= seen || Math.abs(seen - Math.round(seen)) < 0.01);
}"""


IN_SIGHT = """part => {
  const { left, top, right, bottom } = part.getBoundingClientRect();
  return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
}"""


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844), (844, 390), (320, 480)])
def test_the_board_fills_the_window_and_all_is_in_sight(open_page, width, height):
    page = open_page(script=CLOSED)
    page.resize(width, height)
    screen = page.page.locator("#screen").bounding_box()
    assert screen["width"] >= 0.9 * width or screen["height"] > 0.8 * height
    assert abs(screen["width"] / screen["height"] - 4 / 3) < 0.01
    assert page.page.locator("#screen").evaluate(SQUARE)
    for part in "#glass", "header", "#tools", "#state":
        assert page.page.locator(part).evaluate(IN_SIGHT)
    assert not page.page.is_visible("#output")
    page.page.click("#tools")
    assert page.page.is_visible("#output") and not page.page.is_visible("#parts-text")
    assert page.page.evaluate("document.documentElement.scrollWidth") <= width


LONG = "No replay: this game has moves that were not kept."


@pytest.mark.parametrize(("width", "height"), [
    (1280, 800), (1024, 700), (768, 1024), (390, 844), (360, 640), (844, 390)])
def test_a_long_message_moves_nothing(open_page, width, height):
    page = open_page(script=CLOSED)
    page.resize(width, height)
    before = page.page.locator("#screen").bounding_box()
    page.page.evaluate("words => { about.textContent = words; }", LONG)
    page.wait_for_layout()
    assert page.page.locator("#screen").bounding_box() == before


def test_a_message_goes_after_some_seconds_and_with_the_next_press(context, open_page):
    context.clock.install(time=0)
    context.clock.pause_at(1000)
    page, unheard = open_page(script=CLOSED), "The game did not answer: try again."

    def ask(times):
        page.page.click("#share-game")
        page.wait_for("times => document.getElementById('output').textContent"
                      ".split('typed replay').length > times", times)
        context.clock.run_for(4000)
        assert page.page.text_content("#about") == unheard

    ask(1)
    context.clock.run_for(8000)
    assert page.page.text_content("#about") == ""
    ask(2)
    page.page.click("#sound")
    assert page.page.text_content("#about") == ""


def test_the_sound_is_crossed_out_while_it_is_off(open_page):
    page = open_page(script=CLOSED)
    for pressed in "true", "false":
        assert page.page.get_attribute("#sound", "aria-pressed") == pressed
        assert page.page.locator("#sound").inner_text() == "Sound"
        assert page.page.locator("#sound .off").is_visible() == (pressed == "false")
        page.page.click("#sound")


def test_reset_is_on_the_workbench_where_nobody_hits_it_by_accident(open_page):
    page = open_page(script=CLOSED)
    assert page.page.is_hidden("#reset")
    page.page.click("#tools")
    page.page.click("#reset")
    page.wait_for("() => document.getElementById('output').textContent"
                  ".split('started with 255').length > 2")


def test_a_tap_beside_the_picture_leaves_the_whole_screen(open_page):
    page = open_page(script=CLOSED)
    page.resize(390, 844)
    assert page.page.is_hidden("#full")
    page.resize(844, 390)
    page.page.click("#full")
    page.wait_for("() => document.fullscreenElement")
    page.page.click("#screen")
    assert page.page.evaluate("document.fullscreenElement !== null")
    page.page.click("#stage", position={"x": 5, "y": 5})
    page.wait_for("() => !document.fullscreenElement")


def test_an_answer_is_on_its_button_and_moves_nothing_and_a_way_leads_back(open_page):
    page = open_page(script=CLOSED)
    page.resize(*NARROW)
    page.page.click("#tools")
    page.wait_for_layout()
    before = page.page.locator("#share").bounding_box()
    for words in "Link copied", "This browser did not copy the link":
        page.page.click("#share")
        page.wait_for_said(words)
        assert page.page.locator("#note").evaluate(IN_SIGHT)
        assert page.page.locator("#share").bounding_box() == before
        page.page.locator("#file").click(trial=True)
        page.page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(); }")
    page.page.click("#back")
    assert page.page.is_hidden("#output") and page.page.locator("#glass").evaluate(IN_SIGHT)


def test_the_page_is_dark_as_the_visitor_wants_it(open_page):
    page = open_page()
    page.page.click("#colours")
    page.reload()
    assert page.page.get_attribute("#colours", "aria-pressed") == "true"
    page.wait_for("() => getComputedStyle(document.body).backgroundColor === 'rgb(16, 21, 30)'")


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
    built = site.gathered(b"", project="https://example.org/project", address="https://example.org/a")
    assert b'property="og:image" content="https://example.org/a/preview.png"' in built["index.html"]
    assert built["preview.png"].startswith(b"\x89PNG")
    assert b'"project": "https://example.org/project"' in built["board/facts.js"]
