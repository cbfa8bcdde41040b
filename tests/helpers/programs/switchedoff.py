# SPDX-License-Identifier: MIT
"""A test's portals are switched off at its end: one that waits in its program keeps all it has.

The suite's process would otherwise fill with hundreds of machines, which Python's collector visits
again and again.
"""

import contextlib
import weakref
from unittest import mock

from sim import PyPortal


@contextlib.contextmanager
def afterwards():
    """Close, at the end, what portals were made meanwhile and are still there."""
    made = []
    power_on = PyPortal.__init__

    def note(portal, *args, **options):
        power_on(portal, *args, **options)
        made.append(weakref.ref(portal))

    with mock.patch.object(PyPortal, "__init__", note):
        yield
    for portal in filter(None, (each() for each in made)):
        portal.close()
