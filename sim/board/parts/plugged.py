# SPDX-License-Identifier: MIT
"""Reads parts.toml, which says what is plugged into a board, and finds settings by their names.

A table is a part, and its name is the part's. `kind` is a row of `KINDS`, by default the part's own
name; `class` names a class of the user's own in a module beside the file. The part `board` is the
board itself, with the light and the temperature around it.
"""

import importlib
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn

from ... import schema
from ...schema import shown
from ..sdcard import Card, SDCard, insert
from . import own as own_parts
from .part import I2CPart, Key, Part, PinPart, WrongKey

FILE = "parts.toml"
BOARD = "board"
# Each kind, with the module that has it, relative to this package, and its class there.
KINDS = {
    "bme280": (".bme280", "BME280"),
    "button": (".pins", "Button"),
    "encoder": (".seesaw", "Encoder"),
    "lis3dh": (".lis3dh", "LIS3DH"),
    "mcp9600": (".mcp9600", "MCP9600"),
    "neopixel": (".pins", "NeoPixels"),
    "pir": (".pins", "Motion"),
    "potentiometer": (".pins", "Potentiometer"),
    "relay": (".pins", "Relay"),
    "sd": ("..sdcard", "SDCard"),
    "sht4x": (".sht4x", "SHT4x"),
    "soil": (".seesaw", "SoilSensor"),
    "vcnl4040": (".vishay", "VCNL4040"),
    "veml7700": (".vishay", "VEML7700"),
}
Tables = Mapping[str, Mapping[str, Any]]


def class_of(kind: str) -> type[Part]:
    """Return the class of one of KINDS."""
    module, title = KINDS[kind]
    found: type[Part] = getattr(importlib.import_module(module, __package__), title)
    return found


class Parts(Mapping[str, Part]):
    """The parts by their names, `board` first; `card` is the one in the SD slot, if one is.

    Args:
        own: the board's own part, and the addresses of the chips on its I2C bus.
        what: the file that names the others, or its tables; None for none.
        tell: takes a sentence when a part of the user's own fails.

    Raises ValueError with a sentence for what cannot be plugged in.
    """

    def __init__(self, own: Part, addresses: Iterable[int] = (),
                 what: str | os.PathLike[str] | Tables | None = None,
                 tell: Callable[[str], None] = lambda sentence: None):
        reader = _Reader(own, addresses, FILE if isinstance(what, Mapping) else what, tell)
        self._parts = reader.parts(what if isinstance(what, Mapping) else reader.tables())
        self.card, self.card_at = reader.card, reader.card_at
        # The files that they come from.
        self.files = frozenset(reader.files)
        self._first = self._values()

    def __getitem__(self, name: str) -> Part:
        return self._parts[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._parts)

    def __len__(self) -> int:
        return len(self._parts)

    @property
    def settings(self) -> dict[str, tuple[Part, Key]]:
        """Return (part, key) of each value that can be set, by a name such as `sht4x.humidity`."""
        return {f"{name}.{key.name}": (part, key) for name, part in self.items()
                for key in part.keys.values() if key.changes}

    def _values(self) -> dict[str, Any]:
        return {name: part.values[key.name] for name, (part, key) in self.settings.items()}

    def keep(self, before: "Parts") -> None:
        """Take the values that were set since `before` was read, if these were read as the same."""
        for name, value in before._values().items():
            if value != before._first[name] == self._first.get(name):
                with suppress(ValueError):  # another kind of part under the same name
                    self.set(name, value)

    def find(self, name: str) -> list[tuple[Part, Key]]:
        """Return the settings of a name: one by its full name, or all parts' of the same quantity.

        Raises ValueError with the names that there are.
        """
        settings = self.settings
        found = [place for full, place in settings.items()
                 if name in (full, full.partition(".")[2])]
        if not found:
            raise ValueError(f"nothing is plugged in that has the setting {name!r}: use one of "
                             f"{', '.join(settings)}")
        return found

    def parse(self, name: str, word: str) -> Any:
        """Return the value that a word of a script means for a setting. Raises ValueError."""
        found = self.find(name)
        try:
            values = [key.parse(word) for _, key in found]
        except ValueError as error:
            raise ValueError(f"{name}: {error}") from None
        return values[0]

    def set(self, name: str, value: Any) -> None:
        """Set what `find` finds, or nothing. Raises ValueError."""
        found = self.find(name)
        try:
            for _, key in found:
                key.check(value)
        except ValueError as error:
            raise ValueError(f"{name}: {error}") from None
        for part, key in found:
            key.__set__(part, value)


