// SPDX-License-Identifier: MIT
// Watches functions of the firmware that are called with a text: its address in r0, its length in r1.
//
// The decoder puts a step WATCH in front of the blocks that watch_wants(). A host gives the functions' addresses,
// or first looks for them: by a text that it knows and the firmware will print.
#include "cpu_steps.h"
#include "soc.h"

enum { FUNCTIONS = 32, LONGEST = 4096 };
static uint32_t functions[FUNCTIONS], count;
static uint8_t sought[256];
static uint32_t sought_size;  // 0: nothing is looked for

void watch_function(uint32_t address) {
  if (count < FUNCTIONS) functions[count++] = address;
  cpu_code_changed();
}

void watch_for_text(const uint8_t *text, uint32_t size) {
  sought_size = size < sizeof sought ? size : sizeof sought;
  memcpy(sought, text, sought_size);
  cpu_code_changed();
}

bool watch_wants(uint32_t address) {
  for (uint32_t i = 0; i < count; i++)
    if (functions[i] == address) return true;
  return sought_size;
}

static const uint8_t *text_at(uint32_t address, uint32_t size) {
  if (size > LONGEST) return 0;
  if (address <= FLASH_SIZE - size) return flash + address;
  return address - RAM_START <= RAM_SIZE - size ? ram + (address - RAM_START) : 0;
}

void watch_entered(uint32_t address) {
  uint32_t size = cpu.r[1];
  const uint8_t *text = text_at(cpu.r[0], size);
  if (!text || (sought_size && (size != sought_size || memcmp(text, sought, size)))) return;
  board_said(address, text, size, cpu.r[SP]);
}
