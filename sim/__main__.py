# SPDX-License-Identifier: MIT
"""The entry of the command `pyportal-sim`, in the repository `python -m sim`."""

import sys

from . import interrupt, missing


def main(arguments: list[str] | None = None) -> int | str | None:
    """Run the command line, by default this process's, and return the exit status."""
    if arguments is None:
        interrupt.at_once()
        missing.explain()
    from . import command, output

    return output.run(lambda: command.main(arguments))


if __name__ == "__main__":
    sys.exit(main())
