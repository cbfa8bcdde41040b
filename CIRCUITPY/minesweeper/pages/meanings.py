# SPDX-License-Identifier: MIT
"""The meaning of each option's values in a sentence; loaded when an option is touched.

Two lines of a page have room for the longest.
"""

_MEANINGS = {
    "controls": (
        "Each tap: ?, then flag, then open. A hold opens at once.",
        "A tap opens a cell; a hold marks it.",
        "A tap marks a cell; a hold opens it.",
    ),
    "first": (
        "The first cell may be a mine.",
        "The first cell is never a mine.",
        "The first cell is never a mine, nor are those around it.",
    ),
    "questions": ("You can mark a cell with a flag.", "You can mark a cell with a flag or a ?."),
    "chords": (
        "A tap on a number does nothing.",
        "Tap a number with all its flags to open its other cells.",
    ),
    "hold": ("A touch as long as this is a hold.",) * 3,
    "guard": (
        "A tap counts anywhere in a cell.",
        "A tap near a cell's edge only frames it. Tap again if it is the right one.",
    ),
    "no_guess": (
        "Some boards need a guess.",
        "Every board can be won without a guess.",
    ),
    "sound": ("No sound.", "Quiet clicks and tunes.", "Clicks and tunes."),
    "light": ("The display is as bright as the room.",) + ("How bright the display is.",) * 4,
    "theme": (
        "The colours of the classic game.",
        "Dark colours, for dark rooms.",
        "Number colours that are easy to tell apart.",
    ),
    "pixel": (
        "The light on the back stays off.",
        "The light on the back flashes red on a loss and glows on a win.",
    ),
    "guesses": (
        "The mines stay where they are.",
        "Guess only when you must: then the safest cell is safe.",
    ),
    "motion": (
        "Boards change at once, without animations.",
        "Openings run outward, flags fall, and mines bloom after a win.",
    ),
}


def of(options, name):
    """Return the sentence for the value that is set."""
    return _MEANINGS[name][getattr(options, name)]
