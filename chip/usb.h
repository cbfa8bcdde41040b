// SPDX-License-Identifier: MIT
// The cable between the device controller (usb.c) and the computer (usbhost.c).
#pragma once
#include <stdint.h>

enum { USB_NAK = -1, USB_STALL = -2, USB_NOBODY = -3 };

int usb_attached(void);                            // the device pulls its line up
void usb_bus_reset(void);
void usb_frame(uint32_t number);                   // the start of a frame, each millisecond
int usb_counts_frames(void);                       // an interrupt comes with each
void usb_host_frames(void);                        // tells the last frame that has begun, if it is a new one
void usb_suspend(void);                            // the bus fell silent
// A packet to or from an address and endpoint: its length, or a negative value from above.
int usb_token_setup(int address, const uint8_t *bytes);
int usb_token_out(int address, int endpoint, const uint8_t *bytes, uint32_t count);
int usb_token_in(int address, int endpoint, uint8_t *bytes);

void usb_host_look(void);                          // the device changed something: look at it soon

// Requests of a host of the chip to the computer (chip.h).
uint32_t usb_host_is_ready(void);
void usb_host_plug(uint32_t on);
uint32_t usb_host_type(uint32_t port, const uint8_t *bytes, uint32_t count);   // how many had room
void usb_host_disk(int writes, uint32_t first, uint32_t count, const uint8_t *bytes);
uint32_t usb_host_disk_status(uint8_t *bytes);             // 0 at work, 1 done, 2 failed; fills after a read
