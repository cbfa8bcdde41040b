# SPDX-License-Identifier: MIT
"""The mixer (levels, loops and voices in its format) and MP3 files, which libsndfile decodes."""

import sys
import wave

import numpy as np
import pytest

from tests.support.programs.listening import (
    HEAD,
    RATE,
    error,
    hear,
    loudness,
    part,
    pitch,
    sounding,
)
from tests.support.programs.programs import run

# Two buffers of 256 frames.
MIXER = """
mixer = audiomixer.Mixer(voice_count=3, sample_rate=22050, channel_count=1)
tone = audiocore.RawSample(sine, sample_rate=22050)
third = audiocore.RawSample(array.array("h", [sine[3 * i % 100] for i in range(100)]),
                            sample_rate=22050)
dac.play(mixer)
"""
# A voice is heard from the mixer's next buffer on.
LATE = 256 / RATE


def test_a_voice_that_starts_later_is_mixed_in_at_its_moment(tmp_path):
    _, heard = hear(tmp_path, MIXER + """
mixer.voice[0].level = mixer.voice[1].level = 0.5
mixer.voice[0].play(tone, loop=True)
time.sleep(0.5)
mixer.voice[1].play(third, loop=True)
time.sleep(0.5)
""")
    assert pitch(part(heard, 0.05, 0.5)) == pytest.approx(220.5, abs=0.5)
    before, after = part(heard, 0.02, 0.48), part(heard, 0.52, 0.98)
    assert loudness(before, 661.5) < 10
    assert loudness(after, 661.5) == pytest.approx(16000, rel=0.08)
    assert np.ptp(part(heard, 0.5 - LATE, 0.5)) == np.ptp(part(heard, 0.1, 0.2))
    assert np.ptp(part(heard, 0.5 + LATE, 0.6)) > np.ptp(part(heard, 0.1, 0.2))


def test_a_level_is_a_factor(tmp_path):
    _, heard = hear(tmp_path, MIXER + """
mixer.voice[0].play(tone, loop=True)
for level in (1.0, 0.5, 0.125, 0):
    mixer.voice[0].level = level
    time.sleep(0.25)
""")
    peaks = [np.abs(part(heard, t + 0.02, t + 0.24)).max() for t in (0, 0.25, 0.5, 0.75)]
    assert peaks == pytest.approx([32000, 16000, 4000, 0], abs=1)


def swinging(tmp_path, size):
    """Return what is heard of an LFO as level, from its first sound on."""
    _, heard = hear(tmp_path, MIXER.replace("(", f"(buffer_size={size}, ", 1) + """
mixer.voice[0].level = swing = synthio.LFO(rate=2, scale=0.5, offset=0.5)
mixer.voice[0].play(audiocore.RawSample(array.array("h", list(sine) * 256), sample_rate=22050))
time.sleep(1)
print(mixer.voice[0].level is swing)
""")
    return heard[np.flatnonzero(heard)[0]:]


def test_a_level_may_be_an_lfo(tmp_path):
    heard = swinging(tmp_path, 1024)
    envelope = [np.abs(part(heard, t, t + 0.02)).max() for t in (0.115, 0.24, 0.365, 0.49)]
    assert envelope == pytest.approx([32000, 16000, 0, 16000], abs=3500)


