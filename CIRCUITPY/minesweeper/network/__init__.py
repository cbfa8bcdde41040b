# SPDX-License-Identifier: MIT
"""Sends the results of decided games over Wi-Fi, in small steps while nothing is touched."""
