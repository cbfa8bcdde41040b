// SPDX-License-Identifier: MIT
#pragma once

#include <stdint.h>

// What was executed since the last call, in tenths of an instruction of the board's processor.
uint32_t spent(void);
