# SPDX-License-Identifier: MIT
"""locale: the language of the default build, English."""

__all__ = ["getlocale"]


def getlocale() -> tuple[str, str]:
    return "en_US", "utf-8"
