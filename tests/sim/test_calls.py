# SPDX-License-Identifier: MIT
"""Parts of the board and the network, called as the engines and a program's tests call them.

A file of calls/ has Python that makes a part, an empty line, then calls; below a call, indented,
stands its result or its exception.
"""

from collections.abc import Iterator

import pytest

from tests.support.tables import TABLES

CALLS = sorted((TABLES.parent / "calls").glob("*.txt"))


@pytest.mark.parametrize("path", CALLS, ids=lambda path: path.stem)
def test_calls_have_the_results_that_stand_below_them(path, tmp_path):
    head, _, calls = path.read_text(encoding="utf-8").partition("\n\n")
    names = {"folder": tmp_path}
    exec(head, names)
    assert list(_replayed(calls, names)) == calls.splitlines()


def _replayed(calls: str, names: dict) -> Iterator[str]:
    """Yield the lines as they would be with the results of now."""
    result = ""
    for line in calls.splitlines():
        if line.startswith(" "):
            yield f"    {result}"
        else:
            yield line
            result = _result(line, names)


def _result(call: str, names: dict) -> str:
    """Return the value or the exception, without the path of the test's own folder."""
    try:
        result = repr(eval(call, names))
    except Exception as error:
        result = f"{type(error).__name__}: {error}"
    return result.replace(str(names["folder"]), "FOLDER").replace("\n", " ")
