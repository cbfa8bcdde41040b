# SPDX-License-Identifier: MIT
"""The meaning of each option's values in a sentence; loaded when an option is touched.

Two lines of a page have room for the longest.
"""

_MEANINGS = {
    "controls": (
        "A tap marks with ?, then a flag, then opens; a hold opens at once.",
        "A tap opens a cell; a hold marks it.",
        "A tap marks a cell; a hold opens it.",
    ),
    "first": (
        "The first cell may be a mine.",
        "The first cell is no mine.",
        "The first cell is no mine, nor is one around it.",
    ),
    "questions": ("A cell is marked with a flag only.", "A cell is marked with a flag or ?."),
    "chords": (
        "A tap on a number does nothing.",
        "A tap on a number that has all its flags opens the cells around it.",
    ),
    "hold": ("A touch as long as this is a hold.",) * 3,
    "guard": (
        "A tap counts anywhere in a cell.",
        "A tap close to a cell's border asks for a second one.",
    ),
    "no_guess": (
        "A board may need guesses.",
        "A board is dealt when the solver has proved that it needs no guess.",
    ),
    "sound": ("No sound.", "Clicks and endings, softly.", "Clicks and endings."),
    "light": ("The display's light follows the room's.",) + ("How bright the display is.",) * 4,
    "theme": (
        "The colours of the classic game.",
        "For dark rooms.",
        "Numbers that every eye tells apart.",
    ),
    "pixel": (
        "The light on the back stays off.",
        "The light on the back shows how the game stands.",
    ),
    "guesses": (
        "The mines stay where they are.",
        "Nothing sure: the best guess is safe. Something sure: a guess is a mine.",
    ),
    "motion": (
        "What a move changes is seen at once.",
        "Openings run outward, mines go off in turn, and flags fall.",
    ),
}


def of(options, name):
    """Return the sentence for the value that is set."""
    return _MEANINGS[name][getattr(options, name)]
