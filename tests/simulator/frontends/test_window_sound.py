# SPDX-License-Identifier: MIT
"""What is heard from the window, on an audio device that keeps the computer's time."""

import pygame
import pytest

TONE = """
import array, audiocore, audioio, board, digitalio, time
amplifier = digitalio.DigitalInOut(board.SPEAKER_ENABLE)
amplifier.switch_to_output(False)
out = audioio.AudioOut(board.SPEAKER)
wave = array.array("B", bytes(range(0, 200, 2)) * 80)
out.play(audiocore.RawSample(wave, sample_rate=8000), loop=True)
time.sleep(0.2)
amplifier.value = True
time.sleep(0.2)
out.pause()
time.sleep(0.2)
out.resume()
time.sleep(0.2)
out.stop()
time.sleep(1)
"""


def test_sound_is_heard_at_its_own_speed_only_and_can_be_muted(open_window):
    _, _, hand = open_window(TONE)
    hand.wait(0.3)
    sound = pygame.mixer.Channel(0).get_sound()
    heard = []
    for key in pygame.K_KP_PLUS, pygame.K_KP_MINUS, pygame.K_m, pygame.K_m:
        hand.key(key)
        hand.wait(1 / 60)
        heard.append(sound.get_volume())
    assert heard == [0, 1, 0, 1]


def test_sound_reaches_the_mixer_and_is_heard_when_the_amplifier_is_on(open_window):
    _, _, hand = open_window(TONE)
    hand.wait(0.1)
    sound = pygame.mixer.Channel(0).get_sound()
    assert sound.get_length() == pytest.approx(1.0, abs=0.01)
    assert sound.get_volume() == 0
    hand.wait(0.2)
    assert sound.get_volume() == 1
    hand.wait(0.6)
    assert not pygame.mixer.Channel(0).get_busy()


def test_sound_stops_at_a_reset_and_is_heard_after_it(open_window):
    _, _, hand = open_window(TONE)
    hand.wait(0.1)
    first = pygame.mixer.Channel(0).get_sound()
    hand.key(pygame.K_r, pygame.KMOD_LCTRL)
    hand.wait(0.1)
    assert pygame.mixer.Channel(0).get_busy()
    assert pygame.mixer.Channel(0).get_sound() is not first


def test_no_audio_device_is_one_line_and_silence(open_window, monkeypatch, capfd):
    monkeypatch.setenv("SDL_AUDIODRIVER", "nonesuch")
    pygame.mixer.quit()
    _, portal, hand = open_window(TONE)
    hand.wait(0.5)
    assert capfd.readouterr().err == "no audio device was found: sounds are not heard\n"
    assert portal.sounds
