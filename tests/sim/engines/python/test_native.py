# SPDX-License-Identifier: MIT
"""The board's classes hide their private names, and the simulator its traces in the process."""

import os
import re
import subprocess
import sys
from collections import namedtuple

from sim.engines.python import modules as built_ins
from tests.support.built_in import load_all
from tests.support.paths import ROOT

OF_NAMED_TUPLES = set(dir(namedtuple("Pair", "one two")))


def test_no_class_of_the_board_has_a_private_name_that_a_program_could_write():
    found = {f"{name}.{kind.__name__}.{attribute}" for name, module in load_all().items()
             if built_ins.exists(name)
             for kind in vars(module).values()
             if isinstance(kind, type) and kind.__module__ != "_io"
             for attribute in set(dir(kind)) - OF_NAMED_TUPLES
             if re.fullmatch(r"_[A-Za-z]\w*", attribute)}
    assert not found


def test_the_simulator_adds_no_import_hook_and_loads_numpy_with_one_thread():
    """In a process of its own, which has not imported anything yet."""
    code = """
import os, sys
threads, hooks = [], list(sys.meta_path)
sys.addaudithook(lambda event, args: event == "import" and args[0] == "numpy"
                 and threads.append(os.environ.get("OPENBLAS_NUM_THREADS")))
import sim.engines.python.machine
assert sys.meta_path == hooks
print(threads)
"""
    environment = {name: value for name, value in os.environ.items() if "THREADS" not in name}
    ran = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, check=True,
                         capture_output=True, text=True)
    assert ran.stdout.startswith("['1'"), ran.stdout
