# SPDX-License-Identifier: MIT
"""Writes the board's pins as C, from its definition in circuitpython-stubs: pins.py BOARD FOLDER.

`boards/BOARD/pins.c` gets the objects and both tables of names, `common-hal/microcontroller/pins.h`
their declarations.
"""

import sys
from pathlib import Path

from sim.board.boards import find_board

HEADER = "// SPDX-License-Identifier: MIT\n// Written by pins.py.\n"
INCLUDES = """
#include "shared-bindings/board/__init__.h"
#include "shared-bindings/microcontroller/Pin.h"
#include "shared-bindings/microcontroller/__init__.h"
#include "shared-module/displayio/__init__.h"

CIRCUITPY_BOARD_BUS_SINGLETON(stemma_i2c, i2c, 0)
"""
LINES = 32


def main(board: str, port: Path) -> None:
    pins = find_board(board).pins
    chip = sorted(set(pins.values()))
    declarations = "".join(f"extern const mcu_pin_obj_t pin_{name};\n" for name in chip)
    (port / "common-hal/microcontroller/pins.h").write_text(HEADER + declarations)
    (port / "boards" / board / "pins.c").write_text(
        HEADER + INCLUDES + "".join(map(_object, chip))
        + _table("mcu_pin_globals", {name: name for name in chip})
        + _table("board_module_globals", pins, _OWN_NAMES))


def _object(name: str) -> str:
    number = LINES * (ord(name[1]) - ord("A")) + int(name[2:])
    return (f"const mcu_pin_obj_t pin_{name} = "
            f"{{ {{ &mcu_pin_type }}, .number = {number} }};\n")


def _entry(name: str, what: str) -> str:
    return f"    {{ MP_ROM_QSTR(MP_QSTR_{name}), MP_ROM_PTR(&{what}) }},\n"


_OWN_NAMES = ("    CIRCUITPYTHON_BOARD_DICT_STANDARD_ITEMS\n" + _entry("I2C", "board_i2c_obj")
              + _entry("STEMMA_I2C", "board_stemma_i2c_obj") + _entry("SPI", "board_spi_obj")
              + _entry("DISPLAY", "displays[0].display"))


def _table(dictionary: str, names: dict[str, str], first: str = "") -> str:
    entries = "".join(_entry(name, f"pin_{pin}") for name, pin in names.items())
    return (f"\nstatic const mp_rom_map_elem_t {dictionary}_table[] = {{\n{first}{entries}}};\n"
            f"MP_DEFINE_CONST_DICT({dictionary}, {dictionary}_table);\n")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
