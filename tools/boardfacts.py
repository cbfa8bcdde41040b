# SPDX-License-Identifier: MIT
"""Exports the simulator's tables of the board to the page in web/, as a JavaScript module.

The page's panel, touch panel and other parts follow the same tables as sim/, so that nothing is
typed in twice. The module is `facts.js`.
"""

import json
import re
import sys
from pathlib import Path
from typing import Any

from sim.board import coprocessor, nvm, panel, sdcard, sensors, touchpanel
from sim.board.boards import Board, find_board
from sim.board.motherboard import CONNECTIONS
from sim.board.parts import plugged
from sim.board.parts.part import Key, Part
from sim.engines.firmware import releases
from sim.engines.firmware.wiring import WIRINGS, pin_number
from sim.network import esp32, network

BOARD = "pyportal"
# Another firmware makes the page this board.
OTHERS = ("pyportal_titano",)
CHIP_PIN = re.compile(r"P([AB])(\d\d)")
# The bytes of the program's heap and stack on the page.
RAM = 194_560
# The file with the output of boot.py, and the files without which it is not written.
BOOT_OUTPUT, BOOT_FILES = "boot_out.txt", ("boot.py", "boot.txt")
# Modules that a library in the firmware imports and the firmware lacks.
COMPANIONS = {"adafruit_display_text": {"adafruit_ticks": "adafruit-circuitpython-ticks"}}
RADIO = {
    coprocessor: ("BOOT_NS", "WORK_NS", "GAP_NS"),
    esp32: ("START", "END", "REPLY", "WIDE", "WIDE_REPLIES", "REFUSAL", "MAC", "NO_PING_NS",
            "ESTABLISHED", "CLOSED", "LOOKUP_NS", "NO_LOOKUP_NS", "CONNECT_NS", "HANDSHAKE_NS",
            "SCAN_NS", "JOIN_NS"),
    network: ("ADDRESS", "MASK", "GATEWAY"),
}
COMMANDS = ("SOFTWARE_RESET", "COLUMN_ADDRESS", "PAGE_ADDRESS", "MEMORY_WRITE",
            "MEMORY_WRITE_CONTINUE", "MADCTL", "PIXEL_FORMAT")
BITS = ("ROW_FLIP", "COLUMN_FLIP", "EXCHANGE", "BGR")
THERMOMETER = ("TEMPERATURE", "CONFIGURATION", "IDENTITY", "RESET", "REGISTERS", "MANUFACTURER",
               "SIXTEEN_BITS", "LIMITS")
# The table of the parts that the page has.
PLUGGED = Path(__file__).parent.parent / "web" / "board" / "parts" / "plugged.js"
KINDS = re.compile(r"const KINDS = \{(.*?)\};", re.DOTALL)
# Kinds of parts that a page has no use for: it has its own card.
OWN_KINDS = frozenset(("sd",))
LIMITS = ("options", "low", "high", "unit", "whole", "momentary", "changes")
SCAN = ("SCROLL_AREA", "SCROLL_START", "TEARING_OFF", "TEARING_ON", "FRAME_RATE", "PORCHES",
        "OSCILLATOR_HZ")


def script(**others: Any) -> str:
    """Return the text of facts.js, with other facts of the site."""
    # REUSE-IgnoreStart
    head = "// SPDX-License-Identifier: MIT\n// Made by tools/boardfacts.py.\n\n"
    # REUSE-IgnoreEnd
    return f"{head}export const FACTS = {json.dumps(facts() | others, indent=1)};\n"


def facts() -> dict[str, Any]:
    """The facts of `BOARD`, and those in which other boards differ."""
    board, on_page = find_board(BOARD), _kinds_on_page()
    titles = {title: name for name in (BOARD, *OTHERS) for title in WIRINGS[name].titles}
    return _of(board) | {
        "boards": {name: _of(find_board(name)) for name in OTHERS},
        "flash": {"start": releases.START, "nvm": releases.END},
        "firmware": {"titles": titles, "majors": list(releases.MAJORS)},
        "nvm": {"size": nvm.BYTES},
        "radio": _radio(),
        "parts": {kind: _part(plugged.class_of(kind)) for kind in plugged.KINDS
                  if kind in on_page},
        "simulated": [kind for kind in plugged.KINDS if kind not in on_page | OWN_KINDS],
        "card": {"CID": _plain(sdcard.cid()), "SCR": _plain(sdcard.scr()),
                 "CSD": _plain(sdcard.csd(sdcard.UNIT_STANDARD, read_only=False))},
        "companions": {name: list(others) for name, others in COMPANIONS.items()},
        "builtIn": sorted({name.split(".")[0] for name in board.modules | board.frozen}),
    }


