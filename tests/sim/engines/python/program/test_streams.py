# SPDX-License-Identifier: MIT
"""Waiting for several things at once: Adafruit's asyncio, `select`, the serial line as bytes."""

import shutil
from importlib import metadata

import pytest

from tests.support.programs.programs import PyPortal, printed, run


@pytest.fixture
def with_asyncio(write_program, tmp_path):
    """Writes a program beside a copy of Adafruit's asyncio and its ticks."""

    def write(program):
        for package, folder in (("asyncio", "asyncio/"), ("ticks", "adafruit_ticks.py")):
            for file in metadata.files(f"adafruit-circuitpython-{package}"):
                if str(file).startswith(folder) and file.suffix == ".py":
                    target = tmp_path / "lib" / file
                    target.parent.mkdir(parents=True, exist_ok=True)
                    shutil.copy(file.locate(), target)
        return write_program("import asyncio, time\n" + program)

    return write


def test_tasks_take_turns_by_the_virtual_clock(with_asyncio):
    assert printed(with_asyncio("""
async def tell(name, interval, times):
    for _ in range(times):
        print(name, round(time.monotonic(), 2))
        await asyncio.sleep(interval)
    return name
async def main():
    print(await asyncio.gather(tell("a", 0.5, 2), tell("b", 0.2, 3)))
asyncio.run(main())
"""), 3) == "a 1.0\nb 1.0\nb 1.2\nb 1.4\na 1.5\n['a', 'b']\n"


def test_a_cancelled_task_is_told_and_is_done(with_asyncio):
    assert printed(with_asyncio("""
async def wait():
    try:
        await asyncio.sleep(100)
    except asyncio.CancelledError:
        print("cancelled", round(time.monotonic(), 1))
        raise
async def main():
    task = asyncio.create_task(wait())
    await asyncio.sleep(0.5)
    print(task.done(), task.cancel())
    try:
        await task
    except asyncio.CancelledError:
        print(task.done(), task.cancel())
    try:
        await asyncio.wait_for(wait(), 1)
    except asyncio.TimeoutError:
        print("timeout")
asyncio.run(main())
"""), 5) == "False True\ncancelled 1.5\nTrue False\ncancelled 2.5\ntimeout\n"


def test_events_locks_and_errors_pass_between_tasks(with_asyncio):
    assert printed(with_asyncio("""
event, lock, order = asyncio.Event(), asyncio.Lock(), []
async def worker(name):
    await event.wait()
    async with lock:
        order.append(name)
        await asyncio.sleep(0.1)
async def fail():
    raise ValueError("told")
async def main():
    tasks = [asyncio.create_task(worker(n)) for n in "abc"]
    await asyncio.sleep(0.2)
    event.set()
    await asyncio.gather(*tasks)
    print(order, round(time.monotonic(), 1))
    try:
        await asyncio.create_task(fail())
    except ValueError as error:
        print(error)
asyncio.run(main())
"""), 3) == "['a', 'b', 'c'] 1.5\ntold\n"


def test_a_task_waits_for_the_serial_line_while_others_work(with_asyncio):
    portal = run(with_asyncio("""
import usb_cdc
async def blink():
    while True:
        await asyncio.sleep(1)
        print("blink")
async def main():
    asyncio.create_task(blink())
    print(await asyncio.StreamReader(usb_cdc.console).readline())
asyncio.run(main())
"""), 2.5)
    portal.type("hello\n")
    portal.run(1)
    assert portal.serial == "blink\nblink\nb'hello\\n'\n"


def test_a_poll_waits_for_keys_or_for_its_time(write_program):
    portal = run(write_program("""
import select, sys, time
poll = select.poll()
poll.register(sys.stdin, select.POLLIN)
for timeout in 500, 5000, 0:
    found = poll.poll(timeout)
    print(len(found), [events for _, events in found], round(time.monotonic(), 1))
    if found:
        print(sys.stdin.readline())
print([len(streams) for streams in select.select([sys.stdin], [sys.stdout], [], 1)])
poll.unregister(sys.stdin)
print(list(poll.ipoll(250)), round(time.monotonic(), 2))
try:
    poll.register(5)
except OSError as error:
    print(error)
"""), 2)
    portal.type("x\n")
    portal.run(3)
    assert portal.serial == ("0 [] 1.5\n1 [1] 3.0\nx\n\n0 [] 3.0\n[0, 1, 0]\n[] 3.25\n"
                             "[Errno 22] stream operation not supported\n")


def test_the_serial_line_gives_bytes_and_waits_as_long_as_it_is_told(write_program):
    portal = run(write_program("""
import time, usb_cdc
line = usb_cdc.console
line.timeout = 0.5
print(usb_cdc.data, line.read(3), time.monotonic(), line.readline())
while line.in_waiting < 9:
    pass
print(line.read(2), line.readline(), line.in_waiting)
buffer = bytearray(4)
print(line.readinto(buffer), buffer, line.write(b"out\\n"), line.connected)
line.reset_input_buffer()
print(line.in_waiting)
"""), 2)
    portal.type("é1\ntail++")
    portal.run(1)
    assert portal.serial == ("None b'' 1.5 None\nb'\\xc3\\xa9' b'1\\n' 6\n"
                             "out\n4 bytearray(b'tail') 4 True\n0\n")


def test_text_that_no_line_can_carry_is_refused_at_the_hand(write_program):
    portal = PyPortal(write_program("input()"))
    with pytest.raises(ValueError, match="surrogates"):
        portal.type("half of a pair: \udfbf")


def test_the_console_as_a_file_is_no_more_than_a_file(write_program):
    assert printed(write_program("""
import sys
print(sys.stdout.write("out\\n"), file=sys.stderr)
sys.stdout.flush()
print([name for name in dir(sys.stdout) if name[0] != "_"])
""")) == "out\n4\n['flush', 'write']\n"
