# SPDX-License-Identifier: MIT
"""Converts what earlier versions have saved in nvm into what this one reads; loaded when needed."""

import struct

# The choices among the options of version 7 about guesses: boards without, and fair ones.
_NO_GUESS, _FAIR = 17, 19
_PRESETS, _FIELDS = 7, 5
_RECORDS, _LAST, _TIMES, _ERASES, _GAME = 32, 102, 116, 228, 232


def _inserted(at, more):
    """Return a function that inserts these bytes into an image at an offset."""
    return lambda image: image[:at] + more + image[at:]


def _with_ids(image):
    """Version 8 keeps the records of played presets alone, by id, and days that were won.

    Two options became one, and the latest times of each preset are no longer kept.
    """
    if len(image) < _GAME:
        return image
    guessing = 0 if image[_NO_GUESS] else 1 if image[_FAIR] else 2
    choices = image[:_NO_GUESS] + bytes((guessing, image[_NO_GUESS + 1]))
    streak = struct.unpack_from("<H", image, _TIMES - 4)[0]
    won = struct.pack("<Q", (1 << min(streak, 64)) - 1)
    played = []
    for number in range(_PRESETS):
        at = _RECORDS + 2 * _FIELDS * number
        record = image[at : at + 2 * _FIELDS]
        if record[2:4] != bytes(2):
            played.append(bytes((number,)) + record)
    return (choices + image[_FAIR + 1 : _RECORDS] + image[_ERASES:_GAME] + image[_LAST:_TIMES]
            + won + bytes((len(played),)) + b"".join(played) + image[_GAME:])


# For each version, the function that makes the next version's image of it.
_STEPS = {
    2: _inserted(106, bytes(8)),  # days, after the records: none were played
    3: _inserted(18, b"\1"),  # motion, after the other choices: on
    4: _inserted(19, bytes(1)),  # guesses, after them: any
    5: _inserted(116, bytes(4)),  # erases, after the records: those so far are not known
    6: _inserted(116, bytes(112)),  # the latest times, after the days: none are known
    7: _with_ids,
}


def upgrade(image, at_version):
    """Convert the image of an earlier version; one of an unknown version stays as it is."""
    while image[at_version] in _STEPS:
        version = image[at_version]
        image = _STEPS[version](image)
        image = image[:at_version] + bytes((version + 1,)) + image[at_version + 1 :]
    return image
