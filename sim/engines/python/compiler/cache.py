# SPDX-License-Identifier: MIT
"""Keeps compiled programs between runs, in the platform's folder for caches.

A file holds the code of one source. Its name is a digest of all that the code depends on, so it is
never out of date. A file that is damaged, or cannot be read or written, is ignored.
"""

import marshal
import os
import sys
from contextlib import suppress
from importlib.util import source_hash
from pathlib import Path
from types import CodeType

# When there are more files, the least recently used half is removed. They take some ten megabytes.
MOST = 1000
DIGEST_BYTES = 8


class CodeCache:
    """The cache in `folder` of the code that one compiler makes.

    `compiler` lists the compiler's source files. Without a folder, or where these files cannot be
    read, nothing is kept.
    """

    def __init__(self, folder: Path | None, compiler: list[Path]):
        self._folder = folder
        try:
            parts = [file.read_bytes() for file in compiler]
        except OSError:
            self._folder = None
        else:
            self._maker = sys.version, sys.flags.optimize, _digest(b"".join(parts))

    def get(self, source: bytes, *options: object) -> CodeType | None:
        """Return the code that was put for this source and these options, else None."""
        if self._folder is None:
            return None
        file = self._folder / self._name(source, options)
        try:
            kept = file.read_bytes()
            os.utime(file)
        except OSError:
            return None
        digest, code = kept[:DIGEST_BYTES], kept[DIGEST_BYTES:]
        return marshal.loads(code) if _digest(code) == digest else None

    def put(self, code: CodeType, source: bytes, *options: object) -> None:
        if self._folder is None:
            return
        kept = marshal.dumps(code)
        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            _write(self._folder / self._name(source, options), _digest(kept) + kept)
            _prune(self._folder)

    def _name(self, source: bytes, options: tuple[object, ...]) -> str:
        return _digest(repr((self._maker, options)).encode() + source).hex()


def _digest(data: bytes) -> bytes:
    """Return the digest that Python uses for its `.pyc` files: hashlib takes a while to import."""
    return source_hash(data)


def _write(file: Path, data: bytes) -> None:
    """Write a file that other processes see whole or not at all."""
    from tempfile import mkstemp

    number, name = mkstemp(dir=file.parent)
    try:
        with open(number, "wb") as part:
            part.write(data)
        os.replace(name, file)
    except OSError:
        os.unlink(name)
        raise


def _prune(folder: Path) -> None:
    files = list(os.scandir(folder))
    if len(files) > MOST:
        for file in sorted(files, key=lambda file: file.stat().st_mtime)[: MOST // 2]:
            os.unlink(file)


def users(compiler: list[Path]) -> CodeCache:
    """Return the cache in the user's folder, which keeps nothing if there is no such folder."""
    from platformdirs import user_cache_path

    folder = user_cache_path("pyportal-sim", appauthor=False) / "code"
    return CodeCache(folder if folder.is_absolute() else None, compiler)
