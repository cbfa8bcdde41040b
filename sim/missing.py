# SPDX-License-Identifier: MIT
"""Tells how to install what a command imports and does not find, instead of with a traceback."""

import sys


def explain() -> None:
    """Let a missing module end the process with a sentence."""
    sys.excepthook = _explain


def _explain(kind: type[BaseException], error: BaseException, trace: object) -> None:
    if isinstance(error, ModuleNotFoundError):
        print(f"{error.name} is missing: `make play` installs all that the simulator needs, as "
              "`pip install .` does", file=sys.stderr)
    else:
        sys.__excepthook__(kind, error, trace)  # type: ignore[arg-type]
