# SPDX-License-Identifier: MIT
"""What the user is told when something cannot be done."""


class UserError(Exception):
    """One sentence: what is wrong, with the file's name, and what to do."""
