// SPDX-License-Identifier: MIT
// The address map (DS60001507, chapters 8 and 9): finds the peripheral of an address. Access to what is not
// modelled is logged once for each address, with the peripheral's name; it reads as 0.
//
// Not modelled: clock masks (a peripheral answers even when MCLK holds its clock), bus priorities and waits,
// write protection, bit banding.
#include "soc.h"

typedef struct {
  uint32_t base, size;
  const char *name;
  uint32_t (*read)(int unit, uint32_t offset);
  void (*write)(int unit, uint32_t offset, uint32_t value, uint32_t mask);
  int unit;
} Entry;

#define ENTRY(base, name, what, unit) { base, 0x400, name, what##_read, what##_write, unit }
static const Entry map[] = {
  { 0, 0, "nothing", 0, 0, 0 },
  ENTRY(0x40000000, "PAC", pac, 0), ENTRY(0x40000400, "PM", pm, 0), ENTRY(0x40000800, "MCLK", mclk, 0),
  ENTRY(0x40000c00, "RSTC", rstc, 0), ENTRY(0x40001000, "OSCCTRL", oscctrl, 0),
  ENTRY(0x40001400, "OSC32KCTRL", osc32kctrl, 0), ENTRY(0x40001800, "SUPC", supc, 0),
  ENTRY(0x40001c00, "GCLK", gclk, 0), ENTRY(0x40002000, "WDT", wdt, 0), ENTRY(0x40002400, "RTC", rtc, 0),
  ENTRY(0x40002800, "EIC", eic, 0), { 0x40002c00, 0x400, "FREQM", 0, 0, 0 },
  ENTRY(0x40003000, "SERCOM0", sercom, 0), ENTRY(0x40003400, "SERCOM1", sercom, 1),
  ENTRY(0x40003800, "TC0", tc, 0), ENTRY(0x40003c00, "TC1", tc, 1),
  ENTRY(0x41000000, "USB", usb, 0), ENTRY(0x41002000, "DSU", dsu, 0), ENTRY(0x41004000, "NVMCTRL", nvmctrl, 0),
  ENTRY(0x41006000, "CMCC", cmcc, 0), ENTRY(0x41008000, "PORT", port_bus, 0),
  ENTRY(0x4100a000, "DMAC", dmac, 0), { 0x4100c000, 0x400, "HMATRIX", 0, 0, 0 },
  ENTRY(0x4100e000, "EVSYS", evsys, 0), ENTRY(0x41012000, "SERCOM2", sercom, 2),
  ENTRY(0x41014000, "SERCOM3", sercom, 3), ENTRY(0x41016000, "TCC0", tcc, 0),
  ENTRY(0x41018000, "TCC1", tcc, 1), ENTRY(0x4101a000, "TC2", tc, 2),
  ENTRY(0x4101c000, "TC3", tc, 3), { 0x4101e000, 0x400, "TAL", 0, 0, 0 }, ENTRY(0x41020000, "RAMECC", ramecc, 0),
  { 0x42000000, 0x400, "CAN0", 0, 0, 0 }, { 0x42000400, 0x400, "CAN1", 0, 0, 0 },
  ENTRY(0x42000c00, "TCC2", tcc, 2), ENTRY(0x42001000, "TCC3", tcc, 3), ENTRY(0x42001400, "TC4", tc, 4),
  ENTRY(0x42001800, "TC5", tc, 5), { 0x42001c00, 0x400, "PDEC", 0, 0, 0 }, { 0x42002000, 0x400, "AC", 0, 0, 0 },
  { 0x42002400, 0x400, "AES", 0, 0, 0 }, ENTRY(0x42002800, "TRNG", trng, 0),
  { 0x42002c00, 0x400, "ICM", 0, 0, 0 }, { 0x42003000, 0x400, "PUKCC", 0, 0, 0 },
  ENTRY(0x42003400, "QSPI", qspi, 0), { 0x42003800, 0x400, "CCL", 0, 0, 0 },
  ENTRY(0x43000000, "SERCOM4", sercom, 4), ENTRY(0x43000400, "SERCOM5", sercom, 5),
  { 0x43000800, 0x400, "SERCOM6 (not in a J package)", 0, 0, 0 }, { 0x43000c00, 0x400, "SERCOM7 (not in a J package)", 0, 0, 0 },
  ENTRY(0x43001000, "TCC4", tcc, 4), { 0x43001400, 0x400, "TC6 (not in a J package)", 0, 0, 0 },
  { 0x43001800, 0x400, "TC7 (not in a J package)", 0, 0, 0 }, ENTRY(0x43001c00, "ADC0", adc, 0),
  ENTRY(0x43002000, "ADC1", adc, 1), ENTRY(0x43002400, "DAC", dac, 0), ENTRY(0x43002800, "I2S", i2s, 0),
  { 0x43002c00, 0x400, "PCC", 0, 0, 0 },
};
#define ENTRIES (int)(sizeof map / sizeof *map)
#define BLOCKS 144                                    // of 1 KB on each of the four bridges
static uint8_t entry_of[4][BLOCKS];

