// SPDX-License-Identifier: MIT
// Digital pins.

#include "shared-bindings/digitalio/DigitalInOut.h"

#include "shared-bindings/microcontroller/Pin.h"

#include "desk.h"

// What driving or reading a pin takes.
#define PIN_NS (5000)

static void drive(digitalio_digitalinout_obj_t *self) {
    bool floats = self->value && self->open_drain;
    pin_set(self->pin->number, floats ? PIN_FLOATS : self->value ? PIN_HIGH : PIN_LOW, 0);
}

digitalinout_result_t common_hal_digitalio_digitalinout_construct(
    digitalio_digitalinout_obj_t *self, const mcu_pin_obj_t *pin) {
    claim_pin(pin);
    self->pin = pin;
    desk_pass(PIN_NS);
    return common_hal_digitalio_digitalinout_switch_to_input(self, PULL_NONE);
}

void common_hal_digitalio_digitalinout_never_reset(digitalio_digitalinout_obj_t *self) {
    common_hal_never_reset_pin(self->pin);
}

bool common_hal_digitalio_digitalinout_deinited(digitalio_digitalinout_obj_t *self) {
    return self->pin == NULL;
}

void common_hal_digitalio_digitalinout_deinit(digitalio_digitalinout_obj_t *self) {
    common_hal_reset_pin(self->pin);
    self->pin = NULL;
}

digitalinout_result_t common_hal_digitalio_digitalinout_switch_to_input(
    digitalio_digitalinout_obj_t *self, digitalio_pull_t pull) {
    self->output = false;
    return common_hal_digitalio_digitalinout_set_pull(self, pull);
}

digitalinout_result_t common_hal_digitalio_digitalinout_switch_to_output(
    digitalio_digitalinout_obj_t *self, bool value, digitalio_drive_mode_t drive_mode) {
    self->output = true;
    self->open_drain = drive_mode == DRIVE_MODE_OPEN_DRAIN;
    self->value = value;
    drive(self);
    return DIGITALINOUT_OK;
}

digitalio_direction_t common_hal_digitalio_digitalinout_get_direction(digitalio_digitalinout_obj_t *self) {
    return self->output ? DIRECTION_OUTPUT : DIRECTION_INPUT;
}

void common_hal_digitalio_digitalinout_set_value(digitalio_digitalinout_obj_t *self, bool value) {
    desk_pass(PIN_NS);
    self->value = value;
    drive(self);
}

bool common_hal_digitalio_digitalinout_get_value(digitalio_digitalinout_obj_t *self) {
    uint8_t high = 0;
    desk_pass(PIN_NS);
    desk_ask('I', &self->pin->number, 1, &high, 1);
    return high;
}

digitalinout_result_t common_hal_digitalio_digitalinout_set_drive_mode(
    digitalio_digitalinout_obj_t *self, digitalio_drive_mode_t drive_mode) {
    return common_hal_digitalio_digitalinout_switch_to_output(self, self->value, drive_mode);
}

digitalio_drive_mode_t common_hal_digitalio_digitalinout_get_drive_mode(digitalio_digitalinout_obj_t *self) {
    return self->open_drain ? DRIVE_MODE_OPEN_DRAIN : DRIVE_MODE_PUSH_PULL;
}

digitalinout_result_t common_hal_digitalio_digitalinout_set_pull(
    digitalio_digitalinout_obj_t *self, digitalio_pull_t pull) {
    self->pull = pull;
    pin_set(self->pin->number,
        pull == PULL_UP ? PIN_PULLED_UP : pull == PULL_DOWN ? PIN_PULLED_DOWN : PIN_FLOATS, 0);
    return DIGITALINOUT_OK;
}

digitalio_pull_t common_hal_digitalio_digitalinout_get_pull(digitalio_digitalinout_obj_t *self) {
    return self->pull;
}

bool common_hal_digitalio_has_reg_op(digitalinout_reg_op_t op) {
    return false;
}

volatile uint32_t *common_hal_digitalio_digitalinout_get_reg(
    digitalio_digitalinout_obj_t *self, digitalinout_reg_op_t op, uint32_t *mask) {
    return NULL;
}
