# SPDX-License-Identifier: MIT
"""Downloads the official CircuitPython that a published page carries, with its licence.

tools/carried.toml pins its version, size and digest, and nothing else is published. The command
`python -m tools.carried VERSION` downloads a release, checks it and pins it.
"""

import argparse
import hashlib
import re
import sys
import tomllib
import urllib.error
import urllib.request
from pathlib import Path
from typing import NamedTuple

from sim import output
from sim.engines.firmware import releases
from tools import boardfacts

PINS = Path(__file__).with_suffix(".toml")
SOURCES = "https://raw.githubusercontent.com"
PROJECT = "adafruit/circuitpython"
LICENCE = "LICENSE"
# The licence, MIT, asks that these stand in all copies.
GRANT = "Permission is hereby granted", "Copyright"
TIMEOUT_S = 30
NOTICE = """This page carries CircuitPython {version}, unchanged, as Adafruit publishes it:

{file}
{bytes} bytes, SHA-256 {sha256}
from {address}
Source: https://github.com/{project}/tree/{version}

Its licence:

{licence}"""


class Pin(NamedTuple):
    """`sha256` is "" for a release that was not looked at yet."""

    version: str
    bytes: int
    sha256: str


class Carried(NamedTuple):
    """A firmware's file, and the text that has to stand beside it."""

    file: Path
    notice: str


def pinned(path: Path = PINS) -> Pin:
    return Pin(**tomllib.loads(path.read_text(encoding="utf-8")))


def get(pin: Pin, site: str = releases.SITE, sources: str = SOURCES) -> Carried:
    """Download the pinned release and its licence. Raises ValueError with a sentence."""
    firmware = releases.download(pin.version, boardfacts.BOARD, site)
    found = pin_of(firmware)
    if found != pin:
        firmware.path.unlink()
        raise ValueError(f"{firmware.path.name} from {site} has {found.bytes:,} bytes and the "
                         f"SHA-256 {found.sha256}, and {PINS.name} pins {pin.bytes:,} bytes and "
                         f"{pin.sha256}: nothing is published")
    address = f"{site}/bin/{boardfacts.BOARD}/en_US/{firmware.path.name}"
    return Carried(firmware.path, NOTICE.format(
        **pin._asdict(), file=firmware.path.name, address=address, project=PROJECT,
        licence=licence(pin.version, sources)))


def pin_of(firmware: releases.Firmware) -> Pin:
    data = firmware.path.read_bytes()
    return Pin(firmware.version, len(data), hashlib.sha256(data).hexdigest())


def licence(version: str, sources: str = SOURCES) -> str:
    """Return the licence of a version. Raises ValueError where it cannot be had."""
    url = f"{sources}/{PROJECT}/{version}/{LICENCE}"
    try:
        with urllib.request.urlopen(url, timeout=TIMEOUT_S) as answer:
            text: str = answer.read().decode("utf-8")
    except (OSError, ValueError) as error:
        reason = getattr(error, "reason", error)
        raise ValueError(f"{url} cannot be read ({reason}): without its licence CircuitPython is "
                         "not published") from None
    if not all(words in text for words in GRANT):
        raise ValueError(f"{url} holds no MIT licence: nothing is published")
    return text


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.carried", description=__doc__)
    parser.add_argument("version", metavar="VERSION", help="such as 10.2.1")
    parser.add_argument("--site", default=releases.SITE, metavar="URL", help="another host")
    given = parser.parse_args(arguments)
    try:
        pin = pin_of(releases.download(given.version, boardfacts.BOARD, given.site))
        PINS.write_text(pinning(PINS.read_text(encoding="utf-8"), pin), encoding="utf-8")
    except (ValueError, OSError) as error:
        output.complain(error)
        return 1
    print(f"{PINS} pins CircuitPython {pin.version}: {pin.bytes:,} bytes, SHA-256 {pin.sha256}")
    return 0


def pinning(text: str, pin: Pin) -> str:
    """Return the text of the file with another pin."""
    for name, value in pin._asdict().items():
        shown = f'"{value}"' if isinstance(value, str) else value
        text = re.sub(f"^{name} = .*$", f"{name} = {shown}", text, flags=re.MULTILINE)
    return text


if __name__ == "__main__":
    sys.exit(output.run(main))
