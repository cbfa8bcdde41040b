# SPDX-License-Identifier: MIT
"""The core's classes of named values, `digitalio.Pull.UP`."""


class Enumeration:
    """A subclass has a value for each name that it annotates, and no others can be made."""

    _name = ""

    def __init_subclass__(cls) -> None:
        for name in cls.__annotations__:
            value = object.__new__(cls)
            value._name = f"{cls.__module__}.{cls.__name__}.{name}"
            setattr(cls, name, value)

    def __new__(cls) -> "Enumeration":
        raise TypeError(f"cannot create '{cls.__name__}' instances")

    def __repr__(self) -> str:
        return self._name
