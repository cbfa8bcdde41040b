# SPDX-License-Identifier: MIT
"""A program asks a host on the network, once its user allows it and if the host does."""

from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from tests.support.network import browser

# Asks twice.
ASKS = """
import board, digitalio, adafruit_connection_manager, adafruit_requests
from adafruit_esp32spi import adafruit_esp32spi
lines = [digitalio.DigitalInOut(pin) for pin in (board.ESP_CS, board.ESP_BUSY, board.ESP_RESET)]
radio = adafruit_esp32spi.ESP_SPIcontrol(board.SPI(), *lines)
radio.connect_AP("any", "secret")
session = adafruit_requests.Session(adafruit_connection_manager.get_radio_socketpool(radio))
for time in "first", "second":
    try:
        with session.post("{address}" + time, data="question") as answer:
            print("The", time, answer.status_code, answer.text)
    except Exception as error:
        print("No", time, type(error).__name__)
"""


class Host(BaseHTTPRequestHandler):
    """Notes what it was asked; `allows` is whether pages of other sites may ask it."""

    asked: list
    allows = True

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.asked.append((self.path, body, self.headers["Cookie"]))
        self.send_response(200)
        if self.allows:
            self.send_header("Access-Control-Allow-Origin", "*")
        self.send_header("Content-Type", "text/plain")
        self.send_header("Content-Length", "6")
        self.end_headers()
        self.wfile.write(b"answer")

    def log_message(self, format, *args):
        pass


@pytest.fixture
def host():
    handler = type("OwnHost", (Host,), {"asked": []})
    with browser.running(ThreadingHTTPServer(("127.0.0.1", 0), handler)) as port:
        handler.address = f"http://localhost:{port}/"
        yield handler


@pytest.fixture
def ask(open_program, host):
    """Has a program ask the host, and answers the page's question by a button."""
    def ask_with(button):
        page = open_program(ASKS.replace("{address}", host.address))
        page.page.wait_for_selector("#ask[open]")
        assert host.address.rstrip("/") in page.page.text_content("#ask-about")
        assert not host.asked
        page.page.click(f"#ask button[value={button}]")
        return page

    return ask_with


def test_a_host_is_asked_after_a_question_and_for_the_same_program_no_second_time(ask, host):
    page = ask("allow")
    page.wait_for_serial("The second 200 answer")
    page.page.click("#reset")
    page.wait_for("() => output.textContent.split('The second 200').length > 2")
    assert host.asked == [("/first", b"question", None), ("/second", b"question", None)] * 2


def test_a_browser_in_which_webassembly_cannot_wait_asks_too(open_page, host, tmp_path):
    (tmp_path / "asks.py").write_text(ASKS.replace("{address}", host.address))
    page = open_page(script="delete WebAssembly.Suspending")
    page.open(tmp_path / "asks.py")
    page.page.click("#ask button[value=allow]")
    page.wait_for_serial("The second 200 answer")
    assert [path for path, _, _ in host.asked] == ["/first", "/second"]


def test_the_boards_time_stands_still_until_the_question_is_answered(open_program, host):
    page = open_program(ASKS.replace("{address}", host.address))
    page.page.wait_for_selector("#ask[open]")
    before = page.now
    page.page.wait_for_timeout(300)
    assert page.now == before
    page.page.keyboard.press("Escape")  # which is no yes
    page.wait_for_serial("No first")
    assert host.asked == []


def test_what_is_refused_is_not_asked(ask, host):
    page = ask("refuse")
    page.wait_for_serial("No second")
    assert host.asked == []


def test_a_host_that_allows_no_page_is_told_of(ask, host):
    host.allows = False
    page = ask("allow")
    page.wait_for_serial("The second 502")
    page.wait_for_said(f"{host.address.rstrip('/')} gave no answer")
    assert all("CORS" in error or "ERR_FAILED" in error for error in page.errors)
    page.errors.clear()


def test_a_program_cannot_ask_the_pages_own_site(open_program, address):
    page = open_program(ASKS.replace("{address}", address))
    page.wait_for_serial("No second")
    assert page.page.query_selector("#ask[open]") is None
