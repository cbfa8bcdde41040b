// SPDX-License-Identifier: MIT
// Pulse width modulation: what is on the pin sees the average voltage.

#include "shared-bindings/pwmio/PWMOut.h"

#include "py/runtime.h"
#include "shared-bindings/microcontroller/Pin.h"

// The fastest that a timer of a SAMD51 goes.
#define FASTEST_HZ (6000000)

pwmout_result_t common_hal_pwmio_pwmout_construct(pwmio_pwmout_obj_t *self, const mcu_pin_obj_t *pin,
    uint16_t duty, uint32_t frequency, bool variable_frequency) {
    if (frequency == 0 || frequency > FASTEST_HZ) {
        return PWMOUT_INVALID_FREQUENCY;
    }
    claim_pin(pin);
    self->pin = pin;
    self->frequency = frequency;
    self->variable = variable_frequency;
    common_hal_pwmio_pwmout_set_duty_cycle(self, duty);
    return PWMOUT_OK;
}

void common_hal_pwmio_pwmout_never_reset(pwmio_pwmout_obj_t *self) {
    common_hal_never_reset_pin(self->pin);
}

bool common_hal_pwmio_pwmout_deinited(pwmio_pwmout_obj_t *self) {
    return self->pin == NULL;
}

void common_hal_pwmio_pwmout_deinit(pwmio_pwmout_obj_t *self) {
    common_hal_reset_pin(self->pin);
    self->pin = NULL;
}

void common_hal_pwmio_pwmout_set_duty_cycle(pwmio_pwmout_obj_t *self, uint16_t duty) {
    self->duty = duty;
    pin_set(self->pin->number, PIN_VOLTAGE, duty);
}

uint16_t common_hal_pwmio_pwmout_get_duty_cycle(pwmio_pwmout_obj_t *self) {
    return self->duty;
}

void common_hal_pwmio_pwmout_set_frequency(pwmio_pwmout_obj_t *self, uint32_t frequency) {
    if (frequency == 0 || frequency > FASTEST_HZ) {
        common_hal_pwmio_pwmout_raise_error(PWMOUT_INVALID_FREQUENCY);
    }
    self->frequency = frequency;
}

uint32_t common_hal_pwmio_pwmout_get_frequency(pwmio_pwmout_obj_t *self) {
    return self->frequency;
}

bool common_hal_pwmio_pwmout_get_variable_frequency(pwmio_pwmout_obj_t *self) {
    return self->variable;
}

const mcu_pin_obj_t *common_hal_pwmio_pwmout_get_pin(pwmio_pwmout_obj_t *self) {
    return self->pin;
}
