// SPDX-License-Identifier: MIT
// The computer at the other end of the USB cable (USB 2.0, chapters 8 and 9; CDC 1.2; mass storage bulk-only 1.0):
// it enumerates the board as fast as the firmware answers, opens its serial ports, reads and writes blocks of the
// drive by SCSI, and passes on HID and MIDI reports.
//
// Not modelled: hubs, several configurations, report descriptors, keyboard lights, MIDI towards the board, a
// computer that polls the drive by itself. A reset lasts no time, but the device has 10 ms to recover from it.
#include "soc.h"
#include "usb.h"

enum { GONE, CONTROL, READY };
enum { ADDRESS = 7, PACKET = 64, PORTS = 2 };
#define QUICK 120u                                        // cycles between tries while the device is set up
#define PATIENT 7200u
#define BULK 6300u                                        // a full packet takes about 52 µs
#define FRAME 120000u
#define RECOVERY 1200000u                                 // TRSTRCY: 10 ms (USB 2.0, section 7.1.7.5)
static uint32_t plugged = 1, state, address, step, frame;
static uint64_t next_frame, last_heard, recovered, planned;

// ---- control transfers, one at a time

static struct {
  uint8_t setup[8], data[1024];
  uint32_t count, done, stage, idle;                      // stage: 0 setup, 1 data, 2 status
} transfer;

static void ask(uint32_t type, uint32_t request, uint32_t value, uint32_t index, uint32_t count) {
  const uint8_t bytes[8] = { type, request, value, value >> 8, index, index >> 8, count, count >> 8 };
  memcpy(transfer.setup, bytes, 8);
  transfer.count = count;
  transfer.done = transfer.stage = transfer.idle = 0;
}

enum { REFUSED = -1, NOT_YET, DONE };

static int refused(int result) { return result == USB_STALL ? REFUSED : NOT_YET; }

static int data_stage(int in) {
  uint8_t packet[1024];
  uint32_t left = transfer.count - transfer.done, count = left > PACKET ? PACKET : left;
  int got = in ? usb_token_in(address, 0, packet) : usb_token_out(address, 0, transfer.data + transfer.done, count);
  if (got < 0) return refused(got);
  if (in) {
    count = (uint32_t)got > left ? left : (uint32_t)got;
    memcpy(transfer.data + transfer.done, packet, count);
  }
  transfer.done += count;
  transfer.idle = 0;
  if (transfer.done >= transfer.count || count < PACKET) transfer.stage = 2;
  return NOT_YET;
}

static int go_on(void) {
  int in = transfer.setup[0] >> 7, got;
  transfer.idle++;
  if (transfer.stage == 0) {
    got = usb_token_setup(address, transfer.setup);
    if (got < 0) return NOT_YET;
    transfer.stage = transfer.count ? 1 : 2;
    return NOT_YET;
  }
  if (transfer.stage == 1) return data_stage(in);
  uint8_t nothing[1024];
  got = in && transfer.count ? usb_token_out(address, 0, nothing, 0) : usb_token_in(address, 0, nothing);
  return got < 0 ? refused(got) : DONE;
}

// ---- what the device offers

static struct { uint32_t interface, in, out; uint8_t typed[4096]; uint32_t from, to; } ports[PORTS];
static uint32_t port_count, disk_in, disk_out, hid_in, midi_in, configuration;

static void learn_endpoint(uint32_t class, uint32_t endpoint) {
  uint32_t in = endpoint & 0x80, n = endpoint & 15;
  if (class == 10 && port_count) { if (in) ports[port_count - 1].in = n; else ports[port_count - 1].out = n; }
  if (class == 8) { if (in) disk_in = n; else disk_out = n; }
  if (class == 3 && in) hid_in = n;
  if (class == 1 && in) midi_in = n;
}

