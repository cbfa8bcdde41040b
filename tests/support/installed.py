# SPDX-License-Identifier: MIT
"""Installs the simulator as pip does: a wheel, built and unpacked outside the checkout."""

import os
import shutil
import sys
import zipfile

from tests.support import hang
from tests.support.paths import ROOT
from tools import tree

# The same as `pip wheel --no-deps --no-build-isolation .`, but a second faster.
BUILD = "from setuptools import build_meta; build_meta.build_wheel('out')"


def install(folder):
    """Build and unpack the wheel; return the folder that holds it alone."""
    source, site = folder / "source", folder / "site"
    source.mkdir()
    for name in "pyproject.toml", "README.md", "LICENSE":
        shutil.copyfile(ROOT / name, source / name)
    tree.copy(ROOT / "sim", source / "sim")
    built = _python(source, {}, "-c", BUILD)
    assert built.returncode == 0, built.stdout + built.stderr
    (wheel,) = (source / "out").glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    return site


def run(site, folder, *arguments, **variables):
    """Run Python in `folder` with the installed wheel first on its path; return the process."""
    return _python(folder, {"PYTHONPATH": str(site), **variables}, *arguments)


def _python(folder, variables, *arguments):
    ours = ("GOLDEN", "PYTEST_ADDOPTS", "PYTEST_XDIST_WORKER")
    environment = {name: value for name, value in os.environ.items() if name not in ours}
    return hang.run([sys.executable, *arguments], cwd=folder, env=environment | variables)
