# SPDX-License-Identifier: MIT
"""Configures Sphinx, which `make docs` runs: Markdown pages, and the API from docstrings."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
with (ROOT / "pyproject.toml").open("rb") as file:
    release = tomllib.load(file)["project"]["version"]

project = "PyPortal Minesweeper and simulator"
author = "The PyPortal Minesweeper authors"
copyright = f"2026 {author}"
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]

myst_enable_extensions = ["html_image"]
myst_heading_anchors = 3

default_role = "code"  # docstrings write `name`
autodoc_typehints = "signature"
autodoc_member_order = "bysource"

html_theme = "furo"
html_title = "PyPortal Minesweeper"
html_copy_source = False
html_show_sourcelink = False