static void learn(const uint8_t *bytes, uint32_t count) {       // a configuration descriptor
  uint32_t class = 0;
  port_count = disk_in = disk_out = hid_in = midi_in = 0;
  configuration = bytes[5];
  for (uint32_t i = 0; i + 2 <= count && bytes[i]; i += bytes[i]) {
    if (bytes[i + 1] == 4) {
      class = bytes[i + 5];
      if (class == 2 && port_count < PORTS) ports[port_count++].interface = bytes[i + 2];
    } else if (bytes[i + 1] == 5) learn_endpoint(class, bytes[i + 2]);
  }
}

// ---- setting the device up

enum { GET_DESCRIPTOR = 6, SET_ADDRESS = 5, SET_CONFIGURATION = 9, SET_LINE_CODING = 0x20, SET_LINES = 0x22, CLEAR_FEATURE = 1 };

static void disk_begin(void);

static void next_step(void) {
  static const uint8_t coding[7] = { 0, 0xc2, 1, 0, 0, 0, 8 };            // 115200 baud, 8N1
  uint32_t at = step++, port = (at - 6) / 2;
  switch (at) {
    case 0: ask(0x80, GET_DESCRIPTOR, 0x100, 0, 8); return;
    case 1: ask(0, SET_ADDRESS, ADDRESS, 0, 0); return;
    case 2: address = ADDRESS; ask(0x80, GET_DESCRIPTOR, 0x100, 0, 18); return;
    case 3: ask(0x80, GET_DESCRIPTOR, 0x200, 0, 9); return;
    case 4: ask(0x80, GET_DESCRIPTOR, 0x200, 0, transfer.data[2] | transfer.data[3] << 8); return;
    case 5: learn(transfer.data, transfer.done); ask(0, SET_CONFIGURATION, configuration, 0, 0); return;
  }
  if (port < port_count && at % 2 == 0) {
    ask(0x21, SET_LINE_CODING, 0, ports[port].interface, 7);
    memcpy(transfer.data, coding, 7);
  } else if (port < port_count) ask(0x21, SET_LINES, 3, ports[port].interface, 0);      // DTR, RTS
  else {
    state = READY;
    disk_begin();
  }
}

static void reset_device(void) {
  usb_bus_reset();
  recovered = now + RECOVERY;
}

static void set_up(void) {
  if (now < recovered) return;
  int result = go_on();
  if (result == DONE) next_step();
  else if (result == REFUSED) {
    if (step > 6) next_step();                            // a port that knows no line settings
    else ask(0x80, GET_DESCRIPTOR, 0x100, 0, 8), step = 1, address = 0, reset_device();
  }
}

// ---- the drive: a command block, data, a status block

enum { DISK_ABSENT, DISK_FREE, DISK_COMMAND, DISK_DATA, DISK_STATUS, DISK_CLEARS };
enum { TEST_READY = 0x00, REQUEST_SENSE = 0x03, INQUIRY = 0x12, READ_CAPACITY = 0x25, READ_10 = 0x28, WRITE_10 = 0x2a };
enum { BUFFER = 65536, ASKED_NOTHING, ASKED_READ, ASKED_WRITE };
static uint8_t blocks[BUFFER], command[31];
static struct { uint32_t stage, op, length, done, tag, tries, asked, first, count, status, fills; uint64_t not_before; } disk;

static void scsi(uint32_t op, uint32_t length) {
  int out = op == WRITE_10;
  disk.op = op;
  disk.length = length;
  disk.done = 0;
  disk.tag++;
  memset(command, 0, sizeof command);
  memcpy(command, "USBC", 4);
  memcpy(command + 4, &disk.tag, 4);
  memcpy(command + 8, &length, 4);
  command[12] = out ? 0 : 0x80;
  command[14] = op >= READ_CAPACITY ? 10 : 6;
  command[15] = op;
  if (op == INQUIRY || op == REQUEST_SENSE) command[19] = length;
  if (op == READ_10 || op == WRITE_10) {
    for (int i = 0; i < 4; i++) command[17 + i] = disk.first >> (24 - 8 * i);
    command[22] = disk.count >> 8;
    command[23] = disk.count;
  }
  disk.stage = DISK_COMMAND;
}

