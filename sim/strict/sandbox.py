# SPDX-License-Identifier: MIT
"""What a strict machine gives its program: narrower built-in names, modules and a call stack.

The program's code has been rewritten by `sim.strict.transform` and calls these by their hidden
names. One sandbox belongs to one machine; nothing of the host's is changed.
"""

import builtins
from collections.abc import Callable
from types import ModuleType
from typing import Any

from ..native.counting import counting
from ..native.private import is_hidden
from . import pystack, sequences
from .attributes import Attributes, settable
from .builtin_names import builtin_names, positional
from .disguise import disguised
from .floats import divisor, narrow
from .modules import narrow_module
from .order import Order
from .transform import HIDDEN


class Sandbox:
    """`builtins` are the names that a program finds, besides those of the machine itself.

    `setting` looks up a key of settings.toml, None if it is not there; `beat` lets time pass.
    """

    def __init__(self, seed: int, setting: Callable[[str], object], beat: Callable[[], None]):
        self._setting = setting
        self._order = Order(seed)
        self._attributes = Attributes()
        self.builtins = builtin_names(self._order, self._attributes, beat)
        self._dict = self.builtins["dict"]
        self.builtins.update({HIDDEN + name: value for name, value in self._hidden().items()})
        self.builtins.update(self.call_stack(pystack.SIZE))

    def _hidden(self) -> dict[str, Any]:
        return {
            "attribute": self._attributes.load,
            "dict": self._dict,
            "divisor": divisor,
            "errno": self._attributes.errno,
            "format": self._attributes.format,
            "loop": counting,
            "members": self._members,
            "method": self._attributes.method,
            "narrow": narrow,
            "positional": positional,
            "range": builtins.range,
            "searched": sequences.searched,
            "set": self.builtins["set"],
            "settable": settable,
            "sort": self._sort,
            "stepped": sequences.stepped,
            "target": sequences.target,
        }

    def call_stack(self, size: int) -> dict[str, Any]:
        """The names that meter an empty stack of that many bytes."""
        self.enter, self.leave = pystack.meter(size)
        return {HIDDEN + "enter": self.enter, HIDDEN + "leave": self.leave}

    def configured_stack(self) -> dict[str, Any]:
        """The same, of the size that settings.toml asks for."""
        text = str(self._setting(pystack.SIZE_KEY) or "")
        return self.call_stack(int(text) if text.isdecimal() else pystack.SIZE)

    def narrow_module(self, module: Any) -> Any:
        """A built-in module as the program sees it; one that refuses is left as it is."""
        return narrow_module(module, self._dict) if type(module) is ModuleType else module

    def _members(self, value: Any) -> Any:
        members = self._attributes.load(value, "__dict__")
        return self._dict({name: members[name] for name in members if not is_hidden(name)})

    def _sort(self, value: Any) -> Any:
        """`value.sort`."""
        if not isinstance(value, list):
            return self._attributes.load(value, "sort")

        def sort(*, key: Any = None, reverse: bool = False) -> None:
            value[:] = self.builtins["sorted"](value, key=key, reverse=reverse)

        return disguised(sort, "sort")
