# SPDX-License-Identifier: MIT
"""The names of a module as its program sees them, in what `globals` returns."""

from collections.abc import Iterator, MutableMapping
from typing import Any
from weakref import WeakValueDictionary

from .classes import disguised

BUILTINS = "__builtins__"
# The names that CPython needs, or adds, in a module.
CPYTHONS = frozenset([BUILTINS, "__warningregistry__"])


class Names(MutableMapping[str, Any]):
    """Passes for the dict of a module, without the names of CPython."""

    def __init__(self, names: dict[str, Any]):
        self.names = names

    def __getitem__(self, name: str) -> Any:
        if name in CPYTHONS:
            raise KeyError(name)
        return self.names[name]

    def __setitem__(self, name: str, value: Any) -> None:
        self.names[name] = value

    def __delitem__(self, name: str) -> None:
        del self.names[name]

    def __iter__(self) -> Iterator[str]:
        return (name for name in list(self.names) if name not in CPYTHONS)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __repr__(self) -> str:
        return repr(dict(self))


disguised(Names, "dict")
_made: WeakValueDictionary[int, Names] = WeakValueDictionary()


def names_of(names: dict[str, Any]) -> Names:
    """Return the one view of a module's dict."""
    made = _made.get(id(names))
    if made is None:
        made = _made[id(names)] = Names(names)
    return made
