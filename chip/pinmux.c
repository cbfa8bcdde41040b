// SPDX-License-Identifier: MIT
// The pins of the peripherals (DS60001507, chapter 6, table 6-1), for the 64-pin package: which pin a timer's
// output or an ADC's input is on.
//
// Not modelled: the pins of SERCOM, USB and QSPI; their signals are told by the number of the peripheral.
#include "soc.h"

enum { FUNCTION_E = 4, FUNCTION_F, FUNCTION_G };
static const struct { uint8_t pin, function, is_tcc, unit, output; } waves[] = {
  { 0, FUNCTION_E, 0, 2, 0 }, { 1, FUNCTION_E, 0, 2, 1 }, { 4, FUNCTION_E, 0, 0, 0 },
  { 5, FUNCTION_E, 0, 0, 1 }, { 6, FUNCTION_E, 0, 1, 0 }, { 7, FUNCTION_E, 0, 1, 1 },
  { 8, FUNCTION_E, 0, 0, 0 }, { 8, FUNCTION_F, 1, 0, 0 }, { 8, FUNCTION_G, 1, 1, 4 },
  { 9, FUNCTION_E, 0, 0, 1 }, { 9, FUNCTION_F, 1, 0, 1 }, { 9, FUNCTION_G, 1, 1, 5 },
  { 10, FUNCTION_E, 0, 1, 0 }, { 10, FUNCTION_F, 1, 0, 2 }, { 10, FUNCTION_G, 1, 1, 6 },
  { 11, FUNCTION_E, 0, 1, 1 }, { 11, FUNCTION_F, 1, 0, 3 }, { 11, FUNCTION_G, 1, 1, 7 },
  { 12, FUNCTION_E, 0, 2, 0 }, { 12, FUNCTION_F, 1, 0, 6 }, { 12, FUNCTION_G, 1, 1, 2 },
  { 13, FUNCTION_E, 0, 2, 1 }, { 13, FUNCTION_F, 1, 0, 7 }, { 13, FUNCTION_G, 1, 1, 3 },
  { 14, FUNCTION_E, 0, 3, 0 }, { 14, FUNCTION_F, 1, 2, 0 }, { 14, FUNCTION_G, 1, 1, 2 },
  { 15, FUNCTION_E, 0, 3, 1 }, { 15, FUNCTION_F, 1, 2, 1 }, { 15, FUNCTION_G, 1, 1, 3 },
  { 16, FUNCTION_E, 0, 2, 0 }, { 16, FUNCTION_F, 1, 1, 0 }, { 16, FUNCTION_G, 1, 0, 4 },
  { 17, FUNCTION_E, 0, 2, 1 }, { 17, FUNCTION_F, 1, 1, 1 }, { 17, FUNCTION_G, 1, 0, 5 },
  { 18, FUNCTION_E, 0, 3, 0 }, { 18, FUNCTION_F, 1, 1, 2 }, { 18, FUNCTION_G, 1, 0, 6 },
  { 19, FUNCTION_E, 0, 3, 1 }, { 19, FUNCTION_F, 1, 1, 3 }, { 19, FUNCTION_G, 1, 0, 7 },
  { 20, FUNCTION_F, 1, 1, 4 }, { 20, FUNCTION_G, 1, 0, 0 }, { 21, FUNCTION_F, 1, 1, 5 },
  { 21, FUNCTION_G, 1, 0, 1 }, { 22, FUNCTION_E, 0, 4, 0 }, { 22, FUNCTION_F, 1, 1, 6 },
  { 22, FUNCTION_G, 1, 0, 2 }, { 23, FUNCTION_E, 0, 4, 1 }, { 23, FUNCTION_F, 1, 1, 7 },
  { 23, FUNCTION_G, 1, 0, 3 }, { 24, FUNCTION_E, 0, 5, 0 }, { 24, FUNCTION_F, 1, 2, 2 },
  { 25, FUNCTION_E, 0, 5, 1 }, { 30, FUNCTION_F, 1, 2, 0 }, { 31, FUNCTION_F, 1, 2, 1 },
  { 34, FUNCTION_F, 1, 2, 2 }, { 40, FUNCTION_E, 0, 4, 0 }, { 41, FUNCTION_E, 0, 4, 1 },
  { 42, FUNCTION_E, 0, 5, 0 }, { 42, FUNCTION_F, 1, 0, 4 }, { 42, FUNCTION_G, 1, 1, 0 },
  { 43, FUNCTION_E, 0, 5, 1 }, { 43, FUNCTION_F, 1, 0, 5 }, { 43, FUNCTION_G, 1, 1, 1 },
  { 44, FUNCTION_E, 0, 4, 0 }, { 44, FUNCTION_F, 1, 3, 0 }, { 44, FUNCTION_G, 1, 0, 0 },
  { 45, FUNCTION_E, 0, 4, 1 }, { 45, FUNCTION_F, 1, 3, 1 }, { 45, FUNCTION_G, 1, 0, 1 },
  { 46, FUNCTION_E, 0, 5, 0 }, { 46, FUNCTION_F, 1, 4, 0 }, { 46, FUNCTION_G, 1, 0, 2 },
  { 47, FUNCTION_E, 0, 5, 1 }, { 47, FUNCTION_F, 1, 4, 1 }, { 47, FUNCTION_G, 1, 0, 3 },
  { 48, FUNCTION_F, 1, 3, 0 }, { 48, FUNCTION_G, 1, 0, 4 }, { 49, FUNCTION_F, 1, 3, 1 },
  { 49, FUNCTION_G, 1, 0, 5 }, { 62, FUNCTION_E, 0, 0, 0 }, { 62, FUNCTION_F, 1, 4, 0 },
  { 62, FUNCTION_G, 1, 0, 6 }, { 63, FUNCTION_E, 0, 0, 1 }, { 63, FUNCTION_F, 1, 4, 1 },
  { 63, FUNCTION_G, 1, 0, 7 },
};
#define WAVES (int)(sizeof waves / sizeof *waves)

int pinmux_wave_pins(int is_tcc, int unit, int output, uint8_t *pins) {
  int count = 0;
  for (int i = 0; i < WAVES; i++)
    if (waves[i].is_tcc == is_tcc && waves[i].unit == unit && waves[i].output == output &&
        port_function(waves[i].pin) == waves[i].function) pins[count++] = waves[i].pin;
  return count;
}

#define NONE 255
static const uint8_t analogue[2][16] = {
  { 2, 3, 40, 41, 4, 5, 6, 7, 8, 9, 10, 11, 32, 33, 34, 35 },
  { 40, 41, 8, 9, NONE, NONE, 36, 37, 38, 39, NONE, NONE, NONE, NONE, NONE, NONE },
};

uint32_t pinmux_analogue(int adc, uint32_t input) { return input < 16 ? analogue[adc][input] : NONE; }
