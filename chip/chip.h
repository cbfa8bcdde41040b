// SPDX-License-Identifier: MIT
// The boundary of the chip: what a host calls, and what the chip asks of the board around it.
//
// A host is the simulator (Python, through wasmtime) or the page (JavaScript). It owns the board: what is
// wired to the pins, panel, bus devices, speaker. The chip owns the SAMD51J20A, its QSPI flash and the
// computer's end of the USB cable. All state lies in the module's memory, so a copy of that memory is
// a snapshot.
//
// Time counts in cycles of 120 MHz since power-on. A pin is its number in the PORT: PA00 is 0, PB00 is 32. How a run is
// cut into calls of chip_run changes nothing in it.
#pragma once
#include <stdint.h>

#ifdef __wasm__
#define BOARD(name) __attribute__((import_module("board"), import_name(#name))) extern
#define EXPORT(name) __attribute__((export_name(#name)))
#else
#define BOARD(name) extern
#define EXPORT(name)
#endif

#define CYCLES_PER_SECOND 120000000u

// ---- what a host calls

enum { ENDED_IN_TIME, ENDED_BY_HOST, ENDED_BY_LOCKUP };

// Before the first power-on: both flash memories empty (0xff). Then the host puts a firmware and a drive in.
void chip_erase(void);

// Addresses of memory that the host reads and writes.
uint8_t *chip_flash(void);        // 1 MB of program flash, nvm at its end; erased bytes are 0xff
uint8_t *chip_storage(void);      // 8 MB of QSPI flash with the drive
uint8_t *chip_ram(void);          // 256 KB, to look at
uint64_t *chip_clock(void);       // where the present cycle is, exact in calls of the board too
uint32_t *chip_resets(void);      // where it counts how often it has started, power-on included
uint8_t *chip_buffer(void);       // 64 KB for the calls below that pass bytes

void chip_set_serial_number(uint32_t a, uint32_t b, uint32_t c, uint32_t d);
void chip_set_panel_pins(uint32_t data0, uint32_t write, uint32_t command, uint32_t select);
void chip_set_pixel_pin(uint32_t pin);
void chip_power_on(uint32_t cause);            // a cause of RSTC.RCAUSE: 1 power-on, 16 reset pin
uint32_t chip_run(uint64_t until);             // to that cycle at least; an ENDED_ value
void chip_stop(void);                          // from a call of the board: end chip_run soon
// From now on board_said tells the calls of this function, of 32 at most, whose first two arguments are a text and
// its length, with the stack pointer. chip_look_for(count) finds such functions: it tells the entries of all blocks of
// code with a text like that in the buffer, for as long as the count is not 0.
void chip_watch(uint32_t function);
void chip_look_for(uint32_t count);
uint64_t chip_now(void);
uint64_t chip_next(void);                      // the cycle of the next thing that happens by itself
uint64_t chip_instructions(void);              // executed since power-on
uint64_t chip_samples_began(uint32_t channel); // see board_samples
uint64_t chip_slept(void);                     // cycles spent waiting for an interrupt

void chip_drive_pin(uint32_t pin, int32_t level);   // from outside: 0, 1, or -1 to let go
uint32_t chip_drive_pin_later(uint32_t pin, int32_t level, uint64_t when);   // at that cycle; 0: 512 wait already
// Declares pins (bits of ports A and B) whose voltages depend only on the states of these same pins, until the next
// call; none at power-on. The chip remembers what board_analogue answered for each combination of states. It calls
// board_pin for them only before it asks for another voltage, and when chip_run ends.
void chip_hold_analogue(uint32_t a, uint32_t b);
uint32_t chip_uart_receive(uint32_t sercom, uint32_t byte);   // arrives at the baud rate; 0: 1024 wait already

