# SPDX-License-Identifier: MIT
"""Builds CircuitPython's core as WebAssembly: build.py [SOURCE]; `make core` calls it.

SOURCE is a checkout of adafruit/circuitpython or an archive of one; without it, the pinned version
is cloned. A copy is mended by upstream.patch and joined by port/; build/core/core.wasm comes out.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import frozen
import pins

from sim.engines.core import wasm

HERE = Path(__file__).resolve().parent
OUTPUT = wasm.BUILT.parent
TREE = OUTPUT / "circuitpython"
PORT = TREE / "ports" / "desk"
PATCH = HERE / "upstream.patch"
BOARD = "pyportal"
REPOSITORY = "https://github.com/adafruit/circuitpython"
COMMIT, VERSION = "cd3da4a5d894a9648871db7188fc38ee4b344cd4", "10.3.0-alpha.4"
SUBMODULES = ("lib/tlsf", "lib/mp3", "lib/AnimatedGIF", "lib/micropython-lib", "tools/huffman")
PROGRAMS = {"emcc": "emscripten", "wasm-ld": "lld", "gcc": "gcc", "make": "make", "git": "git",
            "node": "nodejs", "msgfmt": "gettext"}
BINARYEN = "binaryen@132"
OPTIMIZER = OUTPUT / "tools" / "node_modules" / "binaryen" / "bin" / "wasm-opt"


def main(source: str) -> None:
    OUTPUT.mkdir(parents=True, exist_ok=True)
    _require_programs()
    optimizer = _optimizer()
    _prepare(source)
    shutil.copytree(HERE / "port", PORT, dirs_exist_ok=True, copy_function=_copy_if_changed)
    pins.main(BOARD, PORT)
    frozen.main(BOARD, PORT / "frozen")
    _run("make", "-C", str(TREE / "mpy-cross"))
    _run("make", "-C", str(PORT), f"-j{os.cpu_count()}", f"WASM_OPT={optimizer}",
         f"METER={HERE / 'meter.py'}", f"PYTHON={sys.executable}")
    shutil.copy(PORT / f"build-{BOARD}" / wasm.NAME, OUTPUT)
    (OUTPUT / wasm.MADE_FROM).write_text(wasm.digest())
    print(f"{OUTPUT / 'core.wasm'} is built")


def _require_programs() -> None:
    missing = [package for program, package in PROGRAMS.items() if not shutil.which(program)]
    if missing:
        sys.exit(f"the core's build lacks programs: apt install {' '.join(missing)}")


def _optimizer() -> str:
    """A wasm-opt that knows the pass for the collector: the system's, else binaryen's from npm."""
    for program in shutil.which("wasm-opt"), str(OPTIMIZER):
        if program and Path(program).exists() and _spills(program):
            return program
    if not shutil.which("npm"):
        sys.exit(f"wasm-opt is missing or too old: install npm, or put that of {BINARYEN} in PATH")
    print(f"installing {BINARYEN} into {OUTPUT / 'tools'}")
    _run("npm", "install", "--silent", "--prefix", str(OUTPUT / "tools"), BINARYEN)
    return str(OPTIMIZER)


def _spills(program: str) -> bool:
    done = subprocess.run([program, "--help"], capture_output=True, text=True, check=False)
    return "--spill-pointers" in done.stdout + done.stderr


def _prepare(source: str) -> None:
    """Have the mended sources in TREE, once for each source and patch."""
    mark = TREE / ".prepared"
    wanted = f"{source} {hashlib.sha256(PATCH.read_bytes()).hexdigest()}"
    if mark.exists() and mark.read_text() == wanted:
        return
    shutil.rmtree(TREE, ignore_errors=True)
    _fetch(source)
    if not (TREE / ".git").exists():
        _name_version()
    _run("git", "-C", str(TREE), "apply", str(PATCH))
    mark.write_text(wanted)


def _fetch(source: str) -> None:
    path = Path(source)
    if not source:
        _clone()
    elif path.is_dir():
        shutil.copytree(path, TREE, symlinks=True)
    elif path.is_file():
        _unpack(path)
    else:
        sys.exit(f"CORE_SOURCE names {source}, which is neither a checkout nor an archive")


def _unpack(path: Path) -> None:
    with tarfile.open(path) as archive:
        # Of Python 3.11 the later ones know it.
        archive.extraction_filter = getattr(tarfile, "data_filter", lambda member, _: member)
        archive.extractall(OUTPUT)
        top = OUTPUT / Path(archive.getnames()[0]).parts[0]
    if top != TREE:
        top.rename(TREE)


def _clone() -> None:
    print(f"cloning {REPOSITORY} at {COMMIT[:8]} (CORE_SOURCE= names a checkout or an archive)")
    git = "git", "-C", str(TREE)
    TREE.mkdir()
    _run(*git, "init", "--quiet")
    _run(*git, "fetch", "--quiet", "--depth", "1", REPOSITORY, COMMIT)
    _run(*git, "checkout", "--quiet", "FETCH_HEAD")
    _run(*git, "submodule", "--quiet", "update", "--init", "--depth", "1", *SUBMODULES)
    _run(*git, "tag", VERSION)


def _name_version() -> None:
    """Upstream's build takes its version from git."""
    git = "git", "-C", str(TREE)
    _run(*git, "init", "--quiet")
    _run(*git, "-c", "user.name=core", "-c", "user.email=core@localhost", "commit", "--quiet",
         "--allow-empty", "--message", "an archive")
    _run(*git, "tag", VERSION)


def _copy_if_changed(source: str, target: str) -> str:
    """A file's time is what make compares."""
    if not Path(target).exists() or Path(source).read_bytes() != Path(target).read_bytes():
        shutil.copyfile(source, target)
    return target


def _run(*command: str) -> None:
    done = subprocess.run(command, stdin=subprocess.DEVNULL, check=False)
    if done.returncode:
        sys.exit(f"`{' '.join(command[:3])}` has failed: the lines above say why")


if __name__ == "__main__":
    main(" ".join(sys.argv[1:]))
