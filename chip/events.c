// SPDX-License-Identifier: MIT
// The list of what will happen by itself: each event has at most one time. The processor calls events() when
// the earliest is due.
#include "soc.h"

uint64_t next_event;
static uint64_t times[EVENTS], due;                     // due: of the event that happens now; 0 between events

// The processor looks between instructions, so an event comes some cycles after its time.
uint64_t event_time(void) { return due ? due : now; }

static void find_next(void) {
  uint64_t next = NEVER;
  for (int i = 0; i < EVENTS; i++) if (times[i] < next) next = times[i];
  next_event = next;
}

void event_at(int event, uint64_t when) {
  if (when <= now) when = now + 1;
  uint64_t before = times[event];
  times[event] = when;
  if (when <= next_event) next_event = when;
  else if (before == next_event) find_next();
}

void events_reset(void) {
  for (int i = 0; i < EVENTS; i++) times[i] = NEVER;
  next_event = NEVER;
}

static void happen(int event) {
  if (event >= EVENT_UART) sercom_receive_event(event - EVENT_UART);
  else if (event >= EVENT_SERCOM) sercom_event(event - EVENT_SERCOM);
  else if (event >= EVENT_ADC) adc_event(event - EVENT_ADC);
  else if (event >= EVENT_TCC) tcc_event(event - EVENT_TCC);
  else if (event >= EVENT_TC) tc_event(event - EVENT_TC);
  else switch (event) {
    case EVENT_RTC: rtc_event(); break;
    case EVENT_WDT: wdt_event(); break;
    case EVENT_NVM: nvmctrl_event(); break;
    case EVENT_QSPI: qspi_event(); break;
    case EVENT_USB: usb_host_event(); break;
    case EVENT_PIXELS: pixels_event(); break;
    case EVENT_PINS: pins_event(); break;
    case EVENT_DAC: dac_event(); break;
  }
}

void events(void) {
  uint64_t next = NEVER;
  next_event = NEVER;
  for (int i = 0; i < EVENTS; i++) {
    if (times[i] <= now) {
      due = times[i];
      times[i] = NEVER;
      happen(i);
    }
    if (times[i] < next) next = times[i];
  }
  due = 0;
  if (next < next_event) next_event = next;
}
