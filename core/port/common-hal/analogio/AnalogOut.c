// SPDX-License-Identifier: MIT
// The DAC as a voltage.

#include "shared-bindings/analogio/AnalogOut.h"

#include "py/runtime.h"
#include "shared-bindings/microcontroller/Pin.h"

#include "desk.h"

#define DAC0 (2)
#define DAC1 (5)
#define SETUP_NS (20000)

void common_hal_analogio_analogout_construct(analogio_analogout_obj_t *self, const mcu_pin_obj_t *pin) {
    if (pin->number != DAC0 && pin->number != DAC1) {
        raise_ValueError_invalid_pin();
    }
    claim_pin(pin);
    self->pin = pin;
    desk_pass(SETUP_NS);
}

bool common_hal_analogio_analogout_deinited(analogio_analogout_obj_t *self) {
    return self->pin == NULL;
}

void common_hal_analogio_analogout_deinit(analogio_analogout_obj_t *self) {
    common_hal_reset_pin(self->pin);
    self->pin = NULL;
}

void common_hal_analogio_analogout_set_value(analogio_analogout_obj_t *self, uint16_t value) {
    pin_set(self->pin->number, PIN_VOLTAGE, value);
}
