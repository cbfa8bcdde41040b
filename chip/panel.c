// SPDX-License-Identifier: MIT
// The display's 8-bit bus (the panel's own data sheet: 8080 write cycle): a byte counts when the write strobe
// rises while the panel is selected. Bytes are collected and told together: those that set a window and the pixels
// in it. They end with the end of the selection, or the next command, after pixels; or with 4,096 bytes. Other commands
// are told at once, without their data.
//
// Not modelled: reads from the panel, times of the signals.
#include "soc.h"

uint32_t panel_write_mask, panel_port, panel_select_mask, panel_select_port, quiet_wires[2];
static uint32_t data0, command_pin, select_pin;
static uint8_t run[4096];
static uint32_t count, commands;

enum { COLUMNS = 0x2a, PAGES = 0x2b, MEMORY_WRITE = 0x2c, MOST_COMMANDS = 32 };
static uint32_t last_command;

void panel_pins(uint32_t first, uint32_t write, uint32_t command, uint32_t select) {
  data0 = first;
  command_pin = command;
  select_pin = select;
  panel_port = write / 32;
  panel_write_mask = BIT(write % 32);
  panel_select_port = select / 32;
  panel_select_mask = BIT(select % 32);
  quiet_wires[0] = quiet_wires[1] = 0;
  quiet_wires[first / 32] |= 0xffu << first % 32;
  quiet_wires[write / 32] |= panel_write_mask;
  quiet_wires[command / 32] |= BIT(command % 32);
  quiet_wires[select / 32] |= BIT(select % 32);
}

void panel_flush(void) {
  if (count) board_panel(run, count, commands);
  count = commands = 0;
}

static int sets_window(void) { return last_command == COLUMNS || last_command == PAGES; }

void panel_deselect(void) {
  if (!sets_window()) panel_flush();
}

static uint32_t out(uint32_t pin) { return port_out(pin / 32) >> pin % 32; }

static void take_command(uint8_t byte) {
  if (!sets_window() || count >= MOST_COMMANDS) panel_flush();
  last_command = byte;
  commands |= BIT(count);
  run[count++] = byte;
  if (!sets_window() && byte != MEMORY_WRITE) panel_flush();
}

void panel_strobe(void) {
  if (out(select_pin) & 1) return;
  uint8_t byte = out(data0);
  if (!(out(command_pin) & 1)) take_command(byte);
  else {
    run[count++] = byte;
    if (count == sizeof run) panel_flush();
  }
}
