# SPDX-License-Identifier: MIT
"""The scripts that build the core find all that they import."""

import runpy

import pytest

from tests.support.paths import ROOT


@pytest.mark.parametrize("name", sorted(path.name for path in (ROOT / "core").glob("*.py")))
def test_a_script_finds_what_it_imports(name, monkeypatch):
    monkeypatch.syspath_prepend(ROOT / "core")
    assert runpy.run_path(str(ROOT / "core" / name), run_name="imported")["__doc__"]
