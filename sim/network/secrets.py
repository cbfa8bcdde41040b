# SPDX-License-Identifier: MIT
"""What of a request must not be kept: keys, passwords and tokens, wherever they stand."""

import json
import re
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from .request import Request

HIDDEN = "hidden"
_NAME = re.compile(r"pass|secret|token|appid|auth|sig$|(^|[_-])key|apikey|cookie", re.IGNORECASE)
# Shorter ones would hide half of what is said.
SHORTEST = 4


def without(path: str) -> str:
    """A path whose query keeps its secrets' names and not their values."""
    parts = urlsplit(path)
    pairs = parse_qsl(parts.query, keep_blank_values=True)
    if not any(_NAME.search(name) for name, _ in pairs):
        return path
    safe = [(name, HIDDEN if _NAME.search(name) else value) for name, value in pairs]
    return urlunsplit(parts._replace(query=urlencode(safe)))


def of(request: Request) -> set[str]:
    """The values in headers, query and body that look like secrets by their names."""
    pairs = [*request.headers.items(), *request.query.items(), *_in_body(request)]
    values = {value.partition(" ")[2] or value if name == "authorization" else value
              for name, value in pairs if _NAME.search(name)}
    return {value for value in values if len(value) >= SHORTEST}


def blot(text: bytes, secrets: set[str]) -> bytes:
    """Each secret that a host sends back is covered, its length kept."""
    for secret in sorted(secrets, key=len, reverse=True):
        text = text.replace(secret.encode(), b"*" * len(secret.encode()))
    return text


def _in_body(request: Request) -> list[tuple[str, str]]:
    try:
        return list(_leaves("", json.loads(request.body)))
    except ValueError:
        return parse_qsl(request.text)


def _leaves(name: str, value: Any) -> list[tuple[str, str]]:
    if isinstance(value, dict):
        return [leaf for key, part in value.items() for leaf in _leaves(str(key), part)]
    if isinstance(value, list):
        return [leaf for part in value for leaf in _leaves(name, part)]
    return [(name, str(value))]
