# SPDX-License-Identifier: MIT
"""What tests of sounds are given."""

import wave

import numpy as np
import pytest

from listening import RATE


@pytest.fixture
def write_wave(tmp_path):
    """Writes samples, one row a channel, as a WAV file with the standard library."""

    def write(name, samples, rate=RATE, width=2):
        with wave.open(str(tmp_path / name), "wb") as file:
            samples = np.atleast_2d(samples)
            file.setnchannels(len(samples))
            file.setsampwidth(width)
            file.setframerate(rate)
            file.writeframes(samples.T.astype("<i2" if width == 2 else np.uint8).tobytes())

    return write
