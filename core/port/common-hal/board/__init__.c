// SPDX-License-Identifier: MIT
// The pins are in boards/pyportal/pins.c.
