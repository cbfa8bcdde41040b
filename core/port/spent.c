// SPDX-License-Identifier: MIT
// The core's counter of its work. The build has the function return and clear what it has the core
// count (meter.py); as it is here, it is what no optimizer takes for a constant.

#include "spent.h"

static volatile uint32_t counted;

__attribute__((export_name("spent"), noinline)) uint32_t spent(void) {
    uint32_t instructions = counted;
    counted = 0;
    return instructions;
}
