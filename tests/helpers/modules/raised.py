# SPDX-License-Identifier: MIT
"""Where an exception was raised, and values as text that is never long."""

import ast
import linecache


def innermost(error):
    at = error.__traceback__
    while at.tb_next:
        at = at.tb_next
    return at.tb_frame, at.tb_lineno


def raises(file, line):
    """Whether a `raise` is written there: the exception is meant."""
    tree = ast.parse("".join(linecache.getlines(file)))
    return any(isinstance(node, ast.Raise) and node.lineno <= line <= node.end_lineno
               for node in ast.walk(tree))


def short(value):
    try:
        text = repr(value)
    except Exception:
        text = object.__repr__(value)
    return text if len(text) < 60 else text[:57] + "..."
