// SPDX-License-Identifier: MIT
// Nothing hangs on a UART of a PyPortal: the core is built without busio.UART.
