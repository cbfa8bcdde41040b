// SPDX-License-Identifier: MIT
#pragma once

#include "shared-bindings/microcontroller/Pin.h"
