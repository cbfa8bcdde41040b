// SPDX-License-Identifier: MIT
// Messages to and from the desk, over two functions of the host's.

#include <string.h>

#include "py/mpconfig.h"
#include "py/runtime.h"
#include "shared/runtime/interrupt_char.h"

#include "cost.h"
#include "desk.h"
#include "drive.h"
#include "heap.h"

#define HOST(name) __attribute__((import_module("desk"), import_name(name)))

HOST("send") extern void host_send(const void *bytes, size_t length);
HOST("receive") extern size_t host_receive(void *bytes, size_t size);

#define KEYS (1024)
#define SCRUBBED (1024)

int64_t desk_now = INT64_MIN;   // until the desk says when power-on is
desk_settings_t desk_settings;
char desk_program[64];
uint8_t desk_nvm[8192];

static uint8_t inbox[65536];
static char keys[KEYS];
static size_t keys_read, keys_written;

static void put(uint8_t kind, const void *head, size_t head_length, const void *bytes, size_t length) {
    uint8_t frame[13];
    uint32_t size = 9 + head_length + length;
    memcpy(frame, &size, 4);
    frame[4] = kind;
    memcpy(frame + 5, &desk_now, 8);
    host_send(frame, sizeof(frame));
    host_send(head, head_length);
    host_send(bytes, length);
}

void desk_tell2(uint8_t kind, const void *head, size_t head_length, const void *bytes, size_t length) {
    cost_charge(COST_PYTHON);
    put(kind, head, head_length, bytes, length);
}

void desk_tell(uint8_t kind, const void *bytes, size_t length) {
    desk_tell2(kind, bytes, length, NULL, 0);
}

void desk_reply(uint8_t kind, const void *bytes, size_t length) {
    put(kind, bytes, length, NULL, 0);
}

static void take_keys(const uint8_t *typed, size_t length) {
    for (size_t i = 0; i < length; i++) {
        if (typed[i] == mp_interrupt_char) {
            keys_read = keys_written;
            mp_sched_keyboard_interrupt();
        } else if (keys_written - keys_read < KEYS) {
            keys[keys_written++ % KEYS] = typed[i];
        }
    }
}

static void take_program(const uint8_t *name, size_t length) {
    memcpy(desk_program, name, MIN(length, sizeof(desk_program) - 1));
}

static void handle(uint8_t kind, const uint8_t *bytes, size_t length) {
    switch (kind) {
        case 'k': take_keys(bytes, length); break;
        case 'h': heap_tell(); break;
        case 's': memcpy(&desk_settings, bytes, MIN(length, sizeof(desk_settings))); break;
        case 'n': memcpy(desk_nvm, bytes, MIN(length, sizeof(desk_nvm))); break;
        case 'p': take_program(bytes, length); break;
        default: drive_take(kind, bytes, length);
    }
}

// What was done for the desk stays behind on the stack, where the collector would find it.
static __attribute__((noinline)) void scrub_stack(void) {
    volatile uint8_t below[SCRUBBED];
    for (size_t i = 0; i < SCRUBBED; i++) {
        below[i] = 0;
    }
}

size_t desk_ask(uint8_t kind, const void *bytes, size_t length, void *answer, size_t size) {
    desk_tell(kind, bytes, length);
    for (;;) {
        size_t got = host_receive(inbox, sizeof(inbox));
        if (inbox[0] == 'a') {
            size_t given = MIN(got - 9, size);
            memcpy(&desk_now, inbox + 1, 8);
            memcpy(answer, inbox + 9, given);
            scrub_stack();
            cost_forget();
            return given;
        }
        handle(inbox[0], inbox + 1, got - 1);
    }
}

size_t desk_keys(void) {
    return keys_written - keys_read;
}

char desk_key(void) {
    return desk_keys() ? keys[keys_read++ % KEYS] : -1;
}
