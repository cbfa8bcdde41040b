# SPDX-License-Identifier: MIT
"""Exceptions that do not come from the program pass through `run`, on both engines."""

import signal
from contextlib import suppress

import pytest

from sim import PyPortal
from tests.support import firmware

pytestmark = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there are no timers")

PROGRAMS = {
    "computes": "n = 0\nwhile True:\n    n += 1\n",
    "catches all": "n = 0\nwhile True:\n    try:\n        n += len([i for i in range(50)])\n"
                   "    except:\n        pass\n",
    "waits": "import time\nwhile True:\n    try:\n        time.sleep(0.01)\n"
             "    except Exception:\n        pass\n",
}
ENGINES = ["python", pytest.param("firmware", marks=pytest.mark.skipif(
    bool(firmware.missing()), reason=firmware.missing()))]


class Late(Exception):
    """Stands for the exception of a test's own time limit."""


@pytest.fixture
def alarm():
    """Sets an alarm in real time, whose handler raises an exception."""
    def handle(number, frame):
        raise raised[0]

    def after(seconds, error):
        raised.append(error)
        signal.setitimer(signal.ITIMER_REAL, seconds)
        return handle

    raised, before = [], signal.signal(signal.SIGALRM, handle)
    yield after
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("name", "error"), [
    ("computes", Late("x")), ("waits", Late("x")), ("catches all", Late("x")),
    ("catches all", KeyboardInterrupt()), ("catches all", SystemExit(3)),
    ("catches all", pytest.fail.Exception("x"))], ids=repr)
def test_a_handler_of_a_signal_ends_the_run(write_program, alarm, engine, name, error):
    with PyPortal(write_program(PROGRAMS[name]), engine=engine) as portal:
        portal.patience = 1_000
        handler = alarm(0.1, error)
        with pytest.raises(type(error)) as caught:
            portal.run(100_000)
        assert caught.value is error
        assert signal.getsignal(signal.SIGALRM) is handler, "it is no longer the test's"
        assert portal.running and not portal.failed
        portal.run(0.1)
        assert portal.running, "the program cannot go on"


@pytest.mark.parametrize("engine", ENGINES)
def test_a_handler_that_raises_at_any_moment_of_short_runs_breaks_nothing(write_program, alarm,
                                                                          engine):
    def handle(number, frame):
        raised.append(number)
        raise Late

    def run_on(number):
        signal.setitimer(signal.ITIMER_REAL, 1e-5 * (number + 3))
        while not raised:
            portal.run(0.0001)

    raised = []
    with PyPortal(write_program(PROGRAMS["waits"]), engine=engine) as portal:
        portal.run(0.5)
        signal.signal(signal.SIGALRM, handle)
        for number in range(100):
            raised.clear()
            # Only around a call does CPython 3.13 catch what a handler raises between two lines.
            with suppress(Late):
                run_on(number)
            assert signal.getsignal(signal.SIGALRM) is handle
        portal.run(0.1)
        assert portal.running and not portal.failed


@pytest.mark.parametrize("engine", ENGINES)
def test_an_outcome_of_pytest_that_a_part_raises_ends_the_run(write_program, engine):
    with PyPortal(write_program("import time\nprint('one')\ntime.sleep(1)\n"),
                  engine=engine) as portal:
        portal.board.console.listener = lambda text: pytest.fail("no output was expected")
        with pytest.raises(pytest.fail.Exception, match="no output was expected"):
            portal.run(5)


@pytest.mark.parametrize("engine", ENGINES)
def test_what_a_pins_function_raises_is_the_tests(write_program, engine):
    program = ("import board, digitalio, time\npin = digitalio.DigitalInOut(board.D3)\n"
               "time.sleep(0.5)\nwhile True:\n    try:\n        pin.value\n"
               "    except:\n        print('the program must not see it')\n")
    with PyPortal(write_program(program), engine=engine) as portal:
        portal.pins["D3"].set(lambda: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            portal.run(5)
        portal.pins["D3"].set(True)
        portal.run(1)
        assert portal.running
        assert portal.serial == ""


ASK = """
import board, busio, digitalio, time
from adafruit_esp32spi import adafruit_esp32spi
import adafruit_connection_manager, adafruit_requests
esp = adafruit_esp32spi.ESP_SPIcontrol(
    board.SPI(), *map(digitalio.DigitalInOut, (board.ESP_CS, board.ESP_BUSY, board.ESP_RESET)))
esp.connect_AP("ssid", "password")
session = adafruit_requests.Session(adafruit_connection_manager.get_radio_socketpool(esp), None)
while True:
    try:
        print(session.get("http://host/").status_code)
        break
    except:
        print("the program must not see it")
"""


@pytest.mark.parametrize("engine", ENGINES)
def test_what_a_host_raises_is_the_tests_and_a_server_error_for_the_program(write_program, engine):
    def answer(request):
        assert request.path == "/nosuch", "asked for another path"

    with PyPortal(write_program(ASK), engine=engine) as portal:
        portal.network["host"] = answer
        with pytest.raises(AssertionError, match="asked for another path") as caught:
            portal.run(60)
        assert caught.traceback[-1].name == "answer"
        assert portal.running
        portal.run(20)
        assert portal.serial == "500\n"
