# SPDX-License-Identifier: MIT
"""Runs a command: with standard streams that take any text, and without tracebacks of what is not
its fault.

A reader that closes its pipe, such as `head`, wants no more. If a full disk refuses text, the
command says so at its end, and has failed. Ctrl-C, a signal that asks it to end, and a file that
cannot be read or written end it with a sentence.
"""

import io
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from . import interrupt

FAILED, NOT_PRINTED = 1, 2
# A shell's status of a command that a signal has ended, less the signal's number.
SIGNALLED = 128
LONGEST_SENTENCE = 1000


class _Raw(io.FileIO):
    """Takes all that is written; `why` is the reason for which some of it is lost, or empty."""

    why = ""

    def write(self, data: Any) -> int:
        try:
            return super().write(data)
        except BrokenPipeError:
            return len(data)
        except OSError as error:
            self.why = error.strerror or str(error)
            return len(data)


def run(main: Callable[[], int | None]) -> int | str | None:
    """Run a command and return its status."""
    raw = _prepared("stdout")
    _prepared("stderr")
    is_process = False
    try:
        is_process = interrupt.as_exception()
        status = _status(main)
        sys.stdout.flush()
    except interrupt.Ended as end:
        print(f"stopped by signal {end.number}", file=sys.stderr)
        status = SIGNALLED + end.number
    except KeyboardInterrupt:
        print("stopped by Ctrl-C", file=sys.stderr)
        status = interrupt.INTERRUPTED
    if is_process:
        interrupt.at_once_again()
    if raw and raw.why:
        print(f"what was printed is lost: {raw.why}", file=sys.stderr)
        return status or NOT_PRINTED
    return status


def complain(sentence: object) -> None:
    """Print a sentence, such as an error's, on the standard error; a long one without its middle.

    A name in it may have new lines, or control a terminal.
    """
    from . import schema  # not needed for a start

    text, most = str(sentence), LONGEST_SENTENCE
    if len(text) > most:
        text = f"{text[:most // 2]} … {text[-most // 2:]}"
    print(schema.one_line(text, 2 * most), file=sys.stderr)


@contextmanager
def muted_libraries() -> Iterator[None]:
    """Drop what C libraries print on the standard error."""
    try:
        kept = os.dup(2)
    except OSError:  # there is none
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)


def _status(main: Callable[[], int | None]) -> int | str | None:
    try:
        return main()
    except SystemExit as end:
        return end.code
    except OSError as error:
        complain(f"{error.filename or 'the computer'}: {error.strerror or error}")
        return FAILED


def _prepared(name: str) -> _Raw | None:
    """Replace a stream of the process by one that takes all; return what it writes to."""
    stream = getattr(sys, name)
    if stream is None:  # the command was started without it
        setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115 - to the end
        return None
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="backslashreplace")
    if stream is not getattr(sys, f"__{name}__") or not _is_file(stream):
        return None
    raw = _Raw(stream.fileno(), "w", closefd=False)
    setattr(sys, name, io.TextIOWrapper(
        io.BufferedWriter(raw), stream.encoding, stream.errors,
        line_buffering=stream.line_buffering or stream.write_through))
    return raw


def _is_file(stream: Any) -> bool:
    """Tell whether a stream's bytes go to a file or a pipe, and not to a window of Windows."""
    return type(getattr(stream.buffer, "raw", stream.buffer)) is io.FileIO
