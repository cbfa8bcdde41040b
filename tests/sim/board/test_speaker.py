# SPDX-License-Identifier: MIT
"""The speaker: what is played, when, and for how long."""



from tests.support.programs.listening import hear, silence, write_wave


def test_a_sound_plays_beside_the_program_until_it_ends_or_is_ended(tmp_path):
    """a.wav is a second of silence, b.wav a fifth of one."""
    write_wave(tmp_path / "a.wav", silence(1.0))
    write_wave(tmp_path / "b.wav", silence(0.2))
    portal, _ = hear(tmp_path, """
a, b = audiocore.WaveFile("/a.wav"), audiocore.WaveFile("b.wav")
def look(*moments):
    for moment in moments:
        time.sleep(moment)
        print(dac.playing, end=" ")
    print(dac.paused)
dac.play(a)
look(0, 0.9, 0.2)
dac.play(a)
time.sleep(0.6)
dac.pause()
look(2)
dac.resume()
look(0.3, 0.2)
dac.play(a)
dac.play(b)
look(0.3)
dac.play(b, loop=True)
look(2)
dac.stop()
look(0)
with open("a.wav", "rb") as file:
    dac.play(audiocore.WaveFile(file))
    look(0)
look(0)
with audiocore.WaveFile("a.wav", bytearray(512)) as sound:
    print(sound.sample_rate, sound.bits_per_sample, sound.channel_count)
    sound.sample_rate = 11025
    dac.play(sound)
    sound.sample_rate = 44100
    look(1.9)
    print(sound.sample_rate)
look(0)
""", 20)
    assert portal.serial.splitlines() == [
        "True True False False", "True True", "True False False", "False False", "True False",
        "False False", "True False", "False False", "22050 16 1", "True False", "44100",
        "False False"]


def test_sounds_are_logged_with_their_start_path_length_and_digest(tmp_path):
    write_wave(tmp_path / "a.wav", silence(1.5))
    write_wave(tmp_path / "b.wav", silence(0.5))
    portal, _ = hear(tmp_path, """
time.sleep(0.5)
sound = audiocore.WaveFile("b.wav")
sound.sample_rate = 11025
for each in audiocore.WaveFile("/a.wav"), sound:
    dac.play(each)
    time.sleep(0.2)
""")
    assert [(round(start, 1), path, seconds) for start, path, seconds, _ in portal.sounds] == [
        (0.5, "a.wav", 1.5), (0.7, "b.wav", 1.0)]
    assert all(len(digest) == 16 for *_, digest in portal.sounds)
