# SPDX-License-Identifier: MIT
"""The command `pyportal-sim new NAME`: writes a folder with a program to begin with, its test, its
parts, a workflow that runs the test, and Visual Studio Code's settings to run, debug and test it.
"""

import json
import shutil
import subprocess
from importlib import metadata
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

from ..board.boards import definition
from ..errors import UserError
from .options import COMMAND, Parser

CODE = '''import board
import terminalio
from adafruit_display_text.label import Label
from adafruit_touchscreen import Touchscreen

wires = board.TOUCH_XL, board.TOUCH_XR, board.TOUCH_YD, board.TOUCH_YU
screen = Touchscreen(*wires, calibration=((9000, 59000), (8000, 57000)), size=(320, 240))
label = Label(terminalio.FONT, text="0 taps", scale=4, x=88, y=120)
board.DISPLAY.root_group = label

taps = 0
while True:
    if screen.touch_point:
        taps += 1
        label.text = "{} taps".format(taps)
        print(taps, "taps")
        while screen.touch_point:
            pass
'''
TEST = '''def test_counts_taps(pyportal):
    portal = pyportal("code.py")
    portal.run(2)
    for _ in range(3):
        portal.tap(160, 120)
    assert portal.serial == "1 taps\\n2 taps\\n3 taps\\n"
'''
PARTS = '''# This file says what is plugged into the board. Take the # from a line to use it.

[board]
light = 0.3          # in the room, 0.0 to 1.0
temperature = 23     # in degrees Celsius

# A sensor on the connector I2C, read with adafruit_sht4x. An unknown kind is
# refused with a list of all kinds.
#[sht4x]
#temperature = 21.5
#humidity = 40

# A button on the connector D3.
#[button]
#pin = "D3"
'''
WORKFLOW = '''name: test
on: [push, pull_request]
env:
  SIMULATOR: "{address}"  # where pip finds pyportal-sim: git+https:// and its repository
jobs:
  test:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-python@v5
        with:
          python-version: "3.14"
      - run: test -n "$SIMULATOR" || {{ echo "SIMULATOR is empty in test.yml"; exit 2; }}
      - run: python -m pip install "$SIMULATOR" pytest
      - run: pytest
'''
SETTINGS = '''{
    "python.testing.pytestEnabled": true,
    "python.analysis.extraPaths": ["lib"]
}
'''
TASKS = '''{
    "version": "2.0.0",
    "tasks": [
        {
            "label": "PyPortal: run",
            "type": "process",
            "command": "pyportal-sim",
            "args": ["code.py"],
            "group": { "kind": "build", "isDefault": true },
            "problemMatcher": []
        },
        {
            "label": "PyPortal: wait for the debugger",
            "type": "process",
            "command": "pyportal-sim",
            "args": ["code.py", "--debug"],
            "isBackground": true,
            "problemMatcher": {
                "pattern": { "regexp": "^$" },
                "background": {
                    "activeOnStart": true,
                    "beginsPattern": "^$",
                    "endsPattern": "waiting for a debugger"
                }
            }
        },
        {
            "label": "PyPortal: test",
            "type": "process",
            "command": "pytest",
            "args": [],
            "group": { "kind": "test", "isDefault": true },
            "problemMatcher": []
        }
    ]
}
'''
LAUNCH = '''{
    "version": "0.2.0",
    "configurations": [
        {
            "name": "PyPortal",
            "type": "debugpy",
            "request": "attach",
            "connect": { "host": "127.0.0.1", "port": 5678 },
            "preLaunchTask": "PyPortal: wait for the debugger"
        }
    ]
}
'''
FILES = {
    "code.py": CODE,
    "test_code.py": TEST,
    "parts.toml": PARTS,
    ".vscode/settings.json": SETTINGS,
    ".vscode/tasks.json": TASKS,
    ".vscode/launch.json": LAUNCH,
    ".gitignore": "__pycache__/\n.pytest_cache/\nboot_out.txt\n*-computed.png\n",
}


def _files() -> dict[str, str]:
    """Return the files' texts, with what depends on this computer's installation."""
    workflow = WORKFLOW.format(address=_address())
    return {**FILES, ".github/workflows/test.yml": workflow, "typings/board/__init__.pyi": _pins()}


def _address() -> str:
    """Return where pip took the simulator from, for pip on another computer; "" if unknown."""
    try:
        record = metadata.distribution("pyportal-sim").read_text("direct_url.json")
    except metadata.PackageNotFoundError:
        return ""
    about = json.loads(record or "{}")
    url = str(about.get("url", ""))
    if "vcs_info" in about:
        return f"git+{url}"
    return _origin(url2pathname(urlsplit(url).path)) if url.startswith("file:") else url


def _origin(folder: str) -> str:
    """Return the address that a folder was cloned from; "" unless any computer can reach it."""
    git = ["git", "--git-dir", f"{folder}/.git", "remote", "get-url", "origin"]
    try:
        done = subprocess.run(git, capture_output=True, text=True, check=False)
    except OSError:
        return ""
    url = done.stdout.strip()
    return f"git+{url}" if url.startswith("https://") else ""


def _pins() -> str:
    """Return the types of the PyPortal's pins, for the checker of Visual Studio Code."""
    return definition("pyportal").replace("displayio.Display", "busdisplay.BusDisplay").replace(
        "import displayio", "import busdisplay")


def _write(folder: Path) -> None:
    for name, text in _files().items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


def main(arguments: list[str]) -> int:
    """Raises UserError."""
    parser = Parser(prog=f"{COMMAND} new",
                    description="Writes a program to begin with, its test and settings.")
    parser.add_argument("name", type=Path, metavar="NAME", help="the folder to make")
    folder: Path = parser.parse_args(arguments).name
    try:
        folder.mkdir(parents=True)
    except FileExistsError:
        raise UserError(f"{folder} exists: name a new folder") from None
    except OSError as error:
        raise UserError(f"cannot write {folder}: {error.strerror}") from None
    try:
        _write(folder)
    except OSError as error:
        shutil.rmtree(folder, ignore_errors=True)
        raise UserError(f"cannot write {folder}: {error.strerror}") from None
    print(f"{folder} has a program, code.py, and its test: `{COMMAND} {folder / 'code.py'}` runs "
          f"it, `pytest {folder}` tests it")
    return 0
