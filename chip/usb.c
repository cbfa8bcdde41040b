// SPDX-License-Identifier: MIT
// USB, the device controller (DS60001507, chapter 38): control, bulk and interrupt endpoints with descriptors in
// memory. The computer at the other end of the cable is usbhost.c; it sends tokens by the usb_token functions.
//
// Not modelled: host mode, ping-pong banks, isochronous endpoints, link power management, remote
// wake-up, CRC and toggle errors, the calibration of the transceiver.
#include "soc.h"
#include "usb.h"

enum {
  CTRLA = 0x00, CTRLB = 0x08, STATUS = 0x0c, FNUM = 0x10, INTENCLR = 0x14, INTENSET = 0x18, INTFLAG = 0x1c,
  EPINTSMRY = 0x20, DESCADD = 0x24, PADCAL = 0x28, ENDPOINT = 0x100, ENDPOINTS = 8
};
enum { SUSPEND = BIT(0), SWRST = BIT(0), ENABLE = BIT(1), DETACH = BIT(0), ADDRESS_ENABLE = BIT(7), SOF = BIT(2), EORST = BIT(3) };
enum { DTGLOUT = 1, DTGLIN = 2, STALLRQ0 = 16, STALLRQ1 = 32, BK0RDY = 64, BK1RDY = 128 };     // EPSTATUS
enum { TRCPT0 = 1, TRCPT1 = 2, RXSTP = 16, STALL0 = 32, STALL1 = 64 };                          // EPINTFLAG
static uint32_t control, control_b, frame_number, enabled, flags, descriptors, pad;
static int resetting;                                    // until SYNCBUSY has been read once
static struct { uint8_t config, status, flags, enabled; } endpoints[ENDPOINTS];

static uint32_t summary(void) {
  uint32_t bits = 0;
  for (int e = 0; e < ENDPOINTS; e++) if (endpoints[e].flags & endpoints[e].enabled) bits |= BIT(e);
  return bits;
}

static void update(void) {
  uint32_t asked = flags & enabled, others = asked & ~SOF, outs = 0, ins = 0;
  for (int e = 0; e < ENDPOINTS; e++) {
    uint32_t of_endpoint = endpoints[e].flags & endpoints[e].enabled;
    outs |= of_endpoint & TRCPT0;
    ins |= of_endpoint & TRCPT1;
    others |= of_endpoint & ~(TRCPT0 | TRCPT1);
  }
  irq_level(IRQ_USB_OTHER, others != 0);
  irq_level(IRQ_USB_SOF, (asked & SOF) != 0);
  irq_level(IRQ_USB_TRCPT0, outs != 0);
  irq_level(IRQ_USB_TRCPT1, ins != 0);
}

void usb_reset(void) {
  control = frame_number = enabled = flags = descriptors = pad = 0;
  control_b = DETACH;
  memset(endpoints, 0, sizeof endpoints);
  update();
}

// ---- the wires

int usb_attached(void) { return control & ENABLE && !(control_b & DETACH) && !pm_in_backup(); }

void usb_bus_reset(void) {
  control_b &= 0xffff;                                   // the address, DADD
  memset(endpoints, 0, sizeof endpoints);
  flags |= EORST;
  update();
}

void usb_frame(uint32_t number) {
  frame_number = number << 3 & 0x3ff8;
  flags |= SOF;
  update();
}

int usb_counts_frames(void) { return enabled & SOF; }

void usb_suspend(void) {
  flags |= SUSPEND;
  update();
}

// An endpoint has two banks in memory: 0 receives, 1 sends.
static uint32_t bank(int e, int in) { return descriptors + 32 * e + 16 * in; }
static uint32_t size_of(uint32_t packet_size) { return 8u << FIELD(packet_size, 28, 3); }

static int listens(int address) {
  uint32_t mine = FIELD(control_b, 16, 8);
  return usb_attached() && address == (mine & ADDRESS_ENABLE ? (int)(mine & 0x7f) : 0);
}

int usb_token_setup(int address, const uint8_t *bytes) {
  if (!listens(address) || (endpoints[0].config & 7) != 1) return USB_NOBODY;
  uint32_t b = bank(0, 0), to = memory_read(b, 4);
  for (int i = 0; i < 8; i++) memory_write(to + i, bytes[i], 1);
  memory_write(b + 4, (memory_read(b + 4, 4) & ~0x3fffu) | 8, 4);
  endpoints[0].status = (endpoints[0].status & ~(STALLRQ0 | STALLRQ1 | BK1RDY)) | BK0RDY | DTGLOUT | DTGLIN;
  endpoints[0].flags |= RXSTP;
  update();
  return 8;
}

