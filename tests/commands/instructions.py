# SPDX-License-Identifier: MIT
"""Compares the chip's processor with unicorn on a million random instructions.

`python -m tests.commands.instructions [COUNT]`; SEED=… in the environment gives other programs. It
ends with 1 and the first program on which the two differ.
"""

import argparse
import sys

from sim import output
from tests.support import seeds
from tests.support.chip.instructions import Comparison, Difference

MILLION = 1_000_000


def main() -> int:
    parser = argparse.ArgumentParser("instructions", description=__doc__.splitlines()[0])
    parser.add_argument("count", type=int, nargs="?", default=MILLION)
    wanted = parser.parse_args().count
    comparison = Comparison(seeds.FIRST)
    try:
        while comparison.instructions < wanted:
            comparison.batch()
    except Difference as difference:
        print(f"after {comparison.instructions:,} instructions: {difference}", file=sys.stderr)
        return 1
    print(f"{comparison.instructions:,} random instructions gave what unicorn gives")
    return 0


if __name__ == "__main__":
    sys.exit(output.run(main))
