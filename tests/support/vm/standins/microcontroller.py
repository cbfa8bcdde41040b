# SPDX-License-Identifier: MIT
"""Memory that survives power-off, as long as this module does: fresh from the factory."""

nvm = bytearray(b"\xff" * 8192)
