# SPDX-License-Identifier: MIT
"""Parses a program's text, alike on every version of Python.

The grammar is Python 3.11's, except for f-strings: an expression in braces may hold any quotes,
backslashes, comments and new lines, as for the board and from Python 3.12 on. So these expressions
are cut out of the text, parsed apart, and put into the tree.
"""

import ast
import re
import warnings
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, NamedTuple

GRAMMAR = (3, 11)
COMMENT, STRING, NAME = "comment", "string", "name"
OPENED = re.compile(r"(?i:(?P<kind>rb|br|rf|fr|[rbuf])?)(?P<quotes>'''|\"\"\"|'|\")")
OTHERS = re.compile(rf"(?P<{COMMENT}>#[^\n]*)|(?P<{NAME}>[^\W\d]\w*)|\d[\w.]*|[^\S\n]+|.",
                    re.DOTALL)
FORMATTED = re.compile(r"(?i:\b(?:f|rf|fr))['\"]")
ORDINARY = re.compile(r"[^\\{\n'\"]+")
# The signs that end an expression in braces; a conversion only before a specification or the brace.
END = re.compile(r"![rsa](?=[:}])|[:}]")
OPENING, CLOSING = "[{(", "]})"
# The board's tokenizer does not look for parentheses, nor for quotes.
BOARDS_OPENING, BOARDS_CLOSING = "[{", "]}"


class Field(NamedTuple):
    """The place in the text of an expression in braces."""

    start: int
    end: int


class Token(NamedTuple):
    """A part of a program: a comment, a string, a name, or else a number, an operator or a space.

    `fields` are those of an f-string.
    """

    kind: str | None
    start: int
    text: str
    fields: tuple[Field, ...] = ()

    @property
    def end(self) -> int:
        return self.start + len(self.text)


def parse(source: str, name: str = "<unknown>", mode: str = "exec", strict: bool = False) -> Any:
    """Return the tree of a program. Raises SyntaxError.

    With `strict`, an expression in braces ends where it does for the board, as `f"{':'}"` at the
    colon.
    """
    text = with_plain_ends(source)
    if not FORMATTED.search(text):
        return _parsed(text, name, mode)
    return _FormattedText(text, name, strict).tree(mode)


