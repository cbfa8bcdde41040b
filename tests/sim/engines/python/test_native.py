# SPDX-License-Identifier: MIT
"""The board's classes hide their private names, and the simulator its traces in the process."""

import os
import subprocess
import sys

from tests.support.paths import ROOT


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
