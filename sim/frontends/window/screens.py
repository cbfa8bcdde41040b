# SPDX-License-Identifier: MIT
"""Tells why SDL, the library under pygame, finds no screen on Linux."""

from collections.abc import Callable, Mapping
from ctypes import CDLL

# The libraries that SDL takes from the system, by the variable that names a screen, and Debian's
# packages that hold them. X11's own comes with Xext.
LIBRARIES = {
    "DISPLAY": {"libXext.so.6": "libxext6"},
    "WAYLAND_DISPLAY": {
        "libwayland-client.so.0": "libwayland-client0", "libwayland-egl.so.1": "libwayland-egl1",
        "libwayland-cursor.so.0": "libwayland-cursor0", "libxkbcommon.so.0": "libxkbcommon0"},
}


def is_there(library: str) -> bool:
    try:
        CDLL(library)
    except OSError:
        return False
    return True


def lacking(environment: Mapping[str, str], is_there: Callable[[str], bool] = is_there) -> str:
    """Return the reason: no screen is named, libraries are missing, or the named one is not there.
    """
    screen = next((name for name in LIBRARIES if environment.get(name)), None)
    if screen is None:
        return f"none was found, and neither {' nor '.join(LIBRARIES)} is set"
    missing = {library: package for library, package in LIBRARIES[screen].items()
               if not is_there(library)}
    if not missing:
        return f"none was found at {screen}={environment[screen]}"
    return f"missing {', '.join(missing)}: apt install {' '.join(missing.values())}"
