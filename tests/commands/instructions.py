# SPDX-License-Identifier: MIT
"""Compares the chip's processor with unicorn on a million random instructions.

`python -m tests.commands.instructions [COUNT]`; SEED=… in the environment gives other programs. It
ends with 1 and the first program on which the two differ.
"""

import sys

from tests.support import seeds
from tests.support.chip.instructions import Comparison, Difference

MILLION = 1_000_000


def main(wanted: int) -> None:
    comparison = Comparison(seeds.FIRST)
    try:
        while comparison.instructions < wanted:
            comparison.batch()
    except Difference as difference:
        sys.exit(f"after {comparison.instructions:,} instructions: {difference}")
    print(f"{comparison.instructions:,} random instructions gave what unicorn gives")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else MILLION)
