# SPDX-License-Identifier: MIT
"""The reason that is given where there is no screen."""

import pytest

from sim.frontends.window.screens import is_there, lacking

WAYLAND = {"WAYLAND_DISPLAY": "wayland-0"}


@pytest.mark.parametrize("environment, found, expected", [
    ({}, True, "none was found, and neither DISPLAY nor WAYLAND_DISPLAY is set"),
    ({"DISPLAY": ":9"}, True, "none was found at DISPLAY=:9"),
    ({"DISPLAY": ":9", **WAYLAND}, False, "missing libXext.so.6: apt install libxext6"),
    (WAYLAND, False, "missing libwayland-client.so.0, libwayland-egl.so.1, libwayland-cursor.so.0, "
     "libxkbcommon.so.0: apt install libwayland-client0 libwayland-egl1 libwayland-cursor0 "
     "libxkbcommon0"),
])
def test_it_names_what_is_missing_and_where_it_is_found(environment, found, expected):
    assert lacking(environment, lambda library: found) == expected


def test_a_library_that_no_computer_has_is_not_there():
    assert not is_there("libNoSuchLibrary.so.99")
