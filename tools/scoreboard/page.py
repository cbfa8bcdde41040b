# SPDX-License-Identifier: MIT
"""The scoreboard's pages as plain HTML that is readable on a phone, with every name escaped."""

import json
from collections.abc import Sequence
from html import escape

from minesweeper.board import presets
from tools.scoreboard.referee import Played
from tools.scoreboard.store import Kept, Size, Store

RANKS, LATEST = 10, 20
# Sizes of custom boards with a ranking on the first page, and with a link.
SIZES, LINKS = 10, 200
HEAD = """<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title><link rel="stylesheet" href="/style.css"></head><body><main>
<h1>{title}</h1>
"""
TAIL = "</main></body></html>\n"
TABLE = """<section><h2>{heading}</h2><div class="wide"><table>
<thead><tr>{head}</tr></thead><tbody>
{rows}
</tbody></table></div></section>
"""


def board(store: Store) -> str:
    """Return the page with the fastest wins of each preset and size, and the latest games."""
    sizes = store.sizes(SIZES + LINKS)
    parts = [_ranking(store, name.capitalize(), name, size)
             for name, *size in (preset[:4] for preset in presets.ALL)]
    parts += [_custom(store, size) for size in sizes[:SIZES]]
    parts += [_links(sizes[SIZES:])] if sizes[SIZES:] else []
    latest = store.latest(LATEST)
    parts += [_latest(latest)] if latest else ["<p>No game was posted yet.</p>"]
    return HEAD.format(title="Minesweeper scoreboard") + "".join(parts) + TAIL


def ranking(store: Store, size: Size) -> str:
    """Return the page of a size of custom boards, "" if no game on such a board counts."""
    games = _custom(store, size)
    head = HEAD.format(title="Minesweeper scoreboard")
    return head + games + '<p><a href="/">Scoreboard</a></p>' + TAIL if games else ""


def game(kept: Kept, played: Played) -> str:
    """Return the page that plays a game back; its script gets the frames as JSON."""
    claim = kept.claim
    size = _size((played.width, played.height, played.mines))
    told = (f"{escape(claim.player)}, {size}, "
            f"{'won' if claim.won else 'lost'} after {seconds(claim.ms)} s, 3BV {claim.value}. "
            f"Board number {escape(claim.number)}.")
    remarks = _remarks(kept)
    frames = json.dumps({"width": played.width, "height": played.height, "frames": played.frames})
    safe = frames.replace("<", "\\u003c")
    return (HEAD.format(title=f"{played.name.capitalize()}, game {kept.id}")
            + f"<p>{told}{' ' if remarks else ''}{remarks}</p>"
            '<div class="wide"><div id="board" role="img" aria-label="The board"></div></div>'
            '<p><button id="play" type="button">Play</button> '
            '<label>Speed <select id="speed"><option value="1">1×</option>'
            '<option value="4">4×</option><option value="16">16×</option></select></label> '
            '<output id="clock">0.0 s</output></p>'
            '<p><label>Move <input id="move" type="range" min="0" value="0"></label></p>'
            "<noscript><p>Playing a game back needs JavaScript.</p></noscript>"
            f'<script type="application/json" id="game">{safe}</script>'
            '<script src="/player.js"></script><p><a href="/">Scoreboard</a></p>' + TAIL)


def sentence(words: str) -> str:
    """Return a page with only these words."""
    return HEAD.format(title="Minesweeper scoreboard") + f"<p>{escape(words)}</p>" + TAIL


def seconds(ms: int) -> str:
    return f"{ms // 1000}.{ms % 1000:03d}"


def _custom(store: Store, size: Size) -> str:
    return _ranking(store, f"{presets.CUSTOM.capitalize()} {_size(size)}", presets.CUSTOM, size)


def _ranking(store: Store, heading: str, preset: str, size: Sequence[int]) -> str:
    games = store.best(preset, size, RANKS)
    return _table(heading, games) if games else ""


def _size(size: Size) -> str:
    columns, rows, mines = size
    return f"{columns}×{rows} with {mines} {'mine' if mines == 1 else 'mines'}"


def _links(sizes: list[Size]) -> str:
    links = "".join(f'<li><a href="/custom/{columns}x{rows}-{mines}">'
                    f"{_size((columns, rows, mines))}</a></li>" for columns, rows, mines in sizes)
    return f"<section><h2>More custom boards</h2><ul>{links}</ul></section>"


def _table(heading: str, games: list[Kept]) -> str:
    head = ("Rank", "Game", "Player", "Seconds", "3BV", "3BV/s", "Controls", "Day")
    rows = [[str(rank), _link(kept), escape(kept.claim.player), seconds(kept.claim.ms),
             str(kept.claim.value), _pace(kept), kept.claim.controls, kept.arrived]
            for rank, kept in enumerate(games, 1)]
    return _filled(heading, head, rows)


def _latest(games: list[Kept]) -> str:
    head = ("Game", "Player", "Seconds", "Board", "End", "3BV", "Day")
    rows = [[_link(kept), escape(kept.claim.player), seconds(kept.claim.ms),
             escape(kept.claim.preset), _ending(kept), str(kept.claim.value), kept.arrived]
            for kept in games]
    return _filled("Latest games", head, rows)


def _filled(heading: str, head: tuple[str, ...], rows: list[list[str]]) -> str:
    cells = "\n".join(f"<tr><td>{'</td><td>'.join(row)}</td></tr>" for row in rows)
    names = "".join(f'<th scope="col">{name}</th>' for name in head)
    return TABLE.format(heading=escape(heading), head=names, rows=cells)


def _pace(kept: Kept) -> str:
    return f"{kept.claim.value * 1000 / max(1, kept.claim.ms):.2f}"


def _ending(kept: Kept) -> str:
    return " ".join(filter(None, ("won" if kept.claim.won else "lost", _remarks(kept))))


def _remarks(kept: Kept) -> str:
    """Return, in brackets, why a game is in no ranking."""
    claim = kept.claim
    is_fast = claim.won and not (kept.ranked or claim.hinted or claim.known)
    why = ((claim.hinted, "with advice"), (claim.known, "on a known board"),
           (is_fast, "faster than a finger"))
    said = ", ".join(words for is_so, words in why if is_so)
    return f"({said})" if said else ""


def _link(kept: Kept) -> str:
    return f'<a href="/games/{kept.id}">Watch</a>'
