# SPDX-License-Identifier: MIT
"""The meaning of each option's values in a sentence; loaded when an option is touched.

Two lines of a page have room for the longest.
"""

_MEANINGS = {
    "controls": (
        "Each tap: ?, then flag, then open. A hold opens.",
        "A tap opens a cell; a hold marks it.",
        "A tap marks a cell; a hold opens it.",
    ),
    "guessing": (
        "Every board can be won without a guess.",
        "Guess only when you must: then the safest cell is safe.",
        "Some boards need a guess, as in the classic game.",
    ),
    "hold": ("A touch as long as this is a hold.",) * 3,
    "sound": ("No sound.", "Quiet sounds.", "Sounds and tunes."),
    "light": ("The display is as bright as the room.",) + ("How bright the display is.",) * 4,
    "theme": (
        "The colours of the classic game.",
        "Dark colours, for dark rooms.",
        "Number colours that are easy to tell apart.",
    ),
    "motion": (
        "Boards change at once.",
        "Openings run outward, flags fall, and mines bloom.",
    ),
}


def of(options, name):
    """Return the sentence for the value that is set."""
    return _MEANINGS[name][getattr(options, name)]
