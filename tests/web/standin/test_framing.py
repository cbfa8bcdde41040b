# SPDX-License-Identifier: MIT
"""No other page can show this one in a frame and have a linked program run there."""

from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest

from tests.support.network import browser
from tools import firmware, serve

SAID = "This page runs only in a tab of its own, not in another page"


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format, *args):
        pass


@pytest.fixture
def serve_folder():
    """Serves a folder as a host without headers does; returns its address."""
    servers = []

    def serve_plainly(folder, host):
        serving = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder))
        servers.append(browser.running(serving))
        return f"http://{host}:{servers[-1].__enter__()}/"

    yield serve_plainly
    for server in servers:
        server.__exit__(None, None, None)


@pytest.fixture
def link(run):
    """Return the part of a link after the page's address."""
    page = run([{"print": "it ran"}])
    page.page.click("#share")
    page.wait_for_said("The link is in the address bar")
    return page.page.url.partition("#")[2]


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


@pytest.mark.parametrize("after", ["", "#board=today", "#program"])
def test_in_a_frame_nothing_runs_and_a_link_leads_to_a_tab(files, tmp_path, serve_folder, framed,
                                                           link, context, after):
    firmware.write(files, tmp_path / "plain")
    address = serve_folder(tmp_path / "plain", "localhost")
    address += f"#{link}" if after == "#program" else after
    _, frame = framed(address)
    frame.wait_for_selector("#framed")
    assert frame.text_content("#framed").strip().startswith(SAID)
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
    firmware.write(files, tmp_path / "site")
    assert dict(serve.headers(tmp_path / "site")) == {
        "Content-Security-Policy": "frame-ancestors 'none'", "X-Frame-Options": "DENY"}
