// SPDX-License-Identifier: MIT
#pragma once

#define MICROPY_PY_SYS_PLATFORM "MicroChip SAMD51"
#define MICROPY_USE_INTERNAL_PRINTF (0)
#define MICROPY_NLR_SETJMP (1)
#define MICROPY_GCREGS_SETJMP (1)

// This also includes mpconfigboard.h.
#include "py/circuitpy_mpconfig.h"

// A SAMD51 has 24 KB; frames of WebAssembly are larger, and this is as deep.
#define CIRCUITPY_DEFAULT_STACK_SIZE (40000)
#define CIRCUITPY_INTERNAL_NVM_SIZE (8192)
