# SPDX-License-Identifier: MIT
"""The documentation's site, where Sphinx is installed: complete, without a warning or another host.

The workflow that publishes it runs this; a checkout does after `make docs`.
"""

import re
import sys
from urllib.parse import unquote

import pytest

from sim import PyPortal
from tests.support import hang
from tests.support.paths import ROOT

pytest.importorskip("sphinx", reason="make docs installs Sphinx")
pytest.importorskip("furo", reason="make docs installs the site's theme")

# Addresses that a browser fetches by itself, not links that a reader may click.
FETCHED = re.compile(r"""<(?:link|script|img|source|iframe)[^>]+(?:href|src)="(?:https?:)?//"""
                     r"""|@import|url\(["']?(?:https?:)?//""")
LINK = re.compile(r'href="([^":?]*)["?]')


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "sphinx", "--fail-on-warning", "--keep-going", "--quiet",
               "-d", folder / "doctrees", ROOT / "docs", folder / "html"]
    built = hang.run(command)
    assert (built.returncode, built.stderr) == (0, "")
    return folder / "html"


def texts(site, *suffixes):
    return {path: path.read_text(encoding="utf-8") for path in site.rglob("*")
            if path.suffix in suffixes}


def test_a_reader_needs_no_other_host(site):
    pages = texts(site, ".html", ".css")
    assert len(pages) > 25
    assert [path for path, text in pages.items() if FETCHED.search(text)] == []


def test_links_lead_to_a_page_and_a_place_on_it(site):
    pages = texts(site, ".html")
    for page, text in pages.items():
        for target in map(unquote, LINK.findall(text)):
            name, _, place = target.partition("#")
            file = (page.parent / name).resolve() if name else page
            file = file / "index.html" if file.is_dir() else file
            assert file.is_file(), (page, target)
            assert not place or f'id="{place}"' in file.read_text(encoding="utf-8"), (page, target)


def test_the_reference_has_all_of_the_api_and_the_search_finds_it(site):
    reference = (site / "reference/api.html").read_text(encoding="utf-8")
    names = [name for name in dir(PyPortal) if not name.startswith("_")]
    missing = [name for name in names if f'id="pyportal_sim.PyPortal.{name}"' not in reference]
    assert "tap" in names and not missing
    for fixture in "pyportal", "golden":
        assert f'id="pyportal_sim.pytest_plugin.{fixture}"' in reference
    assert "latency" in (site / "searchindex.js").read_text(encoding="utf-8")
