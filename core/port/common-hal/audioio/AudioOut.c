// SPDX-License-Identifier: MIT
// Sound through the DAC: the desk plays it, in the world's time.

#include "shared-bindings/audioio/AudioOut.h"

#include <string.h>

#include "py/mperrno.h"
#include "py/runtime.h"
#include "shared-bindings/audiocore/RawSample.h"
#include "shared-bindings/audiocore/WaveFile.h"
#include "shared-bindings/microcontroller/Pin.h"
#include "shared-module/audiocore/RawSample.h"
#include "shared-module/audiocore/WaveFile.h"

#include "desk.h"
#include "drive.h"

#define DAC0 (2)
#define DAC1 (5)
// What asking for the state takes.
#define LOOK_NS (2000)
#define PLAYS (1)
#define PAUSED (2)
// What may be wrong with a sound, or with the DAC.
#define NO_DMA (4)
#define UNREADABLE (8)
#define PIN_TAKEN (1)

static bool taken;

static bool is_dac(const mcu_pin_obj_t *pin) {
    return pin == NULL || pin->number == DAC0 || pin->number == DAC1;
}

static void command(uint8_t what) {
    desk_ask('S', &what, 1, NULL, 0);
}

void audioout_reset(void) {
    if (taken) {
        command('s');
        taken = false;
    }
}

void common_hal_audioio_audioout_construct(audioio_audioout_obj_t *self,
    const mcu_pin_obj_t *left_channel, const mcu_pin_obj_t *right_channel, uint16_t default_value) {
    uint8_t fault = 0;
    self->left = NULL;
    if (left_channel == right_channel) {
        mp_raise_ValueError(MP_ERROR_TEXT("Cannot output both channels on the same pin"));
    }
    if (!is_dac(left_channel)) {
        raise_ValueError_invalid_pin_name(MP_QSTR_left_channel);
    }
    if (!is_dac(right_channel)) {
        raise_ValueError_invalid_pin_name(MP_QSTR_right_channel);
    }
    desk_ask('S', "o", 1, &fault, 1);
    if (fault == PIN_TAKEN) {
        claim_pin(left_channel);
        assert_pin_free(left_channel);
    }
    if (taken || fault) {
        mp_raise_RuntimeError(MP_ERROR_TEXT("DAC already in use"));
    }
    claim_pin(left_channel);
    if (right_channel != NULL) {
        claim_pin(right_channel);
    }
    self->left = left_channel;
    self->right = right_channel;
    self->sample = mp_const_none;
    taken = true;
}

bool common_hal_audioio_audioout_deinited(audioio_audioout_obj_t *self) {
    return self->left == NULL;
}

void common_hal_audioio_audioout_deinit(audioio_audioout_obj_t *self) {
    if (self->left == NULL) {
        return;
    }
    audioout_reset();
    common_hal_reset_pin(self->left);
    common_hal_reset_pin(self->right);
    self->left = self->right = NULL;
}

// Which of a sample's channels the speaker gets; it hangs on the first DAC.
static uint8_t speaker_channel(audioio_audioout_obj_t *self) {
    return self->left->number == DAC0 ? 0 : self->right != NULL ? 1 : 0xff;
}

static void check(uint8_t state) {
    if (state & NO_DMA) {
        mp_raise_RuntimeError(MP_ERROR_TEXT("No DMA channel found"));
    }
    if (state & UNREADABLE) {
        mp_raise_OSError(MP_EIO);
    }
}

static void play_wave(audioio_audioout_obj_t *self, audioio_wavefile_obj_t *wave, bool loop) {
    const char *path = drive_path_of(&wave->file->fp);
    uint8_t state = 0;
    char told[260] = {'p', loop, speaker_channel(self)};
    if (path == NULL) {
        mp_raise_NotImplementedError(MP_ERROR_TEXT("only files of the drive are played"));
    }
    strncpy(told + 3, path, sizeof(told) - 4);
    desk_ask('S', told, 3 + strlen(told + 3), &state, 1);
    check(state);
}

static void play_raw(audioio_audioout_obj_t *self, audioio_rawsample_obj_t *raw, bool loop) {
    const uint8_t head[] = {'r', loop, speaker_channel(self), raw->base.bits_per_sample,
                            raw->base.samples_signed, raw->base.channel_count};
    desk_tell2('t', head, sizeof(head), &raw->base.sample_rate, 4);
    uint8_t state = 0;
    desk_ask('R', raw->buffer, raw->base.max_buffer_length, &state, 1);
    check(state);
}

void common_hal_audioio_audioout_play(audioio_audioout_obj_t *self, mp_obj_t sample, bool loop) {
    if (mp_obj_is_type(sample, &audioio_wavefile_type)) {
        play_wave(self, MP_OBJ_TO_PTR(sample), loop);
    } else if (mp_obj_is_type(sample, &audioio_rawsample_type)) {
        play_raw(self, MP_OBJ_TO_PTR(sample), loop);
    } else {
        mp_raise_NotImplementedError(MP_ERROR_TEXT("only WaveFile and RawSample are played"));
    }
    self->sample = sample;
}

void common_hal_audioio_audioout_stop(audioio_audioout_obj_t *self) {
    if (self->sample != mp_const_none) {
        command('s');
        self->sample = mp_const_none;
    }
}

void common_hal_audioio_audioout_pause(audioio_audioout_obj_t *self) {
    command('h');
}

void common_hal_audioio_audioout_resume(audioio_audioout_obj_t *self) {
    command('c');
}

static uint8_t state(audioio_audioout_obj_t *self) {
    uint8_t answer = 0;
    desk_pass(LOOK_NS);
    if (self->sample != mp_const_none) {
        desk_ask('S', "q", 1, &answer, 1);
    }
    return answer;
}

bool common_hal_audioio_audioout_get_playing(audioio_audioout_obj_t *self) {
    return state(self) & PLAYS;
}

bool common_hal_audioio_audioout_get_paused(audioio_audioout_obj_t *self) {
    return state(self) & PAUSED;
}
