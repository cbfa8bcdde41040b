# SPDX-License-Identifier: MIT
"""The ESP32's firmware: nina-fw's frames and commands, its Wi-Fi and its sockets."""
