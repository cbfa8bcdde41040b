# SPDX-License-Identifier: MIT
"""Keys at the crossings of rows and columns: a pressed key joins its row with its column."""

from collections.abc import Sequence
from typing import Any

from ...board.pins import Pin
from ...machine import Machine
from ...native.arguments import int_range

machine: Machine
_scanner: Any = machine.hardware("keypad.scanner")


class KeyMatrix(_scanner.Scanner):  # type: ignore[misc]
    """`columns_to_anodes`: current flows through a key's diode from its column to its row."""

    def __init__(self, row_pins: Sequence[Pin], column_pins: Sequence[Pin],
                 columns_to_anodes: bool = True, interval: float = 0.02, max_events: int = 64,
                 debounce_threshold: int = 1):
        self._check(interval, max_events, debounce_threshold)
        rows, columns = tuple(row_pins), tuple(column_pins)
        if not (rows and columns):
            raise ValueError(f"{'column' if rows else 'row'}_pins length must be >= 1")
        self._claim_all([("row_pins", pin) for pin in rows]
                        + [("column_pins", pin) for pin in columns])
        self._rows, self._columns = self._pins[:len(rows)], self._pins[len(rows):]
        self._idle = float(bool(columns_to_anodes))
        for pin in self._pins:
            pin.pull = self._idle
        self._start(len(rows) * len(columns))

    def key_number_to_row_column(self, key_number: int) -> tuple[int, int]:
        int_range(key_number, 0, self.key_count - 1, "key_number")
        return divmod(key_number, len(self._columns))

    def row_column_to_key_number(self, row: int, column: int) -> int:
        self._claimed()
        int_range(row, 0, len(self._rows) - 1, "row")
        int_range(column, 0, len(self._columns) - 1, "column")
        return row * len(self._columns) + column

    def _states(self) -> list[bool]:
        """Each row in turn is driven against the columns' pulls."""
        states = []
        for row in self._rows:
            row.drive(1 - self._idle)
            states += [column.high != bool(self._idle) for column in self._columns]
            row.drive(None)
        return states
