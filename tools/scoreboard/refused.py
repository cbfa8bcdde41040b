# SPDX-License-Identifier: MIT
"""The error for a bad request, whose message is sent back."""


class Refused(Exception):
    """A sentence for the sender, and the HTTP status."""

    def __init__(self, sentence: str, status: int = 400):
        super().__init__(sentence)
        self.status = status
