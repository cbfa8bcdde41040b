# SPDX-License-Identifier: MIT
"""What CPython's grammar takes and CircuitPython's refuses, each with what to write instead.

Source: MicroPython's compiler (mpy-cross), which is CircuitPython's, probed form by form.
"""

import ast
import io
import tokenize
from collections.abc import Iterator
from typing import Any, NamedTuple

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
# Kinds of nodes, by name since some are unknown to an older Python.
STATEMENTS = {
    "Match": ("match", "if and elif"),
    "TryStar": ("except*", "except"),
    "TypeAlias": ("type statement", "no alias: annotations are not kept"),
}
DECORATOR = ("decorator expression", "a name for it in the line before")
UNPACKING = ("unpacking in a display", "list(a) + [b] or tuple(a) + (b,)")


class Refusal(NamedTuple):
    line: int
    what: str
    use: str


def check(tree: ast.AST, name: str) -> None:
    """Raises SyntaxError for the first form that the device's compiler refuses."""
    _raise([refusal for node in ast.walk(tree) for refusal in of_node(node)], name)


def check_text(text: str, name: str) -> None:
    """The same for what is seen in the text only."""
    _raise(list(of_text(text)), name)


def _raise(refusals: list[Refusal], name: str) -> None:
    if refusals:
        line, what, use = min(refusals)
        message = f"invalid syntax: the device has no {what}, write {use}"
        raise SyntaxError(message, (name, line, None, None))


def of_node(node: ast.AST) -> Iterator[Refusal]:
    for where, what, use in found(node):
        yield Refusal(where.lineno, what, use)  # type: ignore[attr-defined]


def found(node: ast.AST) -> Iterator[tuple[ast.AST, str, str]]:
    """(where, what, what to write instead) for each such form that the node is."""
    if type(node).__name__ in STATEMENTS:
        yield node, *STATEMENTS[type(node).__name__]
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
                    yield item, *UNPACKING
    elif isinstance(node, ast.Dict) and None in node.keys:
        yield node, "unpacking in a dict", "a | b"
    elif isinstance(node, ast.Call) and _starred_after_keyword(node):
        yield node, "* argument after a keyword", "it before the keywords"
    elif isinstance(node, ast.FormattedValue) and node.conversion == ord("a"):
        yield node, "!a in an f-string", "!r"


def _definition(node: ast.AST) -> Iterator[tuple[ast.AST, str, str]]:
    for decorator in node.decorator_list:  # type: ignore[attr-defined]
        name = decorator.func if isinstance(decorator, ast.Call) else decorator
        while isinstance(name, ast.Attribute):
            name = name.value
        if not isinstance(name, ast.Name):
            yield decorator, *DECORATOR
    if getattr(node, "type_params", ()):
        yield node, "type parameters", "none: annotations are not kept"


def _inside(node: Any) -> Iterator[ast.AST]:
    """What a comprehension does in a function of its own: all but finding its first items."""
    first = node.generators[0]
    yield from (first.target, *first.ifs)
    yield from (child for child in ast.iter_child_nodes(node) if child is not first)


def _awaits(node: ast.AST) -> bool:
    """Whether there is an `await` that is not in a function within."""
    if isinstance(node, (ast.Lambda, *COMPREHENSIONS)):
        return False
    return isinstance(node, ast.Await) or any(map(_awaits, ast.iter_child_nodes(node)))


def _starred_after_keyword(call: ast.Call) -> bool:
    keywords = [word.value for word in call.keywords]
    stars = [item for item in call.args if isinstance(item, ast.Starred)]
    return any(_place(star) > _place(word) for star in stars for word in keywords)


def _place(node: ast.expr) -> tuple[int, int]:
    return node.lineno, node.col_offset


def of_text(source: str) -> Iterator[Refusal]:
    """What no tree shows: `with (`, then `as` or a comma one deep, then `):`; `@(`; `\\N{}`."""
    tokens = [token for token in tokenize.generate_tokens(io.StringIO(source).readline)
              if token.type in (tokenize.NAME, tokenize.OP, tokenize.STRING)]
    texts = [token.string for token in tokens]
    for index, token in enumerate(tokens):
        line = token.start[0]
        if token.string == "with" and texts[index + 1] == "(":
            inside, following = _parentheses(texts[index + 1:])
            if following == ":" and {"as", ","} & inside:
                yield Refusal(line, "parenthesised with", "one with in another")
        elif token.string == "@" and texts[index + 1] == "(":
            if not token.line[:token.start[1]].strip():
                yield Refusal(line, *DECORATOR)
        elif token.type == tokenize.STRING and _names_a_letter(token.string):
            yield Refusal(line, "\\N{} in text", "the letter itself or \\u and its number")


def _parentheses(texts: list[str]) -> tuple[set[str], str]:
    """The tokens one deep in the parentheses at the head, and the one that follows them."""
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
