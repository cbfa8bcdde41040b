// SPDX-License-Identifier: MIT
// The display, as the board sets it up before the program starts.

#include "shared-bindings/busdisplay/BusDisplay.h"
#include "shared-bindings/microcontroller/Pin.h"
#include "shared-bindings/paralleldisplaybus/ParallelBus.h"
#include "shared-module/displayio/__init__.h"
#include "shared-module/displayio/mipi_constants.h"
#include "supervisor/board.h"

#define DELAY 0x80
#define MADCTL 0xA8

// Command, number of parameters, parameters, delay in ms.
static const uint8_t init_sequence[] = {
    0x01, 0 | DELAY, 0x80,
    0x36, 1, MADCTL,
    0x3A, 1, 0x55,
    0x11, 0 | DELAY, 0x78,
    0x29, 0 | DELAY, 0x78,
};

void board_init(void) {
    paralleldisplaybus_parallelbus_obj_t *bus = &allocate_display_bus()->parallel_bus;
    bus->base.type = &paralleldisplaybus_parallelbus_type;
    common_hal_paralleldisplaybus_parallelbus_construct(bus, &pin_PA16, &pin_PB05, &pin_PB06,
        &pin_PB09, &pin_PB04, &pin_PA00, 0);

    busdisplay_busdisplay_obj_t *display = &allocate_display()->display;
    display->base.type = &busdisplay_busdisplay_type;
    common_hal_busdisplay_busdisplay_construct(display, bus,
        320, 240,   // size
        0, 0, 0,    // first column and row, rotation
        16, false, false, 1, false, true,   // RGB565, high byte first
        MIPI_COMMAND_SET_COLUMN_ADDRESS, MIPI_COMMAND_SET_PAGE_ADDRESS, MIPI_COMMAND_WRITE_MEMORY_START,
        (uint8_t *)init_sequence, sizeof(init_sequence),
        &pin_PB31, NO_BRIGHTNESS_COMMAND, 1.0f,
        false, false,
        true, 60,   // refreshes by itself, so often a second
        true, false, 50000);
}
