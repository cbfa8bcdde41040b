// SPDX-License-Identifier: MIT
// The CIRCUITPY drive: filled by the desk at power-on, which is told of every change.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "lib/oofatfs/ff.h"

void drive_format(void);
void drive_take(uint8_t kind, const uint8_t *bytes, size_t length);
void drive_filled(void);
// The full path of a file that is open, NULL for an unknown one.
const char *drive_path_of(const FIL *file);
