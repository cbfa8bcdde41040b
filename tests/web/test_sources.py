# SPDX-License-Identifier: MIT
"""The page's modules: small, few to a folder, and importing one way."""

import re

import pytest

from tests.support.paths import ROOT

WEB = ROOT / "web"
MODULES = sorted(WEB.rglob("*.js"))
IMPORT = re.compile(r'^(?:import|export) .*?from "(.+?)";', re.MULTILINE | re.DOTALL)
# The page imports only this from the board's side; it is made when the site is built.
FACTS = "board/facts.js"


def name_of(path):
    return path.relative_to(WEB).as_posix()


def imports(path):
    for target in IMPORT.findall(path.read_text(encoding="utf-8")):
        yield (path.parent / target).resolve().relative_to(WEB).as_posix()


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_a_module_begins_with_its_licence_and_its_purpose(path):
    lines = path.read_text(encoding="utf-8").splitlines()
    assert lines[0] == "// SPDX-License-Identifier: MIT" and lines[1].startswith("//")
    assert max(map(len, lines)) <= 100


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_the_board_knows_no_page_and_the_page_only_its_facts(path):
    folder = name_of(path).split("/")[0]
    for target in imports(path):
        assert target == FACTS or (WEB / target).is_file()
        assert target.startswith(f"{folder}/") or (folder == "page" and target == FACTS)
