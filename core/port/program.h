// SPDX-License-Identifier: MIT
// When the drive's program runs.
#pragma once

#include <stdbool.h>

extern bool program_runs;
