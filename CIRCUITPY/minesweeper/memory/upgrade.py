# SPDX-License-Identifier: MIT
"""Memory as earlier versions wrote it, made into what this one reads; loaded when it is needed.

What has been added since is 0 in it.
"""

# {version: (where the next one has more, so many bytes)}
_GREW = {
    2: (106, 8),  # days, after the records
}


def upgraded(image, at_version):
    """The image of a version that is not this one's; as it is if that version is not known."""
    while image[at_version] in _GREW:
        version = image[at_version]
        at, more = _GREW[version]
        image = image[:at] + bytes(more) + image[at:]
        image = image[:at_version] + bytes((version + 1,)) + image[at_version + 1 :]
    return image