def _kinds_on_page() -> set[str]:
    """Return the kinds of parts that are written in JavaScript too."""
    table = KINDS.search(PLUGGED.read_text(encoding="utf-8"))
    assert table, PLUGGED
    return set(re.findall(r"(\w+):", table[1]))


def _of(board: Board) -> dict[str, Any]:
    return {
        "pins": {name: pin_number(chip) for name, chip in board.pins.items() if _is_wired(chip)},
        "wiring": _wiring(board),
        "panel": _panel(board),
        "touch": _touch(board),
        "thermometer": _thermometer(board),
        "sensors": _keys(CONNECTIONS[board.name].sensors),
    }


def _is_wired(chip: str) -> bool:
    return CHIP_PIN.fullmatch(chip) is not None


def _wiring(board: Board) -> dict[str, Any]:
    """Return the numbers of the pins that have no name in `board`."""
    wiring = WIRINGS[board.name]
    return {"panel": [pin_number(chip) for chip in wiring.panel],
            "reset": pin_number(wiring.reset), "pixel": pin_number(wiring.pixel)}


def _thermometer(board: Board) -> dict[str, Any]:
    """Return its facts; those of a board that has none have no address."""
    address = next(iter(CONNECTIONS[board.name].i2c), None)
    return {"ADDRESS": address} | {name: _plain(getattr(sensors, name)) for name in THERMOMETER}


def _part(kind: type[Part]) -> dict[str, Any]:
    """Return the keys of a part, and the numbers of its module and its classes."""
    named = [vars(sys.modules[kind.__module__]), *map(vars, reversed(kind.__mro__))]
    return {"keys": _keys(kind), "facts": {
        name: _plain(value) for names in named for name, value in names.items()
        if name.isupper() and not isinstance(value, type)}}


def _keys(kind: type[Part]) -> dict[str, Any]:
    return {name: _key(key) for name, key in kind.keys.items()}


def _key(key: Key) -> dict[str, Any]:
    limits = {name: _plain(getattr(key, name)) for name in LIMITS if hasattr(key, name)}
    shape = "setting" if "low" in limits else "choice" if "options" in limits else "switch"
    return {"type": shape, "default": key.default, **limits}


def _panel(board: Board) -> dict[str, Any]:
    display = board.display
    return {
        "width": display.width, "height": display.height, "madctl": display.madctl,
        "rgb565": panel.RGB565,
        "commands": {name: getattr(panel, name) for name in COMMANDS},
        "switches": panel.SWITCHES,
        "parameters": panel.PARAMETERS,
        "bits": {name: getattr(panel, name) for name in BITS},
        "scan": {name: getattr(panel, name) for name in SCAN},
    }


def _touch(board: Board) -> dict[str, Any]:
    return {
        "width": board.display.width, "height": board.display.height,
        "xReadings": touchpanel.X_READINGS, "yReadings": touchpanel.Y_READINGS,
        "xPlate": touchpanel.X_PLATE, "yPlate": touchpanel.Y_PLATE, "contact": touchpanel.CONTACT,
    }


def _radio() -> dict[str, Any]:
    sold = network.FIRMWARES[network.AS_SOLD]
    point = network.Network().access_points[0]
    methods = {number: _camel(method.__name__) for number, method in esp32.COMMANDS.items()}
    return {name: _plain(getattr(module, name)) for module, names in RADIO.items()
            for name in names} | {
        "commands": methods, "VERSION": sold.version, "SOCKETS": esp32.COUNT,
        "NO_SOCKET": esp32.NONE,
        "status": {"idle": sold.idle, "joining": sold.joining, "gone": sold.gone,
                   "scanned": network.SCANNED, "connected": network.CONNECTED},
        "accessPoint": {"ssid": point.ssid, "rssi": point.rssi, "channel": point.channel,
                        "encryption": point.encryption, "bssid": _plain(point.bssid)},
    }


def _camel(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(map(str.capitalize, others))


def _plain(value: Any) -> Any:
    """Convert bytes and sets for JSON."""
    if isinstance(value, dict):
        return {name: _plain(each) for name, each in value.items()}
    return sorted(value) if isinstance(value, frozenset) else (
        list(value) if isinstance(value, bytes) else value)
