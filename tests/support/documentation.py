# SPDX-License-Identifier: MIT
"""Reads the documentation: links, anchors as GitHub and the site make them, contents, examples."""

import re

from sim import PyPortal
from tests.support.paths import ROOT

FENCE = re.compile(r"^(```+).*?^\1$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r'\]\(([^()\s]+)\)|(?:src|href)="([^"]+)"')
HEADING = re.compile(r"^#{1,6} +(.+?)\s*$", re.MULTILINE)
TOCTREE = re.compile(r"^```\{toctree\}\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def links(text):
    """Return the targets of links and pictures in order."""
    prose = re.sub(r"`[^`\n]*`", "", FENCE.sub("", text))
    return [link or picture for link, picture in LINK.findall(prose)]


def anchors(text):
    """Yield the anchors of the headings; a repeated one is numbered."""
    seen: dict[str, int] = {}
    for heading in HEADING.findall(FENCE.sub("", text)):
        slug = _slug(heading)
        seen[slug] = seen.get(slug, -1) + 1
        yield f"{slug}-{seen[slug]}" if seen[slug] else slug


def contents(text):
    """Return the pages that a page's tables of contents name."""
    entries = [line for block in TOCTREE.findall(text) for line in block.splitlines()]
    return [entry for entry in entries if entry and not entry.startswith(":")]


def _slug(heading):
    plain = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").lower()
    return re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")


def examples(page, before):
    """Return the Python blocks of a page after `before`, which import `sim`, not `pyportal_sim`."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8").partition(before)[2]
    blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    return [block.replace("from pyportal_sim import", "from sim import") for block in blocks]


def run_test(source, portals):
    """Run the one test in `source`; keep the portals of its fixture in `portals`."""
    names = {}
    exec(source, names)
    (test,) = (value for name, value in names.items() if name.startswith("test_"))

    def pyportal(*arguments, **options):
        portals.append(PyPortal(*arguments, **options))
        return portals[-1]

    test(pyportal)
