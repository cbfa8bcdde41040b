# SPDX-License-Identifier: MIT
"""numpy's errors in ulab's words."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NoReturn

import numpy as np

AXES = getattr(np, "exceptions", np).AxisError


@contextmanager
def numpys() -> Iterator[None]:
    """Around what numpy does. Not a number is no error, in ulab."""
    try:
        with np.errstate(all="ignore"):
            yield
    except AXES:
        raise ValueError("index out of range") from None
    except IndexError:
        raise IndexError("index is out of bounds") from None
    except np.linalg.LinAlgError:
        raise ValueError("input matrix is singular") from None
    except TypeError:
        raise TypeError("wrong input type") from None
    except (ValueError, OverflowError):
        raise ValueError("operands could not be broadcast together") from None


def refused(name: str) -> Callable[..., NoReturn]:
    """A function that the board has and the simulator has not."""

    def refuse(*_: object, **__: object) -> NoReturn:
        raise NotImplementedError(f"{name} is not simulated: no program that was tried uses it")

    refuse.__name__ = refuse.__qualname__ = name.rpartition(".")[2]
    return refuse
