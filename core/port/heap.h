// SPDX-License-Identifier: MIT
// Figures of the program's heap.
#pragma once

void heap_tell(void);
