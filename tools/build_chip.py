# SPDX-License-Identifier: MIT
"""Builds build/chip/chip.wasm, the emulated chip, from the C files in chip/.

It needs a clang that makes WebAssembly, and its linker wasm-ld; the environment's CLANG may name
one. The sources need no library. Nothing is built when sources and compiler are those of the last
time.
"""

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

from sim.errors import UserError
from tools.stage import ROOT

SOURCES = ROOT / "chip"
BUILT = ROOT / "build" / "chip" / "chip.wasm"
VARIABLE = "CLANG"
NAMES = ("clang", *(f"clang-{version}" for version in range(25, 10, -1)),
         "/opt/homebrew/opt/llvm/bin/clang", "/usr/local/opt/llvm/bin/clang")
FLAGS = ("--target=wasm32", "-std=c11", "-O3", "-mbulk-memory", "-ffreestanding", "-fno-builtin",
         # a fused multiply-add gives other bits than the processor's two roundings
         "-ffp-contract=off", "-nostdlib",
         "-Wl,--no-entry", "-Wl,--strip-all", "-Wl,-z,stack-size=65536")
MISSING = ("no clang here makes WebAssembly: install clang and lld (apt install clang lld, "
           "brew install llvm lld), or name one with CLANG=")


def makes_wasm(compiler: str) -> bool:
    """Whether this clang compiles and links an empty program for wasm32."""
    command = [compiler, *FLAGS, "-x", "c", os.devnull, "-o", os.devnull]
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def find_compiler() -> str:
    """Return the first clang that makes WebAssembly. Raises UserError without one."""
    named = os.environ.get(VARIABLE)
    for name in [named] if named else NAMES:
        path = shutil.which(name)
        if path and makes_wasm(path):
            return path
    raise UserError(f"{named}, which {VARIABLE} names, makes no WebAssembly" if named else MISSING)


def digest(compiler: str) -> str:
    """Return a digest of the compiler, the flags and the sources."""
    found = hashlib.sha256(" ".join((compiler, *FLAGS)).encode())
    for path in sorted(SOURCES.glob("*.[ch]")):
        found.update(path.name.encode() + b"\0" + path.read_bytes())
    return found.hexdigest()


def build(target: Path = BUILT) -> bool:
    """Bring `target` up to date; whether it was built. Raises UserError."""
    compiler = find_compiler()
    stamp, wanted = target.with_suffix(".sources"), digest(compiler)
    if target.is_file() and stamp.is_file() and stamp.read_text() == wanted:
        return False
    target.parent.mkdir(parents=True, exist_ok=True)
    # Tests in several processes may build at once: each has its own file until it is whole.
    unfinished = target.with_name(f".{target.name}.{os.getpid()}")
    sources = map(str, sorted(SOURCES.glob("*.c")))
    try:
        done = subprocess.run([compiler, *FLAGS, *sources, "-o", str(unfinished)],
                              capture_output=True, text=True, check=False)
        if done.returncode:
            raise UserError(f"{compiler} did not compile chip/:\n{done.stderr.strip()}")
        os.replace(unfinished, target)
    finally:
        unfinished.unlink(missing_ok=True)
    stamp.write_text(wanted)
    return True


def main() -> None:
    argparse.ArgumentParser(description=__doc__).parse_args()
    try:
        built = build()
    except UserError as error:
        sys.exit(str(error))
    size = BUILT.stat().st_size
    print(f"{BUILT.relative_to(ROOT)}: {size:,} bytes{'' if built else ', up to date'}")


if __name__ == "__main__":
    main()
