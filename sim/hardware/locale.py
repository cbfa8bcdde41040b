# SPDX-License-Identifier: MIT
"""The language that the board speaks: English, as its default build does."""

__all__ = ["getlocale"]


def getlocale() -> tuple[str, str]:
    return "en_US", "utf-8"
