# SPDX-License-Identifier: MIT
"""Converts what earlier versions have saved in nvm into what this one reads; loaded when needed."""

# {version: (offset at which the next version has more, the bytes to insert there)}
_GREW = {
    2: (106, bytes(8)),  # days, after the records: none were played
    3: (18, b"\1"),  # motion, after the other choices: on
    4: (19, bytes(1)),  # guesses, after them: any
    5: (116, bytes(4)),  # erases, after the records: those so far are not known
    6: (116, bytes(112)),  # the latest times, after the days: none are known
}


def upgrade(image, at_version):
    """Convert the image of an earlier version; one of an unknown version stays as it is."""
    while image[at_version] in _GREW:
        version = image[at_version]
        at, more = _GREW[version]
        image = image[:at] + more + image[at:]
        image = image[:at_version] + bytes((version + 1,)) + image[at_version + 1 :]
    return image
