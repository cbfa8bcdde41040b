// SPDX-License-Identifier: MIT
// The peripherals of the SAMD51J20A as they see each other (data sheet DS60001507).
//
// The bus hands a peripheral whole words: an offset that is a multiple of four, the value at its place in
// the word, and a mask of the bits that a write covers; the value has zeros outside the mask. A file keeps its
// registers in an array of words or in named fields, and lists at its top what it does not model.
#pragma once
#include "chip.h"
#include "cpu.h"

// ---- registers

static inline uint32_t replaced(uint32_t word, uint32_t value, uint32_t mask) {
  return (word & ~mask) | value;
}
#define BIT(n) (1u << (n))
#define FIELD(word, first, width) ((word) >> (first) & ((1u << (width)) - 1))

// ---- the bus (bus.c)

uint32_t memory_read(uint32_t address, uint32_t size);                   // as DMA and USB see it
void memory_write(uint32_t address, uint32_t value, uint32_t size);
void bus_unmodelled(uint32_t address, const char *what);                 // logs it once
void bus_power_on(void);

// ---- interrupt lines (table 10-1), for irq_level(); a peripheral's units and channels follow each other

enum {
  IRQ_WDT = 10, IRQ_RTC = 11, IRQ_EIC_EXTINT0 = 12, IRQ_NVMCTRL_0 = 29, IRQ_NVMCTRL_1 = 30,
  IRQ_DMAC_0 = 31, IRQ_EVSYS_0 = 36,
  IRQ_SERCOM0_0 = 46, IRQ_SERCOM0_OTHER = 49,                            // four lines each
  IRQ_USB_OTHER = 80, IRQ_USB_SOF = 81, IRQ_USB_TRCPT0 = 82, IRQ_USB_TRCPT1 = 83,
  IRQ_TCC0_OTHER = 85, IRQ_TCC1_OTHER = 92, IRQ_TCC2_OTHER = 97,         // each before its MC0, MC1, …
  IRQ_TCC3_OTHER = 101, IRQ_TCC4_OTHER = 104, IRQ_TC0 = 107,
  IRQ_ADC0_OTHER = 118, IRQ_ADC0_RESRDY = 119,                           // two lines each
  IRQ_DAC_OTHER = 123, IRQ_DAC_EMPTY0 = 124, IRQ_TRNG = 131, IRQ_QSPI = 134
};

// ---- things that happen by themselves: each has one time (events.c)

enum {
  EVENT_RTC, EVENT_WDT, EVENT_NVM, EVENT_QSPI, EVENT_USB, EVENT_PIXELS, EVENT_PINS, EVENT_DAC,
  EVENT_TC, EVENT_TCC = EVENT_TC + 6, EVENT_ADC = EVENT_TCC + 5, EVENT_SERCOM = EVENT_ADC + 2,
  EVENT_UART = EVENT_SERCOM + 6, EVENTS = EVENT_UART + 6
};
void event_at(int event, uint64_t when);                                 // NEVER: not
void events_reset(void);
uint64_t event_time(void);                                               // the exact time of what happens now

// ---- clocks (gclk.c, oscctrl.c, osc32kctrl.c)

// A clock ticks `ticks` times in `cycles` cycles of 120 MHz; both are 0 while it stands.
typedef struct { uint32_t ticks; uint64_t cycles; } Clock;

uint32_t gclk_hz(int channel);                     // of a peripheral's channel; 0: off
uint32_t oscctrl_hz(int source);                   // of a source of a generator
uint32_t osc32kctrl_rtc_hz(void);
Clock clock_of(uint32_t hz, uint32_t divisor);
uint64_t clock_ticks(Clock clock, uint64_t cycles);       // whole ticks in that time
uint64_t clock_cycles(Clock clock, uint64_t ticks);       // rounded up
uint64_t cycles_of_us(uint32_t microseconds);

// ---- a counter that runs by itself (counter.c): TC and TCC

typedef struct {
  uint64_t since;         // when COUNT was `from`
  Clock clock;
  uint32_t from, top, runs;
} Counter;
uint32_t counter_value(const Counter *counter);
void counter_set(Counter *counter, uint32_t value);       // goes on from there
void counter_configure(Counter *counter, Clock clock, uint32_t top, uint32_t runs);
uint32_t counter_command(Counter *counter, uint32_t code, uint32_t *stopped);
uint64_t counter_when(const Counter *counter, uint32_t value);   // next time after now, or NEVER

// ---- pins (port.c, pinmux.c)

#define PINS 64
uint32_t port_level(uint32_t pin);
uint32_t port_function(uint32_t pin);              // 0 for A, 1 for B …; NO_FUNCTION: the PORT has it
#define NO_FUNCTION 255
void port_drive(uint32_t pin, int level);          // from outside
void port_power_on(void);
void port_set_late(uint32_t a, uint32_t b);        // the board hears of changes of these pins late:
void port_tell_late(void);                         // now
uint32_t port_is_late(uint32_t pin);
uint64_t port_late_states(void);
uint32_t analogue_voltage(uint32_t pin);           // what parts outside give it (analogue.c)
void analogue_hold(uint32_t a, uint32_t b);
void pins_event(void);                             // what the host asked for earlier (pins.c)
uint32_t pins_later(uint32_t pin, int32_t level, uint64_t when);
void pins_power_on(void);
int pinmux_wave_pins(int is_tcc, int unit, int output, uint8_t *pins);   // those that have it now
uint32_t pinmux_analogue(int adc, uint32_t input);                       // pin, or 255

