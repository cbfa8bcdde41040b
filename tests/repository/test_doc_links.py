# SPDX-License-Identifier: MIT
"""The documentation leads somewhere: its links, the site's contents, and a short README."""

import pytest

from tests.support import documentation
from tests.support.paths import ROOT

DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md",
         *sorted(DOCS.rglob("*.md"))]
MOST_WORDS = 900


def broken(page):
    """Links of a page to a file or heading that does not exist."""
    for target in documentation.links(page.read_text(encoding="utf-8")):
        name, _, anchor = target.partition("#")
        if "://" in target:
            continue
        file = page.parent / name if name else page
        if not file.is_file() or (anchor and anchor not in anchors(file)):
            yield target


def anchors(file):
    return list(documentation.anchors(file.read_text(encoding="utf-8")))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_within_the_repository_lead_to_a_file_and_a_heading(page):
    assert list(broken(page)) == []


@pytest.mark.parametrize(("target", "is_broken"), [
    ("other.md", False), ("other.md#two-words-more", False), ("#here", False),
    ("https://example.com/x.md", False), ("other.md#two-words-more-1", False),
    ("gone.md", True), ("other.md#gone", True), ("#gone", True), ("folder", True),
    ("other.md#not-a-heading", True)])
def test_a_broken_link_is_found(target, is_broken, tmp_path):
    (tmp_path / "folder").mkdir()
    (tmp_path / "other.md").write_text(
        "# Two `words`, more\n\n```\n# not a heading\n```\n\n## Two words more\n")
    page = tmp_path / "page.md"
    page.write_text(f"# Here\n\n`[code](never.md)` and [link]({target})\n")
    assert list(broken(page)) == [target] * is_broken


def test_the_sites_contents_name_every_page_once():
    named = documentation.contents((DOCS / "index.md").read_text(encoding="utf-8"))
    pages = [page.relative_to(DOCS).as_posix() for page in DOCS.rglob("*.md")]
    assert sorted(named) == sorted(set(pages) - {"index.md"})


def test_every_page_begins_with_its_licence_and_one_title():
    for page in DOCS.rglob("*.md"):
        first, second, *_ = page.read_text(encoding="utf-8").splitlines()
        assert first == "<!-- SPDX-License-Identifier: MIT -->", page
        assert second.startswith(("# ", "```{include}")), page


def test_the_readme_is_short():
    words = (ROOT / "README.md").read_text(encoding="utf-8").split()
    assert len(words) <= MOST_WORDS
