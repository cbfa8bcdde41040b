# SPDX-License-Identifier: MIT
"""Refuses the syntax that CircuitPython lacks, and says what to write instead.

Source: experiments with MicroPython's compiler (mpy-cross), which is CircuitPython's.
"""

import ast
from collections.abc import Iterator
from typing import Any, NamedTuple

from .parser import COMMENT, STRING, Token, tokens

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
STATEMENTS: dict[type[ast.AST], tuple[str, str]] = {
    ast.Match: ("match", "if and elif"),
    ast.TryStar: ("except*", "except"),
}
DECORATOR = ("decorator expression", "a name for it in the line before")
UNITING = ("unpacking in a set", "set(a) | {b}")
UNPACKING = ("unpacking in a display", "list(a) + [b] or tuple(a) + (b,)")


class Refusal(NamedTuple):
    line: int
    what: str
    use: str


def check(tree: ast.AST, name: str) -> None:
    """Raise SyntaxError for the first node that the device's compiler refuses."""
    _raise([Refusal(where.lineno, what, use)  # type: ignore[attr-defined]
            for node in ast.walk(tree) for where, what, use in found(node)], name)


def check_text(text: str, name: str) -> None:
    """Raise SyntaxError for the first refused form that only the text shows."""
    _raise(list(found_in_text(text)), name)


def _raise(refusals: list[Refusal], name: str) -> None:
    if refusals:
        line, what, use = min(refusals)
        message = f"invalid syntax: the device has no {what}, write {use}"
        raise SyntaxError(message, (name, line, None, None))


def found(node: ast.AST) -> Iterator[tuple[ast.AST, str, str]]:
    """Yield (node, refused form, what to write instead) for each refused form of this node."""
    if type(node) in STATEMENTS:
        yield node, *STATEMENTS[type(node)]
    elif isinstance(node, (*FUNCTIONS, ast.Lambda)) and node.args.posonlyargs:
        yield node, "positional-only /", "plain parameters"
    elif isinstance(node, COMPREHENSIONS):
        if any(part.is_async for part in node.generators) or any(map(_awaits, _inside(node))):
            yield node, "async comprehension", "an async for loop"
    else:
        yield from _displays(node)
    if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
        yield from _definition(node)


def _displays(node: ast.AST) -> Iterator[tuple[ast.AST, str, str]]:
    if isinstance(node, (ast.List, ast.Tuple, ast.Set)):
        if isinstance(getattr(node, "ctx", ast.Load()), ast.Load):
            for item in node.elts:
                if isinstance(item, ast.Starred):
                    yield item, *(UNITING if isinstance(node, ast.Set) else UNPACKING)
    elif isinstance(node, ast.Dict) and None in node.keys:
        yield node, "unpacking in a dict", "a | b"
    elif isinstance(node, ast.Call) and _starred_after_keyword(node):
        yield node, "* argument after a keyword", "it before the keywords"
    elif isinstance(node, ast.FormattedValue) and node.conversion == ord("a"):
        yield node, "!a in an f-string", "!r"
    elif isinstance(node, ast.FormattedValue) and _has_text_with_braces(node.value):
        yield node, "f-string in an f-string", "a name for the inner one"


def _has_text_with_braces(value: ast.expr) -> bool:
    return any(isinstance(part, ast.JoinedStr) for part in ast.walk(value))


def _definition(node: ast.AST) -> Iterator[tuple[ast.AST, str, str]]:
    for decorator in node.decorator_list:  # type: ignore[attr-defined]
        name = decorator.func if isinstance(decorator, ast.Call) else decorator
        while isinstance(name, ast.Attribute):
            name = name.value
        if not isinstance(name, ast.Name):
            yield decorator, *DECORATOR


def _inside(node: Any) -> Iterator[ast.AST]:
    """Yield the parts that run in the comprehension's own function: all but its first iterable."""
    first = node.generators[0]
    yield from (first.target, *first.ifs)
    yield from (child for child in ast.iter_child_nodes(node) if child is not first)


def _awaits(node: ast.AST) -> bool:
    """Tell whether the node contains an `await` outside any inner function."""
    if isinstance(node, (ast.Lambda, *COMPREHENSIONS)):
        return False
    return isinstance(node, ast.Await) or any(map(_awaits, ast.iter_child_nodes(node)))


def _starred_after_keyword(call: ast.Call) -> bool:
    keywords = [word.value for word in call.keywords]
    stars = [item for item in call.args if isinstance(item, ast.Starred)]
    return any(_place(star) > _place(word) for star in stars for word in keywords)


def _place(node: ast.expr) -> tuple[int, int]:
    return node.lineno, node.col_offset


def found_in_text(source: str) -> Iterator[Refusal]:
    """Yield the refused forms that no tree shows: `with (a as b):`, `@(`, `\\N{}`."""
    found = [token for token in tokens(source, strict=True)
             if token.kind != COMMENT and not token.text.isspace()]
    texts = [*(token.text for token in found), ""]
    for index, token in enumerate(found):
        if token.text == "with" and texts[index + 1] == "(":
            inside, following = _parentheses(texts[index + 1:])
            if following == ":" and {"as", ","} & inside:
                yield Refusal(_line(source, token), "parenthesised with", "one with in another")
        elif token.text == "@" and texts[index + 1] == "(":
            if not source[source.rfind("\n", 0, token.start) + 1:token.start].strip():
                yield Refusal(_line(source, token), *DECORATOR)
        elif token.kind == STRING and _names_a_letter(token.text):
            yield Refusal(_line(source, token), "\\N{} in text",
                          "the letter itself or \\u and its number")


def _line(source: str, token: Token) -> int:
    return source.count("\n", 0, token.start) + 1


def _parentheses(texts: list[str]) -> tuple[set[str], str]:
    """Return the tokens directly inside the leading parentheses, and the token after them."""
    depth = 0
    inside = set()
    for index, text in enumerate(texts):
        depth += (text in "([{") - (text in ")]}")
        if depth == 1:
            inside.add(text)
        if depth == 0:
            return inside, texts[index + 1]
    return inside, ""


def _names_a_letter(literal: str) -> bool:
    prefix = literal[:literal.index(literal[-1])].lower()
    return not set(prefix) & set("rb") and "\\N{" in literal.replace("\\\\", "")


# CPython's sentences, and the board's where these are not "invalid syntax".
INDENTS = {"unexpected indent": "unexpected indent",
           "unindent does not match any outer indentation level":
               "unindent doesn't match any outer indent level"}


def worded(error: SyntaxError) -> SyntaxError:
    """Return the error as the board words it; a note tells CPython's words."""
    words = INDENTS.get(error.msg, "invalid syntax")
    kind = IndentationError if error.msg in INDENTS else SyntaxError
    made = kind(words, (error.filename, error.lineno, None, None))
    if words != error.msg:
        made.add_note(f"{error.filename} line {error.lineno}: {error.msg}")
    return made
