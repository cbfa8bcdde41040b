# SPDX-License-Identifier: MIT
"""The firmware engine: runs the `.uf2` that is on a PyPortal, on an emulated SAMD51.

`machine` is the engine. `chip` loads the emulator, chip.wasm, `calls` joins it to the
simulator's board, `storage` is the drive in its flash, and `releases` finds the user's firmware.
"""
