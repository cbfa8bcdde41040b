"""Tools that make what the game needs, and put it on the device. None of them runs there."""
