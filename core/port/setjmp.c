// SPDX-License-Identifier: MIT
// The runtime of setjmp that clang's WebAssembly exceptions call, in place of emscripten's: a call
// of setjmp in a loop takes its old entry again, where emscripten's table grows with every turn.

#include <stdint.h>
#include <stdlib.h>

// A function's table: the entry of each place of setjmp in it; `id` 0 ends it.
struct entry {
    uint32_t id;
    uint32_t place;
};

static uint32_t last_id;
static uint32_t second_result;
uint32_t getTempRet0(void);
void setTempRet0(uint32_t value);

struct entry *saveSetjmp(uint32_t *buffer, uint32_t place, struct entry *table, uint32_t size);
uint32_t testSetjmp(uint32_t id, struct entry *table, uint32_t size);

uint32_t getTempRet0(void) {
    return second_result;
}

void setTempRet0(uint32_t value) {
    second_result = value;
}

struct entry *saveSetjmp(uint32_t *buffer, uint32_t place, struct entry *table, uint32_t size) {
    uint32_t at = 0;
    while (at < size && table[at].id != 0 && table[at].place != place) {
        at++;
    }
    if (at + 1 >= size) {
        size *= 2;
        table = realloc(table, (size + 1) * sizeof(*table));
    }
    if (table[at].id == 0) {
        table[at + 1].id = 0;
    }
    *buffer = ++last_id;
    table[at].id = last_id;
    table[at].place = place;
    setTempRet0(size);
    return table;
}

uint32_t testSetjmp(uint32_t id, struct entry *table, uint32_t size) {
    for (uint32_t at = 0; at < size && table[at].id != 0; at++) {
        if (table[at].id == id) {
            return table[at].place;
        }
    }
    return 0;
}

struct thrown {
    void *buffer;
    int value;
};

void __wasm_longjmp(void *buffer, int value);

void __wasm_longjmp(void *buffer, int value) {
    static struct thrown thrown;
    thrown.buffer = buffer;
    thrown.value = value;
    __builtin_wasm_throw(1, &thrown);
}
