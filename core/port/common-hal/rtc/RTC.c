// SPDX-License-Identifier: MIT
// The clock of the day: whole seconds, from what the desk set at power-on.

#include "shared-bindings/rtc/RTC.h"

#include "py/runtime.h"
#include "shared/timeutils/timeutils.h"

#include "desk.h"
#include "supervisor/port.h"

#define TICKS_A_SECOND (1024)

static uint32_t seconds_since_power_on(void) {
    return port_get_raw_ticks(NULL) / TICKS_A_SECOND;
}

void common_hal_rtc_get_time(timeutils_struct_time_t *tm) {
    timeutils_seconds_since_epoch_to_struct_time(desk_settings.rtc_start + seconds_since_power_on(), tm);
}

void common_hal_rtc_set_time(timeutils_struct_time_t *tm) {
    desk_settings.rtc_start = timeutils_seconds_since_epoch(tm->tm_year, tm->tm_mon, tm->tm_mday,
        tm->tm_hour, tm->tm_min, tm->tm_sec) - seconds_since_power_on();
}

int common_hal_rtc_get_calibration(void) {
    return 0;
}

void common_hal_rtc_set_calibration(int calibration) {
    mp_raise_NotImplementedError(NULL);
}
