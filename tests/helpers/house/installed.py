# SPDX-License-Identifier: MIT
"""The simulator as pip installs it: a wheel, built and unpacked far from the checkout."""

import os
import shutil
import sys
import zipfile

import hang
from paths import ROOT
from tools import tree

# What pip does with `pip wheel --no-deps --no-build-isolation .`, without its second of start.
BUILD = "from setuptools import build_meta; build_meta.build_wheel('out')"


def install(folder):
    """Returns the folder that holds what is installed, and nothing else."""
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
    """Run Python in `folder` with the installed wheel before all else; returns what it said."""
    return _python(folder, {"PYTHONPATH": str(site), **variables}, *arguments)


def _python(folder, variables, *arguments):
    ours = ("GOLDEN", "PYTEST_ADDOPTS", "PYTEST_XDIST_WORKER")
    environment = {name: value for name, value in os.environ.items() if name not in ours}
    return hang.run([sys.executable, *arguments], cwd=folder, env=environment | variables)