static void disk_begin(void) {
  disk.stage = DISK_ABSENT;
  disk.tries = 0;
  disk.not_before = 0;
  if (disk_in) scsi(INQUIRY, 36);
}

static void finished(uint32_t failed) {                 // a status block came
  disk.stage = DISK_FREE;
  switch (disk.op) {
    case INQUIRY: scsi(TEST_READY, 0); break;
    case TEST_READY:
      if (failed && disk.tries++ < 20) scsi(REQUEST_SENSE, 18);
      else scsi(READ_CAPACITY, 8);
      break;
    case REQUEST_SENSE:
      if (disk.tries && disk.tries < 20 && disk.asked == ASKED_NOTHING) { scsi(TEST_READY, 0); disk.not_before = now + 12000000; }
      break;
    case READ_10: case WRITE_10:
      disk.status = failed ? 2 : 1;
      disk.fills = !failed && disk.op == READ_10;
      disk.asked = ASKED_NOTHING;
      disk.tries = 0;
      if (failed) scsi(REQUEST_SENSE, 18);
      break;
  }
}

static int clear_stall(uint32_t endpoint) {
  ask(2, CLEAR_FEATURE, 0, endpoint, 0);
  disk.stage = DISK_CLEARS;
  return 1;
}

static int disk_data(void) {
  uint8_t packet[1024];
  uint32_t left = disk.length - disk.done;
  int out = disk.op == WRITE_10;
  int got = out ? usb_token_out(address, disk_out, blocks + disk.done, left > PACKET ? PACKET : left)
                : usb_token_in(address, disk_in, packet);
  if (got == USB_STALL) return clear_stall(out ? disk_out : disk_in | 0x80);
  if (got < 0) return 0;
  uint32_t count = (uint32_t)got > left ? left : (uint32_t)got;
  if (disk.op == READ_10) memcpy(blocks + disk.done, packet, count);
  disk.done += count;
  if (disk.done >= disk.length || count < PACKET) disk.stage = DISK_STATUS;
  return 1;
}

static int disk_go_on(void) {                           // 1: a packet moved
  uint8_t packet[1024];
  int got;
  if (now < disk.not_before) return 0;
  switch (disk.stage) {
    case DISK_FREE:
      if (disk.asked == ASKED_NOTHING) return 0;
      scsi(disk.asked == ASKED_READ ? READ_10 : WRITE_10, 512 * disk.count);
      return 1;
    case DISK_COMMAND:
      got = usb_token_out(address, disk_out, command, sizeof command);
      if (got > 0) disk.stage = disk.length ? DISK_DATA : DISK_STATUS;
      return got > 0;
    case DISK_DATA: return disk_data();
    case DISK_STATUS:
      got = usb_token_in(address, disk_in, packet);
      if (got == USB_STALL) return clear_stall(disk_in | 0x80);
      if (got == 13 && !memcmp(packet, "USBS", 4)) finished(packet[12]);
      return got >= 0;
    case DISK_CLEARS:
      if (go_on() != NOT_YET) disk.stage = DISK_STATUS;
      return 1;
  }
  return 0;
}

// ---- the ports and reports

static int port_go_on(uint32_t n) {
  uint8_t packet[1024];
  int moved = 0, got = ports[n].in ? usb_token_in(address, ports[n].in, packet) : 0;
  if (got > 0) {
    if (n) board_data(packet, got); else board_serial(packet, got);
    moved = 1;
  }
  uint32_t count = 0, waiting = ports[n].to - ports[n].from;
  for (; count < PACKET && count < waiting; count++) packet[count] = ports[n].typed[(ports[n].from + count) % sizeof ports[n].typed];
  if (count && usb_token_out(address, ports[n].out, packet, count) > 0) {
    ports[n].from += count;
    moved = 1;
  }
  return moved;
}

static void reports_go_on(void) {
  uint8_t packet[1024];
  int got = hid_in ? usb_token_in(address, hid_in, packet) : 0;
  if (got > 0) board_report(0, packet, got);
  got = midi_in ? usb_token_in(address, midi_in, packet) : 0;
  if (got > 0) board_report(1, packet, got);
}

