# SPDX-License-Identifier: MIT
"""The serial line: the bytes that a computer receives, the text that is kept, and typed keys."""

import pytest

from sim.board.console import Console, TextLog


@pytest.fixture
def console():
    """A console that keeps what goes over the wire, in `sent`."""
    console = Console()
    console.sent = []
    console.wire = console.sent.append
    return console


def test_a_line_ends_with_carriage_return_and_line_feed_on_the_wire_only(console):
    assert console.write("a\nb\r\nc") == 6
    console.send(b"x\r\ny\n\xff")
    assert b"".join(console.sent) == b"a\r\nb\r\ncx\r\ny\n\xff"
    assert console.text == "a\nb\ncx\ny\n\ufffd"


def test_what_no_utf8_can_hold_is_printed_as_three_bytes_that_are_none(console):
    console.write("\udc80ü")
    assert console.text == b"".join(console.sent).decode() == "\ufffd" * 3 + "ü"


def test_a_listener_hears_the_text_as_it_comes_and_no_escape_sequence(console):
    heard = []
    console.listener = heard.append
    console.write("one\n")
    console.direct("\x1b[2J")
    console.send(b"two")
    assert (heard, console.text) == (["one\n", "two"], "one\ntwo")
    assert console.sent == [b"one\r\n", b"\x1b[2J", b"two"]


def test_typed_keys_are_taken_in_pieces_and_a_letter_may_come_in_halves(console):
    console.receive("ab\r")
    assert [console.take(1), console.take(9), console.take(9)] == ["a", "b\r", ""]
    for half in "\udcc3", "\udcbc":
        console.receive(half)
    assert console.take(1) == "ü"


def test_ctrl_c_is_a_key_until_it_interrupts_and_drops_what_was_typed_before(console):
    console.receive("x\x03y")
    assert console.take(9) == "x\x03y"
    interrupts = []
    console.interrupt = lambda: interrupts.append(1)
    console.receive("old")
    console.receive("x\x03y\x03z")
    assert (len(interrupts), console.take(9)) == (1, "z")


@pytest.mark.parametrize("key, line, echo", [
    ("c", "abcc", "c"), (" ", "abc ", " "), ("\b", "ab", "\b \b"), ("\x7f", "ab", "\b \b"),
    ("\r", "abc\n", "\n"), ("\x1f", "abc", ""), ("\n", "abc", "")])
def test_a_key_edits_the_line_and_is_echoed_where_the_terminal_does_not(console, key, line, echo):
    assert (console.edit("abc", key), console.text) == (line, "")
    console.echo = True
    assert (console.edit("abc", key), console.text) == (line, echo)
    assert console.edit("", "\b") == ""


def test_a_log_counts_everything_and_keeps_its_end():
    log = TextLog(4)
    for text in "ab", "cde", "fgh":
        log.add(text)
    assert (log.text, log.count) == ("efgh", 8)
    assert [log.since(count) for count in (2, 7, 8, 99)] == ["efgh", "h", "", ""]


def test_a_log_of_very_many_pieces_is_kept_whole():
    log = TextLog(1 << 20)
    for number in range(70_000):
        log.add(str(number % 10))
    assert (log.count, len(log.text), log.since(69_995)) == (70_000, 70_000, "56789")
