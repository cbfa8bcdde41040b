# SPDX-License-Identifier: MIT
"""Programs that take all the memory they can get, and a run of them in one process.

`python -m tests.support.programs.exhausting DRIVE FOLDER` runs each for a second, and after every
few of them the game on DRIVE. It prints a digest of each game's picture, and one from before.
"""

import hashlib
import sys
from pathlib import Path

from sim import PyPortal
from tests.support import seeds

# So many of them run before the game does.
AT_A_TIME = 4
PATIENCE_S = 2.5
# Blocks of falling sizes, until nothing is left: `{make}` makes one, `{then}` goes on.
HUNT = """
a = []
for size in (1 << 26, 1 << 20, 180_000, 1 << 16, 1 << 12, 256, 32, 1):
    try:
        while True: a.append({make})
    except {error}: pass
{then}
"""
MADE = ("bytearray(size)", "bytes(size)", "b'x' * size", "[a] * size", "'x'.__mul__(size)")
GO_ON = """
import time
while True:
    try:
        time.sleep(0.01)
        a.append(lambda: a)
    except BaseException: pass
"""
LATER = {"MemoryError": "while True: a.append([a])", "BaseException": GO_ON}
HUNTS = [HUNT.format(make=make, error=error, then=LATER[error]) for make in MADE for error in LATER]
# Statements that a loop repeats, catching all errors.
REPEATED = """
import displayio, json
a, d, text = [], {{}}, "x" * 100_000
class K: pass
def numbers():
    x = [0] * 1000
    while True: yield x
def f(*a):
    try: return f(*a, *a, 1)
    except BaseException: return f(*a)
while True:
    try: {deed}
    except BaseException: pass
"""
DEEDS = (
    "a.append(bytearray(1 << 17))", "a.append('x' * 30000)", "a.append([0] * 40000)",
    "a.append(list(map(bytearray, [1000000] * 1000)))", "a.append(bytearray(map(len, [a] * 9999)))",
    "a.append(dict.fromkeys('abcdefgh'))", "a.append(object())", "a.append({len(a): [a]})",
    "a.append(('x ' * 90000).split())", "a.append(displayio.Bitmap(300, 300, 65536))",
    "a.append(displayio.Group())", "a.append(type('K', (), {}))", "d[len(d)] = str(d.__len__)",
    "k = K(); k.last = a; a = k", "text += text", "text = text.replace('x', text)", "f(1)",
    "g = numbers(); next(g); a.append(g)", "a.append(eval(f'lambda: {len(a)}'))",
    "text += '%9000000d' % 1", "a.extend(a or text)", "a.append(json.dumps([text] * 300))",
    "a.append('{:99000000}'.format(1))", "a = [a] * 30000 + a", "a.append(text.encode())",
    "a.append(json.loads('[' + '[],' * 60000 + '[]]'))",
)
ALL = HUNTS + [REPEATED.replace("{deed}", deed).replace("{{}}", "{}") for deed in DEEDS]
# In every run the worst of them, and others; in a soak all.
PROGRAMS = ALL if seeds.IS_NEW else ALL[2::5]


def picture(drive):
    """Return a digest of the game's picture after its first moves."""
    with PyPortal(drive, seed=1) as portal:
        portal.run(5)
        for x, y in ((100, 100), (200, 50)):
            portal.tap(x, y)
            portal.run(1)
        return hashlib.sha256(portal.framebuffer).hexdigest()


def main(drive, folder):
    print(picture(drive))
    for number, text in enumerate(PROGRAMS, 1):
        file = Path(folder, "code.py")
        file.write_text(text, encoding="utf-8")
        with PyPortal(file) as portal:
            portal.patience = PATIENCE_S
            portal.run(1)
        if number % AT_A_TIME == 0:
            print(picture(drive))


if __name__ == "__main__":
    main(*sys.argv[1:])
