// SPDX-License-Identifier: MIT
// The desk is everything around the chip. README.md beside this folder has the messages.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Virtual time, ns; the program starts at 0.
extern int64_t desk_now;

// Say something that needs no answer.
void desk_tell(uint8_t kind, const void *bytes, size_t length);
void desk_tell2(uint8_t kind, const void *head, size_t head_length, const void *bytes, size_t length);
// The same of what the desk wants to know: it takes no time.
void desk_reply(uint8_t kind, const void *bytes, size_t length);
// Ask, wait until the desk's time has come so far, and copy at most `size` bytes of the answer.
size_t desk_ask(uint8_t kind, const void *bytes, size_t length, void *answer, size_t size);

// Let time pass. What is due on the way happens in the next background task.
void desk_pass(int64_t ns);
// Look for keys and other messages.
void desk_listen(void);

// Keys that were typed and not yet read.
size_t desk_keys(void);
char desk_key(void);

// What the desk set before power-on.
typedef struct {
    uint32_t heap;          // bytes of RAM for the program
    uint32_t clusters_kb;   // size of the drive
    uint32_t rtc_start;     // seconds since 1970 at power-on
    uint8_t reset_reason;
    uint8_t connected;      // somebody sits at the serial line
    uint8_t timed;          // the core's work takes a board's time
} desk_settings_t;

extern desk_settings_t desk_settings;
extern char desk_program[64];
extern uint8_t desk_nvm[8192];