def with_plain_ends(text: str) -> str:
    """Return the text with each end of a line as `\\n`."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _parsed(text: str, name: str, mode: str) -> ast.AST:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the device's compiler gives none
        try:
            return ast.parse(text, name, mode, feature_version=GRAMMAR)
        except SyntaxError as error:
            raise _in_old_words(error, text, mode) from None


NEWER = re.compile(r".* only supported in Python 3\.\d+ and greater")


def _in_old_words(error: SyntaxError, text: str, mode: str) -> SyntaxError:
    """Return the error that Python 3.11 has for newer syntax, else the same one."""
    if NEWER.fullmatch(error.msg):
        with suppress(SyntaxError):
            found = filter(_is_newer, ast.walk(ast.parse(text, mode=mode)))
            line = min(node.lineno for node in found)  # type: ignore[attr-defined]
            return _error("invalid syntax", str(error.filename), line)
    return error


def _is_newer(node: Any) -> bool:
    """Whether it is a type statement, has type parameters, is a t-string, or `except A, B:`."""
    kinds = getattr(node, "type", None) if isinstance(node, ast.ExceptHandler) else None
    has_bare_kinds = isinstance(kinds, ast.Tuple) and kinds.col_offset == kinds.elts[0].col_offset
    return (type(node).__name__ in ("TypeAlias", "TemplateStr") or has_bare_kinds
            or bool(getattr(node, "type_params", ())))


def tokens(text: str, name: str = "<unknown>", strict: bool = False) -> Iterator[Token]:
    """Yield the tokens of a text. A string without an end is one up to where it should end.

    Raises SyntaxError for an expression in braces without an end.
    """
    at = 0
    while at < len(text):
        if opened := OPENED.match(text, at):
            token = _string(text, opened, name, strict)
        else:
            found: Any = OTHERS.match(text, at)
            token = Token(found.lastgroup, at, found[0])
        yield token
        at = token.end


def _string(text: str, opened: re.Match[str], name: str, strict: bool) -> Token:
    start, at, quotes = opened.start(), opened.end(), opened["quotes"]
    fields = []
    while at < len(text) and not text.startswith(quotes, at):
        if "f" in (opened["kind"] or "").lower() and (begin := _begin_of_field(text, at)):
            end = _end_of_field(text, begin, strict)
            if end is None:
                raise _error("f-string: expecting '}'", name, _line(text, start))
            fields.append(Field(begin, end))
            at = end
        elif text[at] == "\n" and len(quotes) == 1:
            return Token(STRING, start, text[start:at])
        else:
            at = _after(text, at)
    return Token(STRING, start, text[start:at + len(quotes)], tuple(fields))


def _begin_of_field(text: str, at: int) -> int:
    """Return the place behind the brace that opens a field at `at`, else 0."""
    at += text.startswith("\\{", at)
    return at + 1 if text[at] == "{" and not text.startswith("{{", at) else 0


def _after(text: str, at: int) -> int:
    """Return the place behind some characters of a string, which hold no end and no field."""
    if text.startswith("\\N{", at):
        return text.find("}", at) + 1 or len(text)
    if text[at] == "\\" or text.startswith("{{", at):
        return at + 2
    found = ORDINARY.match(text, at)
    return found.end() if found else at + 1


def _end_of_field(text: str, at: int, strict: bool) -> int | None:
    opening, closing = (BOARDS_OPENING, BOARDS_CLOSING) if strict else (OPENING, CLOSING)
    depth = 0
    while at < len(text):
        if not depth and END.match(text, at):
            return at
        depth += (text[at] in opening) - (text[at] in closing)
        quoted = None if strict else OPENED.match(text, at)
        at = _string(text, quoted, "", strict).end if quoted else at + 1
    return None


def _error(said: str, name: str, line: int) -> SyntaxError:
    return SyntaxError(said, (name, line, None, None))


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1


class _FormattedText:
    """A text with f-strings."""

    def __init__(self, text: str, name: str, strict: bool):
        self._text = text
        self._name = name
        self._strict = strict
        self._strings = [each for each in tokens(text, name, strict) if each.fields]

    def tree(self, mode: str) -> ast.AST:
        tree = _parsed(self._without_fields(), self._name, mode)
        fields = [(token, field) for token in self._strings for field in token.fields]
        for (string, place), (token, field) in zip(_places(tree), fields, strict=True):
            expression = self._text[field.start:field.end]
            if expression.endswith("="):  # it is also written out
                shown = ast.copy_location(ast.Constant(expression), place)
                string.values.insert(string.values.index(place), shown)
                expression = expression[:-1]
            place.value = self._parsed(expression, token, field)
        return tree

    def _without_fields(self) -> str:
        """Return the text with a name in place of each expression, and as many lines as before."""
        text, parts, done = self._text, [], 0
        for token in self._strings:
            for start, end in token.fields:
                # The name is as long as the expression, so that what follows keeps its column.
                parts += [text[done:start], "_" * max(1, len(text[start:end].encode()))]
                done = end
            lost = sum(text.count("\n", *field) for field in token.fields)
            parts += [text[done:token.end], "\\\n" * lost]
            done = token.end
        return "".join([*parts, text[done:]])

    def _parsed(self, expression: str, token: Token, field: Field) -> ast.expr:
        """Parse an expression. It is in the line in which the string ends, as on the board."""
        line = _line(self._text, token.end)
        before = self._text[self._text.rfind("\n", 0, token.start) + 1:field.start]
        place = "\n" * (line - 1) + " " * (len(before.encode()) - (line == 1))
        try:
            tree = parse(f"({place}{expression})", self._name, "eval", self._strict)
        except SyntaxError:
            raise _error("f-string: invalid syntax", self._name, line) from None
        return tree.body  # type: ignore[no-any-return]


def _places(tree: ast.AST) -> Iterator[tuple[Any, ast.FormattedValue]]:
    """Yield the parts of f-strings that have expressions, each with its parent, as in the text.

    The place of every part is the whole f-string's; only newer versions of Python know better.
    """
    found: list[Any] = []
    left = [tree]
    while left:
        node = left.pop()
        if isinstance(node, ast.JoinedStr):
            found.append(node)
        else:
            left.extend(ast.iter_child_nodes(node))
    for string in sorted(found, key=lambda node: (node.lineno, node.col_offset)):
        for part in ast.walk(string):
            ast.copy_location(part, string)
        yield from _inside(string)


def _inside(string: Any) -> Iterator[tuple[Any, ast.FormattedValue]]:
    """Yield the parts of one f-string. Python 3.12 leaves empty texts between them."""
    if string is None:
        return
    string.values = [part for part in string.values if getattr(part, "value", None) != ""]
    for part in list(string.values):
        if isinstance(part, ast.FormattedValue):
            yield string, part
            yield from _inside(part.format_spec)
