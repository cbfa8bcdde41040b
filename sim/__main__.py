# SPDX-License-Identifier: MIT
"""The entry of the command `pyportal-sim`, in the repository `python -m sim`.

Ctrl-C ends it with status 130: at once while Python still imports the simulator, later with a
sentence and with what the run has to save.
"""

import os
import signal
import sys

INTERRUPTED = 130


def main(arguments: list[str] | None = None) -> int | str | None:
    """Run the command line, by default this process's, and return the exit status."""
    before = signal.getsignal(signal.SIGINT)
    is_ours = before is signal.default_int_handler  # a background job ignores Ctrl-C
    if is_ours:
        signal.signal(signal.SIGINT, _end)
    try:
        from . import command, output
    finally:
        if is_ours:
            signal.signal(signal.SIGINT, before)
    try:
        return output.run(lambda: command.main(arguments))
    except KeyboardInterrupt:
        print("stopped by Ctrl-C", file=sys.stderr)
        return INTERRUPTED


def _end(*_signal: object) -> None:
    """End the process without an exception, which a library's import might swallow."""
    os._exit(INTERRUPTED)


if __name__ == "__main__":
    sys.exit(main())
