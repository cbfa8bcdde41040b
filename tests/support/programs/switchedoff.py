# SPDX-License-Identifier: MIT
"""Closes the portals of a test at its end.

A portal that waits in its program keeps its memory. Hundreds of them would slow the garbage
collector down.
"""

import contextlib
import weakref
from unittest import mock

from sim import PyPortal


@contextlib.contextmanager
def afterwards():
    """Close the portals that were made in the context and still exist."""
    made = []
    power_on = PyPortal.__init__

    def note(portal, *args, **options):
        power_on(portal, *args, **options)
        made.append(weakref.ref(portal))

    with mock.patch.object(PyPortal, "__init__", note):
        yield
    for portal in filter(None, (each() for each in made)):
        portal.close()
