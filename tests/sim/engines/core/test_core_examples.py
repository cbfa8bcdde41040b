# SPDX-License-Identifier: MIT
"""What the pages say about a program on the core is so."""

import pytest

from tests.support import wasmcore
from tests.support.documentation import examples, run_test

wasmcore.require()
PAGE = "simulator/time-and-memory.md"


def test_what_takes_the_memory_is_found_as_written(tmp_path, monkeypatch, capsys):
    program, test, mended = examples(PAGE, "## Find what fills the memory")[:3]
    monkeypatch.chdir(tmp_path)
    (tmp_path / "code.py").write_text(program)
    portals = []
    with pytest.raises(AssertionError, match="allocating 16384 bytes"):
        run_test(test, portals)
    assert "largest=1408" in capsys.readouterr().out
    (tmp_path / "code.py").write_text(mended)
    run_test(test, portals)
    assert portals[1].heap.largest > 100_000
    for portal in portals:
        portal.close()
