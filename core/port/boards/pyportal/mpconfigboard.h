// SPDX-License-Identifier: MIT
#pragma once

#define MICROPY_HW_BOARD_NAME "Adafruit PyPortal"
#define MICROPY_HW_MCU_NAME "samd51j20"
#define CIRCUITPY_BOOT_OUTPUT_FILE "/boot_out.txt"

#define DEFAULT_I2C_BUS_SCL (&pin_PB03)
#define DEFAULT_I2C_BUS_SDA (&pin_PB02)
#define DEFAULT_SPI_BUS_SCK (&pin_PA13)
#define DEFAULT_SPI_BUS_MOSI (&pin_PA12)
#define DEFAULT_SPI_BUS_MISO (&pin_PA14)