// ---- the board's wires (panel.c, pixels.c, waves.c)

void panel_pins(uint32_t data0, uint32_t write, uint32_t command, uint32_t select);
void panel_flush(void);
void panel_deselect(void);                         // the select line rose
extern uint32_t panel_write_mask, panel_port;      // the write strobe
extern uint32_t panel_select_mask, panel_select_port;
void panel_strobe(void);                           // it rose
extern uint32_t pixels_pin;
void pixels_edge(int level);
void pixels_event(void);
void pixels_reset(void);
extern uint32_t quiet_wires[2];                    // the panel's, per port: told by panel_strobe only
uint32_t port_out(uint32_t port);
void wave_out(uint32_t pin, uint64_t period, uint64_t high);   // tells the board when it changed
void waves_reset(void);
void waves_pin_changed(uint32_t pin);              // its function changed

// ---- peripherals, in the order of the data sheet

#define PERIPHERAL(name)                                                            \
  uint32_t name##_read(int unit, uint32_t offset);                                  \
  void name##_write(int unit, uint32_t offset, uint32_t value, uint32_t mask);      \
  void name##_reset(void);
PERIPHERAL(cmcc) PERIPHERAL(dsu) PERIPHERAL(gclk) PERIPHERAL(mclk) PERIPHERAL(rstc) PERIPHERAL(ramecc)
PERIPHERAL(pm) PERIPHERAL(supc) PERIPHERAL(wdt) PERIPHERAL(rtc) PERIPHERAL(dmac) PERIPHERAL(eic)
PERIPHERAL(nvmctrl) PERIPHERAL(pac) PERIPHERAL(oscctrl) PERIPHERAL(osc32kctrl) PERIPHERAL(evsys)
PERIPHERAL(port_bus) PERIPHERAL(sercom) PERIPHERAL(qspi) PERIPHERAL(usb) PERIPHERAL(trng) PERIPHERAL(adc)
PERIPHERAL(dac) PERIPHERAL(tc) PERIPHERAL(tcc) PERIPHERAL(i2s)

void rstc_set_cause(uint32_t cause);
enum { RESET_POWER_ON = BIT(0), RESET_PIN = BIT(4), RESET_WATCHDOG = BIT(5), RESET_PROGRAM = BIT(6), RESET_BACKUP = BIT(7) };
int pm_in_backup(void);
void wdt_event(void);
void rtc_event(void);
void rtc_power_on(void);
void rtc_pin(uint32_t pin, int level);             // an edge on a tamper input
void dmac_trigger(int source);                     // a peripheral's trigger, once
void dmac_level(int source, int on);               // a trigger that stands while its condition holds
void dmac_event(int channel);
uint32_t dmac_listens(int source);                 // 1: a channel waits for this trigger
uint32_t dmac_upcoming(int source, uint8_t *bytes, uint32_t most, uint8_t last);
void eic_pin(uint32_t pin, int level);             // an edge
void eic_given(uint32_t pin);                      // it was given to another function
void nvmctrl_event(void);
void nvmctrl_power_on(void);
void nvmctrl_page_buffer(uint32_t address, uint32_t value, uint32_t size);
uint32_t nvmctrl_user_read(uint32_t address, uint32_t size);
void nvmctrl_set_serial_number(const uint32_t words[4]);
void evsys_event(int generator);
uint32_t evsys_is_heard(int generator);            // another event would change something
void sercom_event(int unit);
void sercom_power_on(void);
uint32_t sercom_hear(int unit, uint8_t byte);
void sercom_source_cut(int unit);                  // its DMA channel was switched off before its end
void sercom_receive_event(int unit);
void qspi_event(void);
void qspi_power_on(void);
uint32_t qspi_memory_read(uint32_t address, uint32_t size);
void qspi_memory_write(uint32_t address, uint32_t value, uint32_t size);
extern uint8_t storage[];
#define STORAGE_SIZE 0x800000u
void usb_host_event(void);
void usb_host_power_on(void);
void usb_flush(void);
void adc_event(int unit);
void adc_start(int unit);
void dac_start(int channel);
void dac_flush(void);
uint32_t dac_is_waiting(int channel);              // a start changes nothing: it had an underrun already
void dac_event(void);
uint64_t dac_batch_began(int channel);
void dac_source_ended(int channel);                // the DMA channel that fed it is off
void tc_event(int unit);
void tc_event_input(int unit);
void tc_heard(void);                               // what hears events has changed
void tcc_event(int unit);
void tc_refresh_clocks(void);
void tcc_refresh_clocks(void);
void tc_refresh_waves(void);
void tcc_refresh_waves(void);

// ---- the chip (chip.c)

void chip_reset(uint32_t cause);
