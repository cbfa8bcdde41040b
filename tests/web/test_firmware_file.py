# SPDX-License-Identifier: MIT
"""The page takes the firmware files that the simulator takes, and says of others why not."""

import base64
from pathlib import Path
from random import Random

import pytest

from sim.engines.firmware import releases, uf2
from tests.support.network import standinfirmware, webpage
from tools import boardfacts

GOOD = standinfirmware.uf2()


def on_page(*files):
    return webpage.node("uf2.mjs", {
        "facts": boardfacts.facts(), "files": [base64.b64encode(data).decode() for data in files]})


def in_simulator(data, path):
    path.write_bytes(data)
    try:
        found = releases.fitting(uf2.read(path), boardfacts.BOARD)
    except ValueError:
        return None
    return {"version": found.version, "title": found.board, "size": len(found.image)}


@pytest.mark.parametrize(("data", "words"), [
    (b"", "it is not a UF2 file: choose the .uf2 for a PyPortal."),
    (b"x" * 512, "it is not a UF2 file: choose the .uf2 for a PyPortal."),
    (GOOD[:-512], "it is truncated, with 1 of 2 blocks: download it again."),
    (GOOD[:-1], "it is truncated, with 1 of 2 blocks: download it again."),
    (GOOD[:512] + b"\0" + GOOD[513:], "it is damaged at block 1: download it again."),
    (standinfirmware.uf2(flags=0x2000, family=0xADA52840),
     "it is for another chip than a PyPortal's SAMD51: choose the .uf2 for a PyPortal."),
    (standinfirmware.uf2(title="Adafruit PyPortal Titano"),
     "it is for the Adafruit PyPortal Titano, and this page is an Adafruit PyPortal: choose that "
     "one's."),
    (standinfirmware.uf2(version="8.2.0"),
     "it holds CircuitPython 8.2.0: choose a version 9 or 10."),
    (standinfirmware.uf2(start=0x2000),
     "it is for other places of the flash than a PyPortal's: choose the .uf2 for a PyPortal."),
])
def test_what_no_pyportal_runs_is_refused_in_a_sentence(data, words):
    assert on_page(data) == [{"error": words}]


@pytest.mark.parametrize("options", [
    {}, {"flags": 0x2000, "family": 0x55114460}, {"version": "9.2.8"},
    {"version": "10.3.0-beta.1"}])
def test_a_pyportals_firmware_is_taken(options, tmp_path):
    data = standinfirmware.uf2(**options)
    seen = on_page(data)
    assert seen == [in_simulator(data, tmp_path / "it.uf2")]
    assert seen[0]["title"] == "Adafruit PyPortal"


def damaged(data, random):
    spoilt = bytearray(data)
    for _ in range(random.randrange(1, 4)):
        at = random.choice([random.randrange(len(spoilt)), random.randrange(32)])
        spoilt[at] ^= 1 << random.randrange(8)
    return bytes(spoilt[:random.choice([len(spoilt), random.randrange(len(spoilt))])])


def test_the_page_takes_of_damaged_files_what_the_simulator_takes(tmp_path):
    random = Random(1)
    files = [damaged(GOOD, random) for _ in range(300)]
    expected = [in_simulator(data, Path(tmp_path, "it.uf2")) for data in files]
    seen = on_page(*files)
    assert [None if "error" in found else found for found in seen] == expected
    assert 10 < sum(found is not None for found in expected) < 290
