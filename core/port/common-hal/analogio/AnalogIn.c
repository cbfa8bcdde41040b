// SPDX-License-Identifier: MIT
// The ADC: 12 bits, scaled to 16.

#include "shared-bindings/analogio/AnalogIn.h"

#include "py/runtime.h"
#include "shared-bindings/microcontroller/Pin.h"

#include "desk.h"

#define SETUP_NS (20000)
#define CONVERSION_NS (20000)
#define VOLTS (3.3f)

// Which pins the ADC of a SAMD51J20A reaches (data sheet, "Pinout of multiplexed signals").
static bool is_analogue(uint8_t number) {
    return (number >= 2 && number <= 11) || (number >= 32 && number <= 41);
}

const mcu_pin_obj_t *common_hal_analogio_analogin_validate_pin(mp_obj_t obj) {
    return validate_obj_is_free_pin(obj, MP_QSTR_pin);
}

void common_hal_analogio_analogin_construct(analogio_analogin_obj_t *self, const mcu_pin_obj_t *pin) {
    if (!is_analogue(pin->number)) {
        raise_ValueError_invalid_pin();
    }
    claim_pin(pin);
    self->pin = pin;
    pin_set(pin->number, PIN_FLOATS, 0);
    desk_pass(SETUP_NS);
}

bool common_hal_analogio_analogin_deinited(analogio_analogin_obj_t *self) {
    return self->pin == NULL;
}

void common_hal_analogio_analogin_deinit(analogio_analogin_obj_t *self) {
    common_hal_reset_pin(self->pin);
    self->pin = NULL;
}

uint16_t common_hal_analogio_analogin_get_value(analogio_analogin_obj_t *self) {
    uint16_t reading = 0;
    desk_pass(CONVERSION_NS);
    desk_ask('A', &self->pin->number, 1, &reading, sizeof(reading));
    return reading;
}

float common_hal_analogio_analogin_get_reference_voltage(analogio_analogin_obj_t *self) {
    return VOLTS;
}