int usb_token_out(int address, int e, const uint8_t *bytes, uint32_t count) {
  if (!listens(address) || !(endpoints[e].config & 7)) return USB_NOBODY;
  if (endpoints[e].status & STALLRQ0) { endpoints[e].flags |= STALL0; update(); return USB_STALL; }
  if (endpoints[e].status & BK0RDY) return USB_NAK;
  uint32_t b = bank(e, 0), to = memory_read(b, 4), packet = memory_read(b + 4, 4);
  uint32_t have = packet & 0x3fff, wanted = FIELD(packet, 14, 14);
  for (uint32_t i = 0; i < count; i++) memory_write(to + have + i, bytes[i], 1);
  have += count;
  memory_write(b + 4, (packet & ~0x3fffu) | have, 4);
  endpoints[e].status ^= DTGLOUT;
  if (count < size_of(packet) || have >= wanted) {
    endpoints[e].status |= BK0RDY;
    endpoints[e].flags |= TRCPT0;
    update();
  }
  return count;
}

int usb_token_in(int address, int e, uint8_t *bytes) {
  if (!listens(address) || !(endpoints[e].config >> 4 & 7)) return USB_NOBODY;
  if (endpoints[e].status & STALLRQ1) { endpoints[e].flags |= STALL1; update(); return USB_STALL; }
  if (!(endpoints[e].status & BK1RDY)) return USB_NAK;
  uint32_t b = bank(e, 1), from = memory_read(b, 4), packet = memory_read(b + 4, 4);
  uint32_t total = packet & 0x3fff, sent = FIELD(packet, 14, 14), count = total - sent;
  if (count > size_of(packet)) count = size_of(packet);
  for (uint32_t i = 0; i < count; i++) bytes[i] = memory_read(from + sent + i, 1);
  sent += count;
  memory_write(b + 4, (packet & ~(0x3fffu << 14)) | sent << 14, 4);
  endpoints[e].status ^= DTGLIN;
  int empty_packet_follows = packet >> 31 && count == size_of(packet);
  if (sent >= total && !empty_packet_follows) {
    endpoints[e].status &= ~BK1RDY;
    endpoints[e].flags |= TRCPT1;
    update();
  }
  return count;
}

// ---- registers

static uint32_t endpoint_read(int e, uint32_t reg) {
  switch (reg) {
    case 0: return endpoints[e].config;
    case 4: return endpoints[e].status << 16 | (uint32_t)endpoints[e].flags << 24;
    case 8: return endpoints[e].enabled * 0x101u;
  }
  return 0;
}

static void endpoint_write(int e, uint32_t reg, uint32_t value, uint32_t mask) {
  if (reg == 0 && mask & 0xff) endpoints[e].config = value;
  else if (reg == 4) {
    endpoints[e].status = (endpoints[e].status & ~value) | (value >> 8 & 0xff);
    endpoints[e].flags &= ~(value >> 24);
  } else if (reg == 8) endpoints[e].enabled = (endpoints[e].enabled & ~value) | (value >> 8 & 0xff);
}

uint32_t usb_read(int unit, uint32_t offset) {
  usb_host_frames();
  if (offset >= ENDPOINT) return endpoint_read((offset - ENDPOINT) / 32 & 7, offset & 31);
  switch (offset) {
    case CTRLA: {                                        // with SYNCBUSY
      uint32_t busy = resetting ? BIT(16) : 0;
      resetting = 0;
      return control | busy;
    }
    case CTRLB: return control_b;
    case FNUM: return frame_number;
    case INTENCLR: case INTENSET: return enabled;
    case INTFLAG: return flags;
    case EPINTSMRY: return summary();
    case DESCADD: return descriptors;
    case PADCAL: return pad;
    case STATUS: return 0x40;                            // full speed, J state
  }
  return 0;
}

void usb_write(int unit, uint32_t offset, uint32_t value, uint32_t mask) {
  usb_host_frames();
  if (offset >= ENDPOINT) endpoint_write((offset - ENDPOINT) / 32 & 7, offset & 31, value, mask);
  else switch (offset) {
    case CTRLA:
      if (value & SWRST) { usb_reset(); resetting = 1; }
      else control = replaced(control, value, mask) & 0xff;
      break;
    case CTRLB: control_b = replaced(control_b, value, mask); break;
    case INTENCLR: enabled &= ~value; break;
    case INTENSET: enabled |= value; break;
    case INTFLAG: flags &= ~value; break;
    case DESCADD: descriptors = replaced(descriptors, value, mask); break;
    case PADCAL: pad = replaced(pad, value, mask); break;
  }
  usb_host_look();
  update();
}
