// SPDX-License-Identifier: MIT
// The serial line, as over USB.

#include "supervisor/shared/serial.h"

#include "desk.h"
#include "program.h"

void port_serial_early_init(void) {
}

void port_serial_init(void) {
}

bool port_serial_connected(void) {
    return desk_settings.connected;
}

char port_serial_read(void) {
    return desk_key();
}

uint32_t port_serial_bytes_available(void) {
    return desk_keys();
}

// The program's words, or the firmware's around it.
void port_serial_write_substring(const char *text, uint32_t length) {
    desk_tell(program_runs ? 'o' : 'O', text, length);
}