def beside(drive: str | os.PathLike[str]) -> Path | None:
    """Return the parts.toml in the folder of a program or a drive, if there is one."""
    path = Path(drive)
    file = (path if path.is_dir() else path.parent) / FILE
    return file if file.is_file() else None


class _Reader:
    """Makes parts; every refusal is a ValueError that names the file, the part and the key."""

    def __init__(self, own: Part, addresses: Iterable[int], file: str | os.PathLike[str] | None,
                 tell: Callable[[str], None]):
        self._own = own
        self._tell = tell
        self._where = str(file)
        self._text = ""
        self._file = None if file is None else Path(file)
        # The part that holds each address and each pin.
        self._taken: dict[Any, str] = dict.fromkeys(addresses, BOARD)
        self.files: set[Path] = set() if self._file is None else {self._file}
        self.card: Card | None = None
        self.card_at: Path | None = None

    def tables(self) -> Tables:
        if self._file is None:
            return {}
        self._text = schema.text(self._file)
        tables: Tables = schema.parsed(self._text, "TOML", self._where)
        return tables

    def parts(self, tables: Tables) -> dict[str, Part]:
        parts: dict[str, Part] = {BOARD: self._own}
        for name, table in tables.items():
            if not isinstance(table, Mapping):
                self._refuse((name,), f"write a table, [{name}], with the part's keys below it")
            if "." in name or not name.strip():
                self._refuse((name,), "a part's name has no dot and is not empty")
            if name == BOARD:
                self._set_up(table)
            else:
                parts[name] = self._part(name, dict(table))
        return parts

    def _set_up(self, table: Mapping[str, Any]) -> None:
        try:
            self._own.values = type(self._own)(**table).values
        except WrongKey as error:
            self._refuse((BOARD, error.key), error.why)

    def _part(self, name: str, table: dict[str, Any]) -> Part:
        make = self._class(name, table)
        try:
            part = make(**table)
        except WrongKey as error:
            self._refuse((name, error.key), error.why)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # the user's class may raise anything
            where = own_parts.place(error, own_parts.file_of(make))
            self._refuse((name,), own_parts.said(error), where)
        if isinstance(part, I2CPart):
            self._take(name, "address", part.address, part)
        elif isinstance(part, PinPart):
            self._take(name, "pin", part.pin, part)
        elif isinstance(part, SDCard):
            self._insert(name, part.card)
        return part

    def _insert(self, name: str, card: str) -> None:
        self.card_at = (self._file or Path()).parent / card
        try:
            self.card = insert(self.card_at)
        except ValueError as error:
            self._refuse((name, "card"), str(error))

    def _take(self, name: str, key: str, place: Any, part: Part) -> None:
        """Note the address or the pin of a part; refuse one that another part has."""
        if place in self._taken:
            free = [shown(option) for option in getattr(part.keys.get(key), "options", ())
                    if option not in self._taken]
            rest = f": use {' or '.join(free)}" if free else f", and {name} can have no other"
            self._refuse((name, key), f"{shown(place)} is taken by the part {self._taken[place]}"
                                      f"{rest}")
        self._taken[place] = name

    def _class(self, name: str, table: dict[str, Any]) -> type[Part]:
        """Take the class of a part out of its table."""
        if "class" in table:
            return self._own_class(name, table.pop("class"))
        kind = table.pop("kind", name)
        if not isinstance(kind, str) or kind not in KINDS:
            self._refuse((name, "kind"), f'{schema.quoted(kind)} is not one of {", ".join(KINDS)}')
        return class_of(kind)

    def _own_class(self, name: str, words: Any) -> type[Part]:
        module_name, colon, title = words.partition(":") if isinstance(words, str) else ("", "", "")
        if not (module_name and colon and title):
            self._refuse((name, "class"), f'{schema.quoted(words)} is not "module:Class"')
        folder = (self._file or Path()).parent
        self.files.add(folder / f"{module_name}.py")
        try:
            found = own_parts.load(folder, module_name, title)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            self._refuse((name, "class"),
                         f"{module_name} cannot be imported: {own_parts.said(error)}")
        if found is None:
            self._refuse((name, "class"), f"{module_name} has no class {title} that is derived "
                                          f"from {__package__}.Part")
        return own_parts.guarded(found, name, self._tell)

    def _refuse(self, place: tuple[str, ...], why: str, own: str = "") -> NoReturn:
        """Refuse what is at a place of the file; `own` is where the user's class has failed."""
        line = schema.line_of(self._text, "TOML", place) if self._text else 0
        where = [self._where, f"line {line}" if line else "", *map(schema.short, place), own]
        raise ValueError(f"{', '.join(filter(None, where))}: {schema.one_line(why)}")
