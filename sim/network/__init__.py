# SPDX-License-Identifier: MIT
"""The network behind the Wi-Fi: access points, hosts, their faults, and the ESP32."""