void chip_usb_plug(uint32_t plugged);          // the cable; plugged at power-on
uint32_t chip_usb_attached(void);              // the firmware has switched USB on: just before code.py
uint32_t chip_serial_type(uint32_t count);     // types bytes of the buffer; how many had room
uint32_t chip_data_type(uint32_t count);       // the same for the second port, usb_cdc.data
uint32_t chip_serial_open(void);               // whether the firmware sees an open port
// The computer reads or writes blocks of 512 bytes of the drive over USB, through the buffer.
// One request at a time, of at most 128 blocks; chip_disk_status is 0 while it runs, then 1 for done
// or 2 for failed. A write takes its bytes when it is asked for; the status 1 of a read fills the buffer.
void chip_disk_read(uint32_t block, uint32_t count);
void chip_disk_write(uint32_t block, uint32_t count);
uint32_t chip_disk_status(void);

// ---- what the chip asks of the board (imported from the module "board")

enum { PIN_LOW, PIN_HIGH, PIN_FLOATS, PIN_PULLED_UP, PIN_PULLED_DOWN };

// The chip changed a pin. All float at power-on; a reset lets them go. The panel's data, write, command and
// select pins and the pixels' pin are told by the calls for panel and pixels only.
BOARD(pin) void board_pin(uint32_t pin, uint32_t state);
// A timer drives the pin: cycles of a period and of its high part. A period of 0: no longer.
BOARD(wave) void board_wave(uint32_t pin, uint32_t period, uint32_t high);
BOARD(analogue) uint32_t board_analogue(uint32_t pin);                 // its voltage, 0-65535 of 3.3 V
// Bytes for the panel. A bit of `commands` for each of the first 32 tells which are commands; the others are data of the
// last one, which may be one of an earlier call. What sets a window comes with its pixels, and runs of pixels end with the
// next command, the end of the panel's selection, or 4,096 bytes: also within a pixel.
BOARD(panel) void board_panel(const uint8_t *bytes, uint32_t count, uint32_t commands);
BOARD(pixels) void board_pixels(const uint8_t *data, uint32_t count);  // bytes sent to the NeoPixels
BOARD(spi) uint32_t board_spi(uint32_t sercom, uint32_t byte);         // the byte that comes back
// Several bytes that DMA sends: the bytes that come back replace them. All are asked for when the first has been sent.
BOARD(spi_block) void board_spi_block(uint32_t sercom, uint8_t *data, uint32_t count);
BOARD(i2c_start) uint32_t board_i2c_start(uint32_t sercom, uint32_t address, uint32_t reads);  // 1: acknowledged
BOARD(i2c_write) uint32_t board_i2c_write(uint32_t sercom, uint32_t byte);
BOARD(i2c_read) uint32_t board_i2c_read(uint32_t sercom);
BOARD(i2c_stop) void board_i2c_stop(uint32_t sercom);
BOARD(uart) void board_uart(uint32_t sercom, uint32_t byte);
// Samples that the DAC converted: 12 bits, `period` cycles between them, in batches of up to 5 ms or 1,024 samples. The call
// comes when a batch is full, the distance changes, or nothing followed for 5 ms; chip_samples_began(channel) is the
// cycle of its first sample. A value written by a program comes alone, with the period 0. A call with the count 0 says
// that the DMA channel that fed the DAC is off: the end of a sound.
BOARD(samples) void board_samples(uint32_t channel, const uint16_t *data, uint32_t count, uint32_t period);
BOARD(chance) uint32_t board_chance(void);                             // the TRNG's next 32 bits
BOARD(serial) void board_serial(const uint8_t *data, uint32_t count);  // from the board to the computer
BOARD(data) void board_data(const uint8_t *data, uint32_t count);      // the same from the second port, usb_cdc.data
BOARD(report) void board_report(uint32_t kind, const uint8_t *data, uint32_t count);  // 0 HID, 1 MIDI
BOARD(programmed) void board_programmed(uint32_t memory, uint32_t address, uint32_t count,
                                        uint32_t erased);              // 0 flash, 1 storage
BOARD(said) void board_said(uint32_t function, const uint8_t *text, uint32_t count, uint32_t stack);
BOARD(note) void board_note(const char *text, uint32_t count);         // one line for the log
