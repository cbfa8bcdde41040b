# SPDX-License-Identifier: MIT
"""Loads chip.wasm, the emulated SAMD51, into wasmtime, and gives its functions Python's names.

chip/chip.h describes each function. All state lies in `memory`, a NumPy array.
"""

import atexit
import hashlib
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any
from weakref import ref

import numpy as np
from numpy.typing import NDArray

# Built from chip/ by `make chip`.
PATH = Path(__file__).with_name("chip.wasm")
IN_TIME, BY_HOST, BY_LOCKUP = range(3)
POWER_ON, RESET_PIN = 1, 16
# 120 MHz: 3 cycles are 25 ns.
CYCLES, NANOSECONDS = 3, 25
FLASH_BYTES, RAM_BYTES, STORAGE_BYTES, BUFFER_BYTES = 1 << 20, 1 << 18, 8 << 20, 1 << 16
# The cache holds a compiled chip for each build that was used lately.
KEPT = 4


def cache_folder() -> Path:
    """Return the folder of what can be made again: compiled chips and snapshots."""
    from platformdirs import user_cache_path

    return user_cache_path("pyportal-sim", appauthor=False)


def replace_file(path: Path, data: bytes) -> None:
    """Write a file of the cache whole or not at all; without a cache the simulator is slower."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary.write_bytes(data)
        os.replace(temporary, path)
    with suppress(OSError):
        temporary.unlink(missing_ok=True)


def keep_newest(folder: Path, pattern: str, count: int) -> None:
    """Remove the files of the cache that were not used for the longest time."""
    with suppress(OSError):
        files = sorted(folder.glob(pattern), key=lambda path: path.stat().st_mtime_ns)
        for path in files[:-count]:
            path.unlink(missing_ok=True)


class Wasm:
    """A compiled chip.wasm; `digest` names its build."""

    def __init__(self, path: Path):
        import wasmtime

        code = path.read_bytes()
        self.digest = hashlib.sha256(code).hexdigest()[:16]
        self.engine = wasmtime.Engine()
        self.module = self._compiled(wasmtime, code, path)

    def _compiled(self, wasmtime: Any, code: bytes, path: Path) -> Any:
        """Compile the code, or take it from the cache; wasmtime checks that it made the file."""
        kept = cache_folder() / "chip" / f"{self.digest}.cwasm"
        with suppress(wasmtime.WasmtimeError, OSError):
            if kept.is_file():
                return wasmtime.Module.deserialize_file(self.engine, str(kept))
        try:
            module = wasmtime.Module(self.engine, code)
        except wasmtime.WasmtimeError:
            raise ValueError(f"{path} is damaged: install pyportal-sim anew") from None
        replace_file(kept, bytes(module.serialize()))
        keep_newest(kept.parent, "*.cwasm", KEPT)
        return module


@cache
def load() -> Wasm:
    """Raises ValueError for a damaged chip.wasm."""
    atexit.register(load.cache_clear)  # any later, wasmtime would complain about its own end
    return Wasm(PATH)


class Chip:
    """One chip without power. `board` answers its calls, by name; see `calls`.

    An exception in an answer ends `run`, which raises it; the chip can go on.
    """

    def __init__(self, wasm: Wasm, board: Mapping[str, Callable[..., int | None]]):
        import wasmtime

        self.board = board
        self._store = wasmtime.Store(wasm.engine)
        self._error: BaseException | None = None
        linker = wasmtime.Linker(wasm.engine)
        for item in wasm.module.imports:
            if item.name not in board:
                raise ValueError(f"chip.wasm asks the board for {item.name!r}, which this "
                                 "simulator does not know: install pyportal-sim anew")
            answer = _safe(ref(self), item.name, bool(item.type.results))
            linker.define(self._store, "board", item.name,
                          wasmtime.Func(self._store, item.type, answer))
        exports = linker.instantiate(self._store, wasm.module).exports(self._store)
        self._functions: dict[str, Callable[..., Any]] = {
            name: _bound(exports[name], self._store)
            for name in (each.name for each in wasm.module.exports) if name.startswith("chip_")}
        self._map(exports["memory"])

    def _map(self, memory: Any) -> None:
        size = memory.data_len(self._store)
        pointer = memory.get_buffer_ptr(self._store, size)
        self.memory: NDArray[np.uint8] = np.frombuffer(pointer, np.uint8)
        self.flash = self._part("chip_flash", FLASH_BYTES)
        self.ram = self._part("chip_ram", RAM_BYTES)
        self.storage = self._part("chip_storage", STORAGE_BYTES)
        self._buffer = self._part("chip_buffer", BUFFER_BYTES)
        self._view = self.memory.data
        clock = self.call("clock")
        self._clock = self._view[clock:clock + 8].cast("Q")
        resets = self.call("resets")
        self._resets = self._view[resets:resets + 4].cast("I")

    def _part(self, name: str, size: int) -> NDArray[np.uint8]:
        start = self._functions[name]()
        return self.memory[start:start + size]

    def fail(self, error: BaseException) -> None:
        """Stop, and let `run` raise this error: on the way through wasmtime it would be lost, and
        leave the chip broken.
        """
        self._error = self._error or error
        self.stop()

    def close(self) -> None:
        """Give all memory back. The chip is of no use afterwards; not for the board's answers."""
        self._clock.release()
        self._resets.release()
        self._view.release()
        self.memory = self.flash = self.ram = self.storage = self._buffer = np.empty(0, np.uint8)
        self._store.close()

    def call(self, name: str, *arguments: int) -> Any:
        """Call `chip_` and this name."""
        return self._functions[f"chip_{name}"](*arguments)

    def bytes_at(self, address: int, count: int) -> bytes:
        return self._view[address:address + count].tobytes()

    def put_bytes(self, address: int, data: bytes) -> None:
        self._view[address:address + len(data)] = data

    @property
    def now(self) -> int:
        """The cycle, of 120 million a second, since power-on."""
        return int(self._clock[0])

    @property
    def resets(self) -> int:
        """How often the chip has started, power-on included."""
        return int(self._resets[0])

    def run(self, until: int) -> int:
        """Run to that cycle at least, or until `stop`; return how that ended."""
        ended = IN_TIME if self._error else self._functions["chip_run"](until)
        self.raise_error()
        return int(ended)

    def raise_error(self) -> None:
        """Raise what `fail` was given."""
        error, self._error = self._error, None
        if error:
            raise error

    def stop(self) -> None:
        """End `run` soon; for the board's answers."""
        self._functions["chip_stop"]()

    def type(self, keys: bytes) -> int:
        """Type on the serial port; return how many bytes had room."""
        self._put(keys[:BUFFER_BYTES])
        typed: int = self._functions["chip_serial_type"](min(len(keys), BUFFER_BYTES))
        return typed

    def write_disk(self, block: int, data: bytes) -> None:
        """Begin to write blocks of the drive, as a computer does."""
        self._put(data)
        self._functions["chip_disk_write"](block, len(data) // 512)

    def look_for(self, text: bytes) -> None:
        """Tell the board which code gets this text, until the text is empty; see chip.h."""
        self._put(text)
        self._functions["chip_look_for"](len(text))

    def _put(self, data: bytes) -> None:
        self._buffer[:len(data)] = np.frombuffer(data, np.uint8)


def _safe(chip: "ref[Chip]", name: str, gives: bool) -> Callable[..., int | None]:
    """Return the answer to a call; wasmtime's table keeps it, and must not keep the chip."""
    def call(*arguments: int) -> int | None:
        called = chip()
        assert called
        try:
            return called.board[name](*arguments)
        except BaseException as error:  # KeyboardInterrupt too
            called.fail(error)
            return 0 if gives else None
    return call


def _bound(function: Any, store: Any) -> Callable[..., Any]:
    return lambda *arguments: function(store, *arguments)