void bus_power_on(void) {
  for (int i = 1; i < ENTRIES; i++)
    for (uint32_t at = 0; at < map[i].size; at += 0x400)
      entry_of[map[i].base >> 24 & 3][((map[i].base & 0xffffff) + at) >> 10] = i;
}

static int on_a_bridge(uint32_t address) { return address >> 26 == 0x40000000 >> 26; }

static const Entry *find(uint32_t address) {
  uint32_t block = (address & 0xffffff) >> 10;
  return &map[on_a_bridge(address) && block < BLOCKS ? entry_of[address >> 24 & 3][block] : 0];
}

// ---- the log

static uint32_t seen[128];
static int seen_count;

static int first_time(uint32_t address) {
  for (int i = 0; i < seen_count; i++) if (seen[i] == address) return 0;
  if (seen_count == (int)(sizeof seen / sizeof *seen)) return 0;
  seen[seen_count++] = address;
  return 1;
}

static int append(char *text, int at, const char *what) {
  while (*what && at < 90) text[at++] = *what++;
  return at;
}

static int append_hex(char *text, int at, uint32_t value) {
  for (int shift = 28; shift >= 0; shift -= 4) text[at++] = "0123456789abcdef"[value >> shift & 15];
  return at;
}

void bus_unmodelled(uint32_t address, const char *what) {
  if (!first_time(address)) return;
  char text[128];
  int at = append(text, 0, "not modelled: ");
  at = append(text, at, find(address)->name);
  at = append(text, append(text, at, " "), what);
  at = append_hex(text, append(text, at, " at "), address);
  at = append_hex(text, append(text, at, ", pc "), cpu_pc());
  board_note(text, at);
}

void chip_log(const char *text, uint32_t value) {
  char line[128];
  int at = append_hex(line, append(line, append(line, 0, text), " "), value);
  board_note(line, at);
}

// ---- access

#define QSPI_MEMORY 0x04000000u
#define BACKUP_RAM 0x47000000u
static uint8_t backup_ram[0x2000];

static uint32_t load(const uint8_t *from, uint32_t size) {
  uint32_t value = 0;
  for (uint32_t i = 0; i < size; i++) value |= (uint32_t)from[i] << 8 * i;
  return value;
}

static void store(uint8_t *to, uint32_t value, uint32_t size) {
  for (uint32_t i = 0; i < size; i++) to[i] = value >> 8 * i;
}

uint32_t bus_read(uint32_t address, uint32_t size) {
  const Entry *entry = find(address);
  if (entry->read) return entry->read(entry->unit, address & 0x3fc) >> 8 * (address & 3);
  if (address - QSPI_MEMORY < 0x1000000) return qspi_memory_read(address - QSPI_MEMORY, size);
  if (address - 0x800000 < 0x10000) return nvmctrl_user_read(address - 0x800000, size);
  if (address - BACKUP_RAM < sizeof backup_ram) return load(backup_ram + (address - BACKUP_RAM), size);
  bus_unmodelled(address, "read");
  if (!on_a_bridge(address)) cpu_bus_error();
  return 0;
}

void bus_write(uint32_t address, uint32_t value, uint32_t size) {
  const Entry *entry = find(address);
  if (entry->write) {
    uint32_t mask = (size == 4 ? ~0u : BIT(8 * size) - 1) << 8 * (address & 3);
    entry->write(entry->unit, address & 0x3fc, value << 8 * (address & 3) & mask, mask);
  } else if (address < FLASH_SIZE || address - 0x804000 < 0x200) nvmctrl_page_buffer(address, value, size);
  else if (address - QSPI_MEMORY < 0x1000000) qspi_memory_write(address - QSPI_MEMORY, value, size);
  else if (address - BACKUP_RAM < sizeof backup_ram) store(backup_ram + (address - BACKUP_RAM), value, size);
  else {
    bus_unmodelled(address, "write");
    if (!on_a_bridge(address)) cpu_bus_error();
  }
}

uint32_t memory_read(uint32_t address, uint32_t size) {
  if (address - RAM_START <= RAM_SIZE - size) return load(ram + (address - RAM_START), size);
  if (address <= FLASH_SIZE - size) return load(flash + address, size);
  uint32_t value = bus_read(address, size);
  return size == 4 ? value : value & (BIT(8 * size) - 1);
}

void memory_write(uint32_t address, uint32_t value, uint32_t size) {
  if (address - RAM_START <= RAM_SIZE - size) {
    spin_disturbed();
    store(ram + (address - RAM_START), value, size);
  }
  else bus_write(address, value, size);
}
