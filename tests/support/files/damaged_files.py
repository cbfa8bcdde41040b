# SPDX-License-Identifier: MIT
"""Files of every kind that a program can have decoded, and damage to them from a seed."""

import io
import wave
from random import Random

from PIL import Image

KINDS = ("bmp", "bmp16", "bmp24", "gif", "wav", "mp3")
# A program for each kind of file: it shows or plays the file, then goes on and ends.
PROGRAMS = {
    "picture": """
import board, displayio, time
picture = displayio.OnDiskBitmap("file")
tiles = displayio.TileGrid(picture, pixel_shader=picture.pixel_shader)
board.DISPLAY.root_group = displayio.Group()
board.DISPLAY.root_group.append(tiles)
board.DISPLAY.refresh()
""",
    "gif": """
import gifio
gif = gifio.OnDiskGif("file")
for _ in range(5):
    gif.next_frame()
""",
    "wav": """
import audiocore, audioio, board
audioio.AudioOut(board.SPEAKER).play(audiocore.WaveFile("file"))
""",
    "mp3": """
import audiomp3, audioio, board
audioio.AudioOut(board.SPEAKER).play(audiomp3.MP3Decoder("file"))
""",
}
PROGRAMS |= dict.fromkeys(KINDS[:3], PROGRAMS["picture"])


def program(kind, how):
    """The file is used and the program ends, goes on, or asks what came of it."""
    lines = "".join(f"    {line}\n" for line in PROGRAMS[kind].strip().splitlines())
    caught = f"try:\n{lines}except Exception as error:\n    print(type(error).__name__)\n"
    wait = "import time\ntime.sleep(0.3)\n"
    return {"ends": PROGRAMS[kind], "waits": PROGRAMS[kind] + wait, "catches": caught + wait}[how]


def sound(kind):
    """Some 0.1 s of a sound file; None where nothing can write it."""
    data = io.BytesIO()
    noise = Random(1).randbytes(4410)
    if kind == "wav":
        with wave.open(data, "wb") as file:
            file.setparams((1, 2, 22050, 0, "NONE", ""))
            file.writeframes(noise)
        return data.getvalue()
    try:
        import numpy as np
        import soundfile
        soundfile.write(data, np.frombuffer(noise, np.int16), 22050, format="MP3")
    except (ImportError, RuntimeError):
        return None
    return data.getvalue()


def whole(kind):
    """A small file of this kind as bytes."""
    if kind in ("wav", "mp3"):
        return sound(kind)
    data = io.BytesIO()
    colors = Image.frombytes("RGB", (20, 12), Random(2).randbytes(720))
    if kind == "bmp16":
        header = b"BM" + (54 + 480).to_bytes(4, "little") + bytes(4) + (54).to_bytes(4, "little")
        size = b"".join(n.to_bytes(4, "little") for n in (40, 20, 12))
        return header + size + b"\1\0\x10\0" + bytes(24) + Random(3).randbytes(480)
    if kind in ("bmp", "gif"):
        colors = colors.quantize(16)
    if kind == "gif":
        colors.save(data, "GIF", save_all=True, append_images=[colors.rotate(180)], duration=50)
    else:
        colors.save(data, "BMP")
    return data.getvalue()


def damaged(data, seed):
    """Bytes changed (mostly at the head), bits turned, the end or the middle missing."""
    chance, broken = Random(seed), bytearray(data)
    for _ in range(chance.choice((1, 1, 2, 5, 40))):
        end = min(len(broken), chance.choice((64, 64, len(broken))))
        broken[chance.randrange(end)] = chance.choice((0, 0, 255, 1, 127, chance.randrange(256)))
    cut = chance.randrange(6)
    if cut == 0:
        del broken[chance.randrange(len(broken)):]
    elif cut == 1:
        at = chance.randrange(len(broken))
        del broken[at:at + chance.randrange(50)]
    return bytes(broken)