// ---- time

// A frame that nothing waits for is no event: usb.c asks for those that have begun.
void usb_host_frames(void) {
  if (state == GONE || now < next_frame) return;
  uint32_t begun = (uint32_t)((now - next_frame) / FRAME) + 1;
  next_frame += (uint64_t)begun * FRAME;
  usb_frame(frame = (frame + begun) & 0x7ff);
}

static void plan(uint64_t when) {
  if (when >= planned) return;
  planned = when;
  event_at(EVENT_USB, when);
}

static void leave(void) {
  if (state != GONE && !plugged) usb_suspend();
  state = GONE;
  for (int n = 0; n < PORTS; n++) ports[n].from = ports[n].to;
  if (disk.asked != ASKED_NOTHING) { disk.asked = ASKED_NOTHING; disk.status = 2; }
  planned = NEVER;
  event_at(EVENT_USB, NEVER);
}

static void arrive(void) {
  reset_device();
  state = CONTROL;
  step = address = 0;
  next_step();
  next_frame = now;
}

static int waits(void) {
  int typed = 0;
  for (uint32_t n = 0; n < port_count; n++) typed |= ports[n].from != ports[n].to;
  return typed || disk.asked != ASKED_NOTHING;
}

static void packets_go_on(void) {
  int moved = disk_go_on();
  for (uint32_t n = 0; n < port_count; n++) moved |= port_go_on(n);
  reports_go_on();
  if (moved) last_heard = now;
  if (now - last_heard < 10 * BULK || disk.stage > DISK_FREE) plan(now + BULK);
  else if (waits()) plan(next_frame);
}

void usb_host_event(void) {
  planned = NEVER;
  if (!plugged || !usb_attached()) { leave(); return; }
  if (state == GONE) arrive();
  usb_host_frames();
  if (state == CONTROL) {
    set_up();
    plan(now < recovered ? recovered : now + (transfer.idle > 20000 ? PATIENT : QUICK));
  } else packets_go_on();
  if (usb_counts_frames()) plan(next_frame);
}

// The device has changed something: an endpoint may be ready, at the next frame.
void usb_host_look(void) {
  if (plugged && state == GONE && usb_attached()) plan(now + QUICK);
  if (state != GONE && !usb_attached()) leave();
  if (state != GONE) plan(next_frame);
}

void usb_host_power_on(void) {
  state = GONE;
  planned = NEVER;
  memset(ports, 0, sizeof ports);
  memset(&disk, 0, sizeof disk);
  disk.asked = ASKED_NOTHING;
  disk.status = 1;
}

// ---- what the host of the chip asks

uint32_t usb_host_is_ready(void) { return state == READY; }

void usb_host_plug(uint32_t on) {
  plugged = on;
  if (on) usb_host_look(); else leave();
}

uint32_t usb_host_type(uint32_t n, const uint8_t *bytes, uint32_t count) {
  uint32_t free = sizeof ports[n].typed - (ports[n].to - ports[n].from);
  if (count > free) count = free;
  for (uint32_t i = 0; i < count; i++) ports[n].typed[ports[n].to++ % sizeof ports[n].typed] = bytes[i];
  if (state == READY && count) plan(now + QUICK);
  return count;
}

void usb_host_disk(int writes, uint32_t first, uint32_t count, const uint8_t *bytes) {
  if (disk.asked != ASKED_NOTHING || !count || count > BUFFER / 512) return;
  if (writes) memcpy(blocks, bytes, 512 * count);
  disk.first = first;
  disk.count = count;
  disk.asked = writes ? ASKED_WRITE : ASKED_READ;
  disk.status = 0;
  if (state == READY) plan(now + QUICK);
}

uint32_t usb_host_disk_status(uint8_t *bytes) {
  if (disk.fills) memcpy(bytes, blocks, 512 * disk.count);
  disk.fills = 0;
  return disk.status;
}
