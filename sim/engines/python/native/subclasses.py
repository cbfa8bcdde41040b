# SPDX-License-Identifier: MIT
"""Makes a program's class that inherits a built-in one use it as on the board.

There, an object of the built-in class is a part of the program's object. `super().__init__()` makes
it; using it before is an error, and one that is still missing after the class's own `__init__` is
made without arguments (`mp_obj_instance_make_new` in py/objtype.c).
"""

import functools
from collections.abc import Callable
from types import FunctionType
from typing import Any

from .private import hidden, is_hidden

MADE = hidden("_made")
CALL_SUPER = "Call super().__init__() before accessing native object."


def watch(native: Any, is_programs: Callable[[type], bool]) -> None:
    """Prepare the subclasses of a built-in class for which `is_programs` is true."""
    if not isinstance(native.__init__, FunctionType) or _is_watched(native):
        return

    def prepare(cls: type) -> None:
        if is_programs(cls):
            _prepare(cls, native)

    native.__init_subclass__ = classmethod(prepare)


def _is_watched(native: type) -> bool:
    return any("__init_subclass__" in vars(kind) for kind in native.__mro__[:-1])


def _prepare(kind: Any, native: Any) -> None:
    """Let a program's class make its native part late, and refuse to use it before that."""
    _note(native)
    if "__getattr__" in vars(kind) or not hasattr(kind, "__getattr__"):
        kind.__getattr__ = _refusing(vars(kind).get("__getattr__"))
    own = vars(kind).get("__init__")
    if own is None:
        return

    @functools.wraps(own)
    def __init__(self: Any, *arguments: Any, **named: Any) -> None:
        own(self, *arguments, **named)
        if type(self).__init__ is __init__ and not _is_made(self):
            native.__init__(self)

    kind.__init__ = __init__


def _refusing(own: Callable[[Any, str], Any] | None) -> Callable[[Any, str], Any]:
    """Return a `__getattr__` that knows fields of the native part, and asks the class's `own`."""
    def __getattr__(self: Any, name: str) -> Any:
        if is_hidden(name) and not _is_made(self):
            raise NotImplementedError(CALL_SUPER)
        if own and not is_hidden(name):
            return own(self, name)
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

    return __getattr__


def _note(native: Any) -> None:
    """Note on an object that the `__init__` of its built-in class has been called."""
    make = native.__init__
    if getattr(make, "notes", False):
        return

    @functools.wraps(make)
    def __init__(self: Any, *arguments: Any, **named: Any) -> None:
        vars(self)[MADE] = True
        make(self, *arguments, **named)

    native.__init__ = __init__
    native.__init__.notes = True


def _is_made(thing: Any) -> bool:
    return MADE in vars(thing)