def test_an_lfo_does_not_depend_on_the_buffers_length(tmp_path):
    short, long = swinging(tmp_path, 1024), swinging(tmp_path, 4096)
    assert np.array_equal(short[:RATE // 2], long[:RATE // 2])


def test_the_sum_is_clipped_at_full_scale(tmp_path):
    _, heard = hear(tmp_path, MIXER + """
for voice in mixer.voice:
    voice.play(tone, loop=True)
time.sleep(0.2)
""", 0.2)
    assert (heard.max(), heard.min()) == (32767, -32768)


def test_a_sound_ends_by_itself_and_a_loop_after_end(tmp_path):
    portal, heard = hear(tmp_path, MIXER + """
voice = mixer.voice[0]
long = audiocore.RawSample(array.array("h", [20000] * 4410), sample_rate=22050)
voice.play(long)
time.sleep(0.1)
print(voice.playing, mixer.playing, voice.loop)
time.sleep(0.2)
print(voice.playing, mixer.playing)
voice.play(long, loop=True)
time.sleep(0.3)
print(voice.playing, voice.loop)
voice.end()
time.sleep(0.2)
print(voice.playing, dac.playing)
""")
    assert portal.serial == "True True False\nFalse False\nTrue True\nFalse True\n"
    heard_s = np.count_nonzero(heard) / RATE
    assert heard_s == pytest.approx(0.2 + 0.4, abs=1e-9)


def test_stopping_a_voice_leaves_the_others(tmp_path):
    _, heard = hear(tmp_path, MIXER + """
mixer.play(tone, voice=0, loop=True)
mixer.play(third, voice=2, loop=True)
time.sleep(0.3)
mixer.stop_voice(0)
time.sleep(0.3)
mixer.voice[2].stop()
time.sleep(0.3)
""")
    first, second = part(heard, 0.02, 0.29), part(heard, 0.32, 0.59)
    assert loudness(first, 220.5) == pytest.approx(loudness(first, 661.5), rel=0.1)
    assert loudness(second, 220.5) < loudness(second, 661.5) / 100
    assert sounding(heard)[1] == pytest.approx(0.6, abs=LATE)


def test_a_wave_file_passes_a_mixer_unchanged_and_is_logged(tmp_path):
    samples = np.random.default_rng(1).integers(-30000, 30000, 5000)
    with wave.open(str(tmp_path / "a.wav"), "wb") as file:
        file.setparams((1, 2, 22050, 0, "NONE", ""))
        file.writeframes(samples.astype("<i2").tobytes())
    portal, heard = hear(tmp_path, MIXER + """
time.sleep(0.1)
mixer.voice[1].play(audiocore.WaveFile("a.wav"))
time.sleep(0.5)
dac.stop()
""")
    start = np.flatnonzero(heard)[0] - np.flatnonzero(samples)[0]
    assert np.array_equal(heard[start:start + 5000], samples)
    (_, kind, seconds, digest), (at, path, length, _) = portal.sounds
    assert (kind, path, length) == ("<Mixer>", "a.wav", pytest.approx(5000 / 22050))
    assert seconds == pytest.approx(0.6, abs=0.01)
    assert at == pytest.approx(start / RATE, abs=0.001)
    assert len(digest) == 16


def test_a_stream_has_no_length_in_the_log_until_it_ends(tmp_path):
    (tmp_path / "code.py").write_text(HEAD + MIXER + "while True: pass")
    portal = run(tmp_path, 0.5)
    [(start, *rest)] = portal.sounds
    assert start == pytest.approx(0, abs=0.003)  # the program's own calls come first
    assert rest == ["<Mixer>", float("inf"), ""]


def test_eight_bits_and_unsigned_samples_are_mixed_too(tmp_path):
    _, heard = hear(tmp_path, """
mixer = audiomixer.Mixer(voice_count=2, sample_rate=22050, channel_count=1, bits_per_sample=8,
                         samples_signed=False)
dac.play(mixer)
mixer.voice[0].level = mixer.voice[1].level = 0.3
mixer.voice[0].play(audiocore.RawSample(bytes([128 + 65] * 2205), sample_rate=22050))
mixer.voice[1].play(audiocore.RawSample(bytes([128 + 65] * 4410), sample_rate=22050))
time.sleep(0.3)
""", 0.3)
    levels = [np.median(part(heard, t, t + 0.05)) for t in (0.02, 0.14, 0.23)]
    # 65 * 0.3 is 19 in eight bits, also before it is added.
    assert levels == [38 * 256, 19 * 256, 0]


def test_a_stereo_mixer_takes_mono_and_pans_it(tmp_path):
    _, heard = hear(tmp_path, """
mixer = audiomixer.Mixer(voice_count=1, sample_rate=22050)
dac.play(mixer)
mixer.voice[0].play(audiocore.RawSample(sine, sample_rate=22050), loop=True)
time.sleep(0.3)
mixer.voice[0].panning = -1
time.sleep(0.3)
""", 0.6)
    assert pitch(part(heard, 0.02, 0.3)) == pytest.approx(220.5, abs=0.5)
    assert np.abs(part(heard, 0.32, 0.6)).max() <= 1


def test_a_mixer_may_play_another_mixer_but_not_itself(tmp_path):
    _, heard = hear(tmp_path, MIXER + """
inner = audiomixer.Mixer(voice_count=1, sample_rate=22050, channel_count=1)
mixer.voice[0].play(inner)
inner.voice[0].play(tone, loop=True)
mixer.voice[1].play(mixer)
mixer.voice[0].play(inner)
inner.voice[0].play(mixer)
mixer.voice[0].play(inner)
inner.voice[0].play(tone, loop=True)
time.sleep(0.5)
""", 0.5)
    assert pitch(part(heard, 0.05, 0.5)) == pytest.approx(220.5, abs=0.5)


def test_playing_a_mixer_stops_its_voices(tmp_path):
    portal, heard = hear(tmp_path, """
mixer = audiomixer.Mixer(voice_count=1, sample_rate=22050, channel_count=1)
mixer.voice[0].play(audiocore.RawSample(sine, sample_rate=22050), loop=True)
dac.play(mixer)
print(mixer.playing)
time.sleep(0.2)
""", 0.2)
    assert portal.serial == "False\n"
    assert not heard.any()


@pytest.mark.parametrize(("sample", "what"), [
    ("audiocore.RawSample(sine, sample_rate=8000)", "sample_rate"),
    ("audiocore.RawSample(sine, sample_rate=22050, channel_count=2)", "channel_count"),
    ("audiocore.RawSample(bytes(10), sample_rate=22050)", "bits_per_sample"),
    ("audiocore.RawSample(array.array('H', [0]), sample_rate=22050)", "signedness"),
])
def test_a_sample_in_another_format_is_refused(tmp_path, sample, what):
    text = error(tmp_path, MIXER + f"mixer.voice[0].play({sample})")
    assert text == f"ValueError: The sample's {what} does not match"


@pytest.mark.parametrize(("call", "text"), [
    ("audiomixer.Mixer(0)", "ValueError: voice_count must be 1-255"),
    ("audiomixer.Mixer(channel_count=3)", "ValueError: channel_count must be 1-2"),
    ("audiomixer.Mixer(bits_per_sample=24)", "ValueError: bits_per_sample must be 8 or 16"),
    ("audiomixer.Mixer(sample_rate=0)", "ValueError: sample_rate must be >= 1"),
    ("audiomixer.Mixer(buffer_size=1 << 30)",
     "MemoryError: memory allocation failed, allocating 1073741824 bytes"),
    ("audiomixer.Mixer().play(1)",
     "TypeError: 'int' object does not support 'protocol_audiosample'"),
    ("audiomixer.Mixer().voice[0].play(None)",
     "TypeError: 'NoneType' object does not support 'protocol_audiosample'"),
    ("mixer = audiomixer.Mixer(); mixer.play(mixer, voice=2)", "ValueError: Invalid voice"),
    ("audiomixer.Mixer().voice[0].level = '1'",
     "TypeError: level must be of type BlockInput, not str"),
    ("mixer = audiomixer.Mixer(); mixer.deinit(); dac.play(mixer)",
     "ValueError: Object has been deinitialized and can no longer be used. "
     "Create a new object."),
])
def test_a_mixer_refuses_what_the_device_refuses(tmp_path, call, text):
    assert error(tmp_path, call) == text


PLAY = """
decoder = audiomp3.MP3Decoder("a.mp3")
dac.play(decoder)
"""


@pytest.fixture
def mp3(tmp_path):
    """Half a second of 440 Hz, then half a second of 880 Hz."""
    soundfile = pytest.importorskip("soundfile")
    moments = np.arange(22050) / 22050
    sound = 0.5 * np.sin(2 * np.pi * np.where(moments < 0.5, 440, 880) * moments)
    soundfile.write(tmp_path / "a.mp3", sound, 22050, format="MP3")


def test_a_file_is_heard(tmp_path, mp3):
    portal, heard = hear(tmp_path, PLAY + """
print(decoder.sample_rate, decoder.bits_per_sample, decoder.channel_count)
time.sleep(0.3)
print(decoder.samples_decoded > 6000, 200 < decoder.rms_level * 576 ** 0.5 < 20000)
time.sleep(0.9)
print(dac.playing)
""", 1.3)
    assert portal.serial == "22050 16 1\nTrue True\nFalse\n"
    assert pitch(part(heard, 0.1, 0.4)) == pytest.approx(440, rel=0.005)
    assert pitch(part(heard, 0.6, 0.9)) == pytest.approx(880, rel=0.005)
    assert np.abs(heard).max() == pytest.approx(16384, rel=0.1)
    [(_, name, seconds, digest)] = portal.sounds
    assert (name, seconds, len(digest)) == ("a.mp3", pytest.approx(1, abs=0.1), 16)


def test_a_loop_repeats(tmp_path, mp3):
    _, heard = hear(tmp_path, PLAY.replace("(decoder)", "(decoder, loop=True)") + "time.sleep(3)",
                    3)
    assert pitch(part(heard, 2.2, 2.4)) == pytest.approx(440, rel=0.005)


def test_a_mixer_plays_a_decoder_that_opens_another_file(tmp_path, mp3):
    portal, heard = hear(tmp_path, """
decoder = audiomp3.MP3Decoder(open("a.mp3", "rb"))
mixer = audiomixer.Mixer(voice_count=1, sample_rate=22050, channel_count=1)
dac.play(mixer)
mixer.voice[0].play(decoder)
time.sleep(0.4)
decoder.open("a.mp3")
print(decoder.samples_decoded, type(decoder.file.read(1)))
mixer.voice[0].play(decoder)
time.sleep(1)
""", 1.5)
    assert portal.serial == "0 <class 'bytes'>\n"
    assert pitch(part(heard, 0.5, 0.8)) == pytest.approx(440, rel=0.005)


def test_closing_the_file_ends_the_sound(tmp_path, mp3):
    _, heard = hear(tmp_path, """
with open("a.mp3", "rb") as file:
    dac.play(audiomp3.MP3Decoder(file))
    time.sleep(0.3)
time.sleep(0.3)
""")
    assert sounding(heard)[1] == pytest.approx(0.3, abs=0.03)


@pytest.mark.parametrize(("call", "text"), [
    ("audiomp3.MP3Decoder('code.py')", "RuntimeError: Failed to parse MP3 file"),
    ("audiomp3.MP3Decoder(3)", "TypeError: file must be a file opened in byte mode"),
    ("audiomp3.MP3Decoder(open('a.mp3'))",
     "TypeError: file must be a file opened in byte mode"),
    ("audiomp3.MP3Decoder('b.mp3')", "OSError: [Errno 2] No such file/directory: b.mp3"),
    ("audiomp3.MP3Decoder('a.mp3').open(1)",
     "TypeError: filepath must be of type str, not int"),
])
def test_a_decoder_refuses_what_the_device_refuses(tmp_path, mp3, call, text):
    assert error(tmp_path, call).replace("'b.mp3'", "b.mp3") == text


def test_without_the_decoder_a_sentence_names_the_package(tmp_path, mp3, monkeypatch):
    monkeypatch.setitem(sys.modules, "soundfile", None)
    assert error(tmp_path, "audiomp3.MP3Decoder('a.mp3')") == (
        "NotImplementedError: MP3 files are decoded by a package that is not installed: "
        "pip install soundfile")
