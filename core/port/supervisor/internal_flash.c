// SPDX-License-Identifier: MIT
// The drive's flash chip: memory.

#include "supervisor/internal_flash.h"

#include <stdint.h>
#include <string.h>

#include "py/misc.h"
#include "supervisor/flash.h"

#include "desk.h"

#define MOST_KB (16 * 1024)

static uint8_t flash[MOST_KB * 1024];

static uint8_t *at(uint32_t block) {
    return flash + block * FILESYSTEM_BLOCK_SIZE;
}

void supervisor_flash_init(void) {
}

uint32_t supervisor_flash_get_block_size(void) {
    return FILESYSTEM_BLOCK_SIZE;
}

uint32_t supervisor_flash_get_block_count(void) {
    return MIN(desk_settings.clusters_kb, MOST_KB) * 1024 / FILESYSTEM_BLOCK_SIZE;
}

void port_internal_flash_flush(void) {
}

void supervisor_flash_release_cache(void) {
}

mp_uint_t supervisor_flash_read_blocks(uint8_t *dest, uint32_t block, uint32_t num_blocks) {
    memcpy(dest, at(block), num_blocks * FILESYSTEM_BLOCK_SIZE);
    return 0;
}

mp_uint_t supervisor_flash_write_blocks(const uint8_t *src, uint32_t lba, uint32_t num_blocks) {
    memcpy(at(lba), src, num_blocks * FILESYSTEM_BLOCK_SIZE);
    return 0;
}
