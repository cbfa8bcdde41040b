# SPDX-License-Identifier: MIT
"""Reads a profile as speedscope does, by its "file-format-schema.json"; refuses what is none.

It knows nothing of the simulator: a table of frames, and stacks of their numbers with weights.
"""

import json

SCHEMA = "https://www.speedscope.app/file-format-schema.json"
UNITS = {"none", "nanoseconds", "microseconds", "milliseconds", "seconds", "bytes"}
FIELDS = {"name": str, "file": str, "line": int, "col": int}


def read(path):
    """{names of a stack, from the outermost on: weight}. Raises ValueError for what is no such
    file.
    """
    with open(path, encoding="utf-8") as file:
        content = json.load(file)
    (profile,) = content["profiles"]
    frames = content["shared"]["frames"]
    _require(content["$schema"] == SCHEMA, "another format")
    _require(profile["type"] == "sampled" and profile["unit"] in UNITS, "another kind")
    for frame in frames:
        _require("name" in frame and all(isinstance(value, FIELDS[name])
                                         for name, value in frame.items()), frame)
    stacks = [tuple(frames[number]["name"] for number in stack) for stack in profile["samples"]]
    _require(len(stacks) == len(set(stacks)) == len(profile["weights"]), "stacks and weights")
    _require(profile["endValue"] - profile["startValue"] == sum(profile["weights"]), "its length")
    return dict(zip(stacks, profile["weights"], strict=True))


def _require(holds, what):
    if not holds:
        raise ValueError(what)
