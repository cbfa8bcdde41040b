# SPDX-License-Identifier: MIT
"""What is wrong with a request, said to whoever sent it."""


class Refused(Exception):
    """A sentence, and the HTTP status that goes with it."""

    def __init__(self, sentence: str, status: int = 400):
        super().__init__(sentence)
        self.status = status
