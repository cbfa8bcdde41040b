# SPDX-License-Identifier: MIT
"""Touch readings to gestures: one press is one gesture, committed on release.

A resistive panel chatters for some 20 ms when it is touched and released, and then reads false
positions. So a press takes three readings in a row that agree and counts at their median, unless
the next two correct it; a release takes two. Sliding off the target cancels, and may begin a drag.
A hold is committed on release too, and becomes a long one if there is none.
"""

from micropython import const

NONE = 0
PRESS = 1
RIPE = 2
TAP = 3
HOLD = 4
CANCEL = 5
LONG = 6
DRAG = 7

_IDLE = const(0)
_PRESSED = const(1)
_RIPE = const(2)
_SPENT = const(3)
_DRAGGED = const(4)

_READINGS = const(3)
_GAPS = const(2)
# So much longer than a hold, a touch asks for the menu.
_LONG_MS = const(1000)
_CHATTER_MS = const(20)
# Readings of one place may be this many pixels apart.
_SPREAD = const(8)
# A stylus may rest this many pixels outside its target: noise and shaky hands.
_SLOP = const(4)


class Gesture:
    """Feed `update` every reading; `x`, `y` is where the present gesture was pressed.

    `target(x, y)` gives the (left, top, right, bottom) of what is there; right and bottom are not
    part of it. While a finger drags, it is at `to`; `grip` is free for the follower's start
    position, and None when a drag begins.
    """

    def __init__(self, target, hold_ms=500):
        self.x = 0
        self.y = 0
        self.to = (0, 0)
        self.grip: tuple | None = None
        self._target = target
        self._drags = False
        self.hold_ms = hold_ms
        self._state = _IDLE
        self._pressed_ms = 0
        self._readings = []
        self._gaps = 0
        self._settled = False
        self._astray_ms = None
        self._bounds = (0, 0, 0, 0)

    def aim(self, target, drags=False):
        """Change to another picture and its targets; a touch that was read before is ignored.

        `drags` tells whether the picture can be dragged.
        """
        self._target = target
        self._drags = drags
        if not self.is_idle():
            self.wait_for_release()

    def wait_for_release(self):
        """Ignore a present touch."""
        self._state = _SPENT

    def ignore(self, point):
        """Ignore the touch of this reading, as it is not meant for what comes next."""
        if point is not None:
            self.wait_for_release()

    def is_idle(self):
        """Whether readings without a touch change nothing."""
        return self._state == _IDLE and not self._readings

    def is_down(self):
        """Whether a press is under way that is not decided yet."""
        return self._state in (_PRESSED, _RIPE)

    def update(self, point, now_ms):
        """Take a reading, (x, y) or None; returns a gesture or NONE."""
        if point is None:
            return self._untouched()
        self._gaps = 0
        if self._state == _IDLE:
            return self._touched(point, now_ms)
        if self._state == _SPENT:
            return NONE
        if self._state == _DRAGGED:
            return self._drag(point)
        return self._held(point, now_ms)

    def _held(self, point, now_ms):
        if not self._settled:
            return self._settle(point)
        if self._has_slid_off(point, now_ms):
            self._state = _DRAGGED if self._drags else _SPENT
            return CANCEL
        return self._ripen(now_ms)

    def _touched(self, point, now_ms):
        if not self._readings:
            self._pressed_ms = now_ms
            self._settled = False
        self._readings.append(point)
        if len(self._readings) < _READINGS:
            return NONE
        if not self._agree():
            self._readings.pop(0)
            return NONE
        return self._press()

    def _agree(self):
        """Whether the readings are close together."""
        across = [point[0] for point in self._readings]
        down = [point[1] for point in self._readings]
        return max(max(across) - min(across), max(down) - min(down)) <= _SPREAD

    def _press(self):
        first, second, third = self._readings
        self.x = _median(first[0], second[0], third[0])
        self.y = _median(first[1], second[1], third[1])
        self._readings.clear()
        self._bounds = self._target(self.x, self.y)
        self._astray_ms = None
        self.grip = None
        self._state = _PRESSED
        return PRESS

    def _settle(self, point):
        """Restart the press once if the next two readings are both elsewhere."""
        self._settled = self._is_inside(point, 0)
        if self._settled:
            self._readings.clear()
            return NONE
        self._readings.append(point)
        self._settled = len(self._readings) == _GAPS
        if not self._settled:
            return NONE
        self._state = _IDLE
        return CANCEL

    def _drag(self, point):
        """Count a reading when two more follow: a touch's last ones may be false."""
        self._readings.append(point)
        if len(self._readings) < _READINGS:
            return NONE
        self.to = self._readings.pop(0)
        return DRAG

    def _untouched(self):
        """Ignore one missing reading in a press; before it, restart the count."""
        self._readings.clear()
        self._gaps += 1
        if self._gaps < _GAPS:
            return NONE
        ended = self._state
        self._state = _IDLE
        if ended == _PRESSED:
            return TAP
        return HOLD if ended == _RIPE else NONE

    def _has_slid_off(self, point, now_ms):
        """Whether the touch has been outside its target for longer than chatter lasts."""
        if self._is_inside(point, _SLOP):
            self._astray_ms = None
            return False
        if self._astray_ms is None:
            self._astray_ms = now_ms
        return now_ms - self._astray_ms > _CHATTER_MS

    def _is_inside(self, point, slop):
        left, top, right, bottom = self._bounds
        return left - slop <= point[0] < right + slop and top - slop <= point[1] < bottom + slop

    def _ripen(self, now_ms):
        held_ms = now_ms - self._pressed_ms
        if self._state == _PRESSED and held_ms >= self.hold_ms:
            self._state = _RIPE
            return RIPE
        if self._state == _RIPE and held_ms >= self.hold_ms + _LONG_MS:
            self._state = _SPENT
            return LONG
        return NONE


def _median(a, b, c):
    return max(min(a, b), min(max(a, b), c))
