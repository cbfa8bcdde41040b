# SPDX-License-Identifier: MIT
"""What the window and the terminal have in common: keys go to the console, saved files restart
the program, recordings and nvm go to their files.
"""

from collections.abc import Callable
from dataclasses import dataclass

from .keyboard import Keyboard
from .player import Player
from .recorder import Recorder
from .reloader import Reloader


@dataclass
class Session:
    """`keep` saves nvm. Without a `reloader`, saving a file does nothing."""

    player: Player
    keyboard: Keyboard
    recorder: Recorder
    keep: Callable[[], None]
    reloader: Reloader | None = None

    def turn(self) -> None:
        """Called every frame."""
        keys = self.keyboard.read()
        if keys:
            self.player.do("keys", keys)
        if self.reloader:
            self.reloader.turn()
        self.recorder.look()
        self.keep()
