# SPDX-License-Identifier: MIT
"""Memory as earlier versions wrote it, made into what this one reads; loaded when it is needed."""

# {version: (where the next one has more, what it would have there)}
_GREW = {
    2: (106, bytes(8)),  # days, after the records: none were played
    3: (18, b"\1"),  # motion, after the other choices: on
    4: (19, bytes(1)),  # guesses, after them: any
}


def upgraded(image, at_version):
    """The image of a version that is not this one's; as it is if that version is not known."""
    while image[at_version] in _GREW:
        version = image[at_version]
        at, more = _GREW[version]
        image = image[:at] + more + image[at:]
        image = image[:at_version] + bytes((version + 1,)) + image[at_version + 1 :]
    return image
