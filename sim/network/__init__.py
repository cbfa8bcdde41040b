# SPDX-License-Identifier: MIT
"""The network behind the Wi-Fi: access points, names, hosts, and what goes wrong with them."""
