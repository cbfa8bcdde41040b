# SPDX-License-Identifier: MIT
"""Synthesises sounds/, loud and quiet, for a small speaker.

A fanfare is written below as notes and lengths, an explosion as bursts of noise and a thump. Five
voices answer a finger: they are short, and their files small. The arithmetic is in integers, so
the same notes give the same bytes on every computer. Run it after changing a note:
`python -m tools.make_sounds`.
"""

import argparse
import io
import math
import struct
import sys
import wave
from pathlib import Path

from sim import output

FOLDER = Path(__file__).resolve().parent.parent / "sounds"
RATE = 22050  # samples a second
PEAK = 27000  # of 32767
TURN = 1024  # samples in one turn of a timbre
FULL = 1 << 15  # an envelope's 1.0

STEP = RATE * 13 // 100
WIN_STEPS = 18
# A voice: is it struck, first step, per cent of each overtone, notes each with its steps.
WIN = (
    (False, 0, (60, 40, 28, 18, 10, 6), "E5 1 G5 1 C6 2 A5 1 B5 1 C6 1 D6 1 E6 6"),
    (False, 0, (40, 26, 16, 9, 5), "C5 1 E5 1 G5 2 F5 1 G5 1 G5 1 B5 1 C6 6"),
    (False, 0, (34, 34, 22, 14, 8), "C4 2 C4 2 F4 2 G4 2 C5 6"),
    (True, 9, (36, 0, 0, 10), "C6 1 E6 1 G6 1 C7 1 E7 1 C7 1"),
)
RING = 4  # a struck note sounds on for this many steps

LOSE_MS = 2100
# A burst: start in ms, per cent of full scale, ms until it has faded to a third.
BURSTS = (
    (0, 100, 230),
    (70, 50, 420),
    (640, 30, 50),
    (830, 22, 40),
    (960, 26, 60),
    (1210, 14, 50),
    (1480, 7, 40),
)
# A voice: ms from note to note, ms that each sounds, per cent of each overtone, notes. The board
# plays a cascade slower or faster, so that a larger one is higher.
VOICES = {
    "open": (0, 44, (60, 0, 30, 10), "E6"),
    "cascade": (38, 60, (60, 0, 24, 8), "E5 G5 C6 E6"),
    "flag": (34, 44, (60, 24, 12), "A5 E6"),
    "unflag": (34, 44, (60, 24, 12), "E6 A5"),
    "refused": (0, 80, (60, 40, 30, 20, 12), "A3"),
}
# Their samples are each the mean of so many.
COARSE = 2
# The device plays whole blocks of so many samples only.
BLOCK = 128
QUIET = 4  # the quiet sounds have a quarter of the amplitude
THUMP = (420, 160, 160)  # Hz at first, Hz at last, ms until it has faded to a third


def pitch(name):
    """Return the hertz of a note like A4; there are no sharps."""
    return 440 * 2 ** ((12 * int(name[1]) + "C D EF G A B".index(name[0]) - 57) / 12)


def timbre(strengths):
    """Return one period of a tone with these per cent of each overtone."""
    return [
        sum(
            round(strength * 327.67 * math.sin(2 * math.pi * overtone * i / TURN))
            for overtone, strength in enumerate(strengths, 1)
        )
        for i in range(TURN)
    ]


