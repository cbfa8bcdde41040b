// SPDX-License-Identifier: MIT
// The memories that the processor reaches without a bus: program flash and RAM (DS60001507, chapter 8).
//
// The processor owns both arrays. Others read and write them directly; whoever changes `flash` calls
// cpu_code_changed() afterwards, since the processor keeps decoded instructions. Code in RAM is
// checked by the processor itself.
#pragma once
#include <stddef.h>
#include <stdint.h>

#define FLASH_SIZE 0x100000u
#define RAM_START 0x20000000u
#define RAM_SIZE 0x40000u

extern uint8_t flash[FLASH_SIZE];
extern uint8_t ram[RAM_SIZE];

// Without a C library the compiler still asks for these four; cpu_memory.c has them.
void *memcpy(void *to, const void *from, size_t count);
void *memmove(void *to, const void *from, size_t count);
void *memset(void *to, int value, size_t count);
int memcmp(const void *a, const void *b, size_t count);
