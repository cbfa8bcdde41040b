# SPDX-License-Identifier: MIT
"""The ESP32: its commands, its Wi-Fi station and its sockets."""