def blown(i, length):
    """Return a horn's envelope at sample i: fast attack, slow decay, release at the end."""
    rise, fall = RATE * 12 // 1000, RATE * 45 // 1000
    held = FULL - FULL * i // (3 * length)
    return held * min(rise, i, (length - 1 - i) * rise // fall) // rise


def struck(i, length):
    """Return a bell's envelope at sample i."""
    left = (length - 1 - i) * 256 // length
    return min(left * left // 2, FULL * i // 60)


def tone(hertz, length, table, envelope):
    """Return the samples of one note."""
    turn = round(hertz * TURN * 65536 / RATE)
    return [table[(turn * i >> 16) % TURN] * envelope(i, length) // FULL for i in range(length)]


def mix(track, start, samples):
    for i, sample in enumerate(samples, start):
        track[i] += sample


def play(track, is_struck, first, strengths, notes):
    """Add one voice to the track."""
    table, at = timbre(strengths), first * STEP
    words = notes.split()
    for name, steps in zip(words[::2], map(int, words[1::2]), strict=True):
        length = (RING if is_struck else steps) * STEP
        mix(track, at, tone(pitch(name), length, table, struck if is_struck else blown))
        at += steps * STEP


def fanfare():
    track = [0] * (WIN_STEPS * STEP)
    for voice in WIN:
        play(track, *voice)
    return track


def fading(length, ms):
    """Return an envelope that falls to a third in so many ms, over and over."""
    level, levels = FULL << 16, []
    for _ in range(length):
        levels.append(level >> 16)
        level -= level * 1000 // (RATE * ms)
    return levels


def noise(length):
    """Return white noise from a fixed seed, ±32768."""
    state, samples = 1, []
    for _ in range(length):
        state = (state * 1664525 + 1013904223) & 0xFFFFFFFF
        samples.append((state >> 16) - 32768)
    return samples


def darken(samples):
    """Apply a low-pass filter that closes over time, as an explosion rolls away."""
    share, low, lower, out = 52000, 0, 0, []
    for sample in samples:
        low += (sample - low) * share >> 16
        lower += (low - lower) * share >> 16
        share -= (share - 7000) >> 12
        out.append(lower)
    return out


def thin(samples):
    """Apply a high-pass filter at 150 Hz, below which a small speaker is silent."""
    slow, out = 0, []
    for sample in samples:
        slow += ((sample << 8) - slow) * 2743 >> 16
        out.append(sample - (slow >> 8))
    return out


def press(samples):
    """Compress loud and soft parts, as in a blast that is too loud for the ear."""
    return [sample * FULL // (FULL // 8 + abs(sample)) for sample in samples]


def thump(length):
    """Return a low tone that falls as it fades."""
    first, last, ms = THUMP
    (table, phase, samples) = timbre((100, 30)), 0, []
    for level in fading(length, ms):
        hertz = last + (first - last) * level // FULL
        phase += hertz * TURN * 256 // RATE
        samples.append(table[(phase >> 8) % TURN] * level // FULL)
    return samples


def explosion():
    length = RATE * LOSE_MS // 1000
    levels = [0] * length
    for start_ms, per_cent, ms in BURSTS:
        start = RATE * start_ms // 1000
        mix(levels, start, (level * per_cent // 100 for level in fading(length - start, ms)))
    blast = zip(noise(length), levels, strict=True)
    track = darken(sample * level // FULL for sample, level in blast)
    mix(track, 0, thump(length))
    return thin(press(track))


def voice(every_ms, ms, strengths, notes):
    """Return a voice, at a fraction of the rate, in whole blocks."""
    table, names = timbre(strengths), notes.split()
    every, length = RATE * every_ms // 1000, RATE * ms // 1000
    track = [0] * (every * (len(names) - 1) + length)
    for number, name in enumerate(names):
        mix(track, number * every, tone(pitch(name), length, table, struck))
    track = thin(track)
    coarse = [sum(track[i : i + COARSE]) // COARSE for i in range(0, len(track), COARSE)]
    return coarse + [0] * (-len(coarse) % BLOCK)


def master(track):
    """Bring a track to full loudness, and its ends to silence."""
    end = len(track) - 1
    rise, fall = RATE * 2 // 1000, min(RATE * 120 // 1000, end // 3)
    eased = [s * min(rise, i) // rise * min(fall, end - i) // fall for i, s in enumerate(track)]
    loudest = max(map(abs, eased))
    return [sample * PEAK // loudest for sample in eased]


def save(path, track, rate):
    written = io.BytesIO()
    with wave.open(written, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes(struct.pack(f"<{len(track)}h", *track))
    path.write_bytes(written.getvalue())


def write(folder=FOLDER):
    Path(folder).mkdir(exist_ok=True)
    tracks = {"win": (fanfare(), RATE), "lose": (explosion(), RATE)}
    tracks |= {name: (voice(*notes), RATE // COARSE) for name, notes in VOICES.items()}
    for name, (track, rate) in tracks.items():
        loud = master(track)
        save(Path(folder) / f"{name}.wav", loud, rate)
        save(Path(folder) / f"{name}-quiet.wav", [sample // QUIET for sample in loud], rate)


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="python -m tools.make_sounds", description=__doc__)
    parser.parse_args(arguments)
    write()


if __name__ == "__main__":
    sys.exit(output.run(main))
