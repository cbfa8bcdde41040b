// SPDX-License-Identifier: MIT
// The chip as a whole: power, resets, running, and the calls of the boundary (chip.h).
//
// There is no bootloader: a program begins at 0x4000, where a .uf2 puts it, unless something is below that. A
// program that asks for the bootloader is started again.
#include "soc.h"
#include "usb.h"

#define PROGRAM 0x4000u
static uint8_t buffer[65536];

static uint32_t vectors(void) {
  uint32_t first;
  memcpy(&first, flash, 4);
  return first == ~0u ? PROGRAM : 0;
}

static void reset_peripherals(void) {
  pac_reset(); pm_reset(); mclk_reset(); oscctrl_reset(); osc32kctrl_reset(); supc_reset(); gclk_reset();
  cmcc_reset(); dsu_reset(); ramecc_reset(); nvmctrl_reset(); qspi_reset(); trng_reset(); wdt_reset(); rtc_reset();
  dmac_reset(); evsys_reset(); eic_reset(); tc_reset(); tcc_reset(); adc_reset(); dac_reset(); sercom_reset();
  usb_reset();
  usb_host_look();
  port_bus_reset();
  waves_reset();
  pixels_reset();
}

static uint32_t resets;

void chip_reset(uint32_t cause) {
  resets++;
  panel_flush();
  rstc_set_cause(cause);
  reset_peripherals();
  cpu_reset(vectors());
}

void chip_reset_requested(void) { chip_reset(RESET_PROGRAM); }

static void fill_ram(void) {                            // what RAM holds at power-on is arbitrary, and repeats
  uint32_t value = 1;
  for (uint32_t i = 0; i < RAM_SIZE; i += 4) {
    value = value * 1664525 + 1013904223;
    memcpy(ram + i, &value, 4);
  }
}

EXPORT(chip_erase) void chip_erase(void) {
  memset(flash, 0xff, FLASH_SIZE);
  memset(storage, 0xff, STORAGE_SIZE);
  cpu_code_changed();
}

EXPORT(chip_flash) uint8_t *chip_flash(void) { return flash; }
EXPORT(chip_storage) uint8_t *chip_storage(void) { return storage; }
EXPORT(chip_ram) uint8_t *chip_ram(void) { return ram; }
EXPORT(chip_buffer) uint8_t *chip_buffer(void) { return buffer; }
EXPORT(chip_clock) uint64_t *chip_clock(void) { return &now; }
EXPORT(chip_resets) uint32_t *chip_resets(void) { return &resets; }

EXPORT(chip_set_serial_number) void chip_set_serial_number(uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
  const uint32_t words[4] = { a, b, c, d };
  nvmctrl_power_on();
  nvmctrl_set_serial_number(words);
}

EXPORT(chip_set_panel_pins) void chip_set_panel_pins(uint32_t data0, uint32_t write, uint32_t command, uint32_t select) {
  panel_pins(data0, write, command, select);
}

EXPORT(chip_set_pixel_pin) void chip_set_pixel_pin(uint32_t pin) { pixels_pin = pin; }

// A cause other than power-on keeps RAM, the RTC and the time of a running chip: the reset pin.
EXPORT(chip_power_on) void chip_power_on(uint32_t cause) {
  static int powered;
  if (cause & RESET_POWER_ON || !powered) {
    powered = 1;
    cpu_power_on();
    events_reset();
    bus_power_on();
    analogue_hold(0, 0);
    fill_ram();
    nvmctrl_power_on();
    qspi_power_on();
    rtc_power_on();
    sercom_power_on();
    pins_power_on();
    usb_host_power_on();
    port_power_on();
  }
  cpu_code_changed();
  chip_reset(cause);
}

EXPORT(chip_run) uint32_t chip_run(uint64_t until) {
  uint32_t ended = cpu_run(until);
  port_tell_late();
  return ended == CPU_STOPPED ? ENDED_BY_HOST : ended == CPU_LOCKED_UP ? ENDED_BY_LOCKUP : ENDED_IN_TIME;
}

EXPORT(chip_watch) void chip_watch(uint32_t function) { watch_function(function); }
EXPORT(chip_look_for) void chip_look_for(uint32_t count) { watch_for_text(buffer, count); }
EXPORT(chip_stop) void chip_stop(void) { cpu_stop(); }
EXPORT(chip_now) uint64_t chip_now(void) { return now; }
EXPORT(chip_next) uint64_t chip_next(void) { return next_event; }
EXPORT(chip_instructions) uint64_t chip_instructions(void) { return cpu_instructions; }
EXPORT(chip_slept) uint64_t chip_slept(void) { return cpu_slept; }
EXPORT(chip_samples_began) uint64_t chip_samples_began(uint32_t channel) { return dac_batch_began(channel & 1); }

EXPORT(chip_drive_pin) void chip_drive_pin(uint32_t pin, int32_t level) { port_drive(pin, level); }
EXPORT(chip_drive_pin_later) uint32_t chip_drive_pin_later(uint32_t pin, int32_t level, uint64_t when) {
  return pins_later(pin, level, when);
}
EXPORT(chip_hold_analogue) void chip_hold_analogue(uint32_t a, uint32_t b) { analogue_hold(a, b); }
EXPORT(chip_uart_receive) uint32_t chip_uart_receive(uint32_t sercom, uint32_t byte) {
  return sercom < 6 && sercom_hear(sercom, byte);
}

EXPORT(chip_usb_plug) void chip_usb_plug(uint32_t plugged) { usb_host_plug(plugged); }
EXPORT(chip_usb_attached) uint32_t chip_usb_attached(void) { return usb_attached(); }
EXPORT(chip_serial_type) uint32_t chip_serial_type(uint32_t count) { return usb_host_type(0, buffer, count); }
EXPORT(chip_data_type) uint32_t chip_data_type(uint32_t count) { return usb_host_type(1, buffer, count); }
EXPORT(chip_serial_open) uint32_t chip_serial_open(void) { return usb_host_is_ready(); }
EXPORT(chip_disk_read) void chip_disk_read(uint32_t block, uint32_t count) { usb_host_disk(0, block, count, 0); }
EXPORT(chip_disk_write) void chip_disk_write(uint32_t block, uint32_t count) { usb_host_disk(1, block, count, buffer); }
EXPORT(chip_disk_status) uint32_t chip_disk_status(void) { return usb_host_disk_status(buffer); }
