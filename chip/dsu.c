// SPDX-License-Identifier: MIT
// DSU, the device service unit (DS60001507, chapter 12): only which chip this is.
//
// Not modelled: everything for debuggers, the CRC.
#include "soc.h"

enum { STATUS = 0x00, DID = 0x18 };
#define SAMD51J20A 0x60060004u

void dsu_reset(void) {}
uint32_t dsu_read(int unit, uint32_t offset) {
  if (offset == STATUS) return 0;                        // no debugger
  if (offset == DID) return SAMD51J20A;
  bus_unmodelled(0x41002000 + offset, "read");
  return 0;
}
void dsu_write(int unit, uint32_t offset, uint32_t value, uint32_t mask) { bus_unmodelled(0x41002000 + offset, "write"); }
