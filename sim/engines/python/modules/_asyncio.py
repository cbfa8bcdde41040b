# SPDX-License-Identifier: MIT
"""_asyncio: the tasks of Adafruit's `asyncio` and their queue, which are built into the firmware.

Source: `extmod/modasyncio.c`. `asyncio.core` passes each task its globals, which contain `cur_task`
and `_task_queue`.
"""

from collections.abc import Iterator
from typing import Any

from ..native.arguments import of_type
from .supervisor import ticks_ms as _ticks_ms

__all__ = ["CancelledError", "InvalidStateError", "Task", "TaskQueue"]


PERIOD = 1 << 29


class CancelledError(BaseException):
    """Thrown into a task that is cancelled."""


class InvalidStateError(Exception):
    """Raised if a result is not there yet, or is set twice."""


class Task:
    """Runs `coro`.

    `state` is True while it runs unawaited, a TaskQueue while others wait for it, None or False
    when it is done. `data` is then the exception that ended it.
    """

    def __init__(self, coro: Any, globals: dict[str, Any] | None = None):
        self.coro = coro
        self.data: Any = None
        self.state: Any = True
        self.ph_key = 0
        self._names = {} if globals is None else of_type(globals, dict, "globals")

    def done(self) -> bool:
        return not self.state

    def cancel(self) -> bool:
        """Cancel the task, which runs next; returns False if it is done already."""
        if self.done():
            return False
        if self is self._names["cur_task"]:
            raise RuntimeError("can't cancel self")
        task = self
        while isinstance(task.data, Task):
            task = task.data
        queue = self._names["_task_queue"]
        if hasattr(task.data, "remove"):
            task.data.remove(task)
            queue.push(task)
        elif _later(task.ph_key, _ticks_ms()):
            queue.remove(task)
            queue.push(task)
        task.data = CancelledError
        return True

    def __iter__(self) -> "Task":
        if not self.state:
            self.state = False
        elif self.state is True:
            self.state = TaskQueue()
        elif not isinstance(self.state, TaskQueue):
            raise RuntimeError("can't wait")
        return self

    def __await__(self) -> Iterator[None]:
        return self.__iter__()

    def __next__(self) -> None:
        """Let the current task wait for this one, unless this one is done."""
        if not self.state:
            raise self.data or StopIteration
        waiting = self._names.get("cur_task")
        if waiting is None:
            raise KeyError("cur_task")
        self.state.push(waiting)
        waiting.data = self


class TaskQueue:
    """Tasks in the order of their due times, in `supervisor.ticks_ms`, then of their arrival."""

    def __init__(self) -> None:
        self._tasks: list[Task] = []

    def peek(self) -> Task | None:
        return self._tasks[0] if self._tasks else None

    def push(self, task: Task, key: int | None = None) -> None:
        of_type(task, Task, "task")
        task.data = None
        task.ph_key = _ticks_ms() if key is None else key
        place = len(self._tasks)
        while place and _later(self._tasks[place - 1].ph_key, task.ph_key):
            place -= 1
        self._tasks.insert(place, task)

    def pop(self) -> Task:
        if not self._tasks:
            raise IndexError("empty heap")
        return self._tasks.pop(0)

    def remove(self, task: Task) -> None:
        self._tasks = [other for other in self._tasks if other is not task]


def _later(ticks: int, than: int) -> bool:
    """Tell whether `ticks` is later on the wrapping counter, within half a period."""
    return 0 < (ticks - than) % PERIOD < PERIOD // 2
