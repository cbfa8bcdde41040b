# SPDX-License-Identifier: MIT
"""UF2 files: which firmware is in one, and the sentence that refuses any other file."""

import pytest

from sim.engines.firmware import releases
from tests.support import seeds
from tests.support.firmware import SAMD51, made, packed

DAMAGED = int(seeds.more(300, 5_000))


@pytest.fixture
def write(tmp_path):
    def write(data):
        (tmp_path / "a.uf2").write_bytes(data)
        return tmp_path / "a.uf2"

    return write


@pytest.mark.parametrize("family", [None, SAMD51])
def test_a_firmware_states_its_version_and_board(write, family):
    found = releases.read(write(made("9.2.8", family=family)))
    assert (found.version, found.major, found.board) == ("9.2.8", 9, "Adafruit PyPortal")
    assert len(found.image) == 8192


WHOLE = made()


@pytest.mark.parametrize(("data", "words"), [
    *((data, "is not a UF2 file") for data in (b"", b"UF2", b"BM" + bytes(2000), WHOLE[4:])),
    *((WHOLE[:size], f"is truncated: it has {size // 512} of 32 blocks")
      for size in (512, 5000, len(WHOLE) - 1, len(WHOLE) - 512)),
    (WHOLE[:3584] + bytes([WHOLE[3584] ^ 1]) + WHOLE[3585:], "is damaged: block 7 "),
    (made(family=0xE48BFF56), "is for another chip, of the family 0xE48BFF56"),
    (made(start=0x10000000), "is for another chip: it writes to 0x10000000"),
    (packed(b"\0\0\x03\x20\x01\x41\0\0" + bytes(4096)), "holds no CircuitPython"),
    *((made(version), f"holds CircuitPython {version}: versions 9 and 10")
      for version in ("8.2.10", "11.0.0"))], ids=lambda value: str(value)[:30])
def test_another_file_is_refused_in_a_sentence(write, data, words):
    path = write(data)
    with pytest.raises(ValueError) as caught:
        releases.read(path)
    text = str(caught.value)
    assert text.startswith(f"{path} ") and words in text and "\n" not in text


def test_another_boards_firmware_is_refused(write):
    path = write(made(board="Adafruit PyPortal Titano"))
    with pytest.raises(ValueError, match="is for the Adafruit PyPortal Titano: the board pyportal "
                                         "takes one for the Adafruit PyPortal"):
        releases.find("pyportal", path)
    assert releases.find("pyportal_titano", path).version == "10.0.3"


def test_damaged_files_are_refused_in_one_sentence_or_read(write):
    refused = 0
    for number in range(DAMAGED):
        chance = seeds.chance(number)
        data = bytearray(made(size=4096))
        for _ in range(chance.randint(1, 4)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        if chance.random() < 0.3:
            data = data[:chance.randrange(len(data))]
        try:
            releases.read(write(data))
        except ValueError as error:
            refused += 1
            assert "\n" not in str(error)
    assert refused > DAMAGED // 5
