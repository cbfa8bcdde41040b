// SPDX-License-Identifier: MIT
// The 8-bit bus, with the board's panel at its other end.

#include "shared-bindings/paralleldisplaybus/ParallelBus.h"

#include "py/runtime.h"
#include "shared-bindings/microcontroller/Pin.h"

#include "cost.h"
#include "desk.h"

#define DATA_PINS (8)
// To write a byte to the bus.
#define INSTRUCTIONS (10)

void common_hal_paralleldisplaybus_parallelbus_construct(paralleldisplaybus_parallelbus_obj_t *self,
    const mcu_pin_obj_t *data0, const mcu_pin_obj_t *command, const mcu_pin_obj_t *chip_select,
    const mcu_pin_obj_t *write, const mcu_pin_obj_t *read, const mcu_pin_obj_t *reset, uint32_t frequency) {
    const mcu_pin_obj_t *pins[] = {command, chip_select, write, read, reset};
    for (size_t i = 0; i < MP_ARRAY_SIZE(pins); i++) {
        self->pins[i] = pins[i];
        if (pins[i] != NULL) {
            claim_pin(pins[i]);
            common_hal_never_reset_pin(pins[i]);
        }
    }
    self->data0 = data0->number;
    for (uint8_t i = 0; i < DATA_PINS; i++) {
        common_hal_mcu_pin_claim_number(self->data0 + i);
    }
    self->busy = false;
    common_hal_paralleldisplaybus_parallelbus_reset(self);
}

void common_hal_paralleldisplaybus_parallelbus_construct_nonsequential(
    paralleldisplaybus_parallelbus_obj_t *self, uint8_t n_pins, const mcu_pin_obj_t **data_pins,
    const mcu_pin_obj_t *command, const mcu_pin_obj_t *chip_select, const mcu_pin_obj_t *write,
    const mcu_pin_obj_t *read, const mcu_pin_obj_t *reset, uint32_t frequency) {
    mp_raise_NotImplementedError(NULL);
}

void common_hal_paralleldisplaybus_parallelbus_deinit(paralleldisplaybus_parallelbus_obj_t *self) {
    for (size_t i = 0; i < MP_ARRAY_SIZE(self->pins); i++) {
        common_hal_reset_pin(self->pins[i]);
    }
    for (uint8_t i = 0; i < DATA_PINS; i++) {
        reset_pin_number(self->data0 + i);
    }
}

bool common_hal_paralleldisplaybus_parallelbus_reset(mp_obj_t self) {
    desk_tell('z', NULL, 0);
    return true;
}

bool common_hal_paralleldisplaybus_parallelbus_bus_free(mp_obj_t self) {
    return !((paralleldisplaybus_parallelbus_obj_t *)MP_OBJ_TO_PTR(self))->busy;
}

bool common_hal_paralleldisplaybus_parallelbus_begin_transaction(mp_obj_t self_in) {
    paralleldisplaybus_parallelbus_obj_t *self = MP_OBJ_TO_PTR(self_in);
    if (self->busy) {
        return false;
    }
    self->busy = true;
    return true;
}

void common_hal_paralleldisplaybus_parallelbus_send(mp_obj_t self, display_byte_type_t byte_type,
    display_chip_select_behavior_t chip_select, const uint8_t *data, uint32_t data_length) {
    cost_add(data_length * INSTRUCTIONS, COST_DRAWING);
    desk_tell(byte_type == DISPLAY_COMMAND ? 'c' : 'b', data, data_length);
}

void common_hal_paralleldisplaybus_parallelbus_end_transaction(mp_obj_t self) {
    ((paralleldisplaybus_parallelbus_obj_t *)MP_OBJ_TO_PTR(self))->busy = false;
}

void common_hal_paralleldisplaybus_parallelbus_collect_ptrs(mp_obj_t self) {
}
