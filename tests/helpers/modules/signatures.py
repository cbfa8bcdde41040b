# SPDX-License-Identifier: MIT
"""Signatures of functions as text, without their types."""

import ast
import inspect

P = inspect.Parameter


def text(signature):
    """A signature without its types."""
    plain = [p.replace(annotation=P.empty, default=_shown(p.default))
             for p in signature.parameters.values()]
    return str(inspect.Signature(plain))


class _Source:
    def __init__(self, source):
        self.source = source

    def __repr__(self):
        return self.source


def _shown(default):
    if default is P.empty:
        return default
    if isinstance(default, ast.AST):
        return _Source(ast.unparse(default))
    simple = isinstance(default, (bool, int, float, str, bytes, tuple, type(None)))
    return _Source(repr(default) if simple else type(default).__name__)
