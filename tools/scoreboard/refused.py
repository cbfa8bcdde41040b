# SPDX-License-Identifier: MIT
"""Refusals: the error of a wrong request, told to its sender."""


class Refused(Exception):
    """A sentence, and the HTTP status that goes with it."""

    def __init__(self, sentence: str, status: int = 400):
        super().__init__(sentence)
        self.status = status
