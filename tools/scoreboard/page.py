# SPDX-License-Identifier: MIT
"""The scoreboard's pages as plain HTML that is readable on a phone, with every name escaped."""

import json
from collections.abc import Sequence
from html import escape
from urllib.parse import quote

from minesweeper.rules import presets
from minesweeper.screen import tiles
from tools.scoreboard.chart import chart
from tools.scoreboard.referee import Played
from tools.scoreboard.store import Kept, Size, Store

RANKS, LATEST = 10, 20
# Sizes of custom boards with a ranking on the first page, and with a link.
SIZES, LINKS = 10, 200
# Boards and wins of a player with a chart.
CHARTS, WINS = 12, 50
NAME = "Minesweeper scoreboard"
HEAD = """<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title><link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/common.css"><link rel="stylesheet" href="/style.css"></head><body>
<header><span class="icon"></span><div><div class="title"><h1>{title}</h1>{home}</div>
<p>{intro}</p></div></header><main>
"""
HOME = '<a href="/">All players</a>'
TAIL = "</main></body></html>\n"
# A page with games that come in looks for them by itself.
REFRESH = '<script src="/refresh.js"></script>'
# A phone has no room for the columns that it explains.
SPARE = '<span class="spare">{words}</span>'
SECTION = '<section class="sheet"><h2>{heading}</h2>{content}</section>\n'
TABLE = """<div class="wide"><table>
<thead><tr>{head}</tr></thead><tbody>
{rows}
</tbody></table></div>"""
# Columns of figures, those that a phone has no room for, and one whose words may be broken.
KINDS = {"Rank": "number", "Seconds": "number", "3BV": "number spare", "3BV/s": "number spare",
         "Day": "spare", "Player": "name"}
FIXED = "\N{NO-BREAK SPACE}"


def _page(title: str, intro: str, *parts: str, home: str = HOME) -> str:
    """Return a page; `intro` is HTML."""
    return HEAD.format(title=escape(title), intro=intro, home=home) + "".join(parts) + TAIL


def board(store: Store) -> str:
    """Return the page with the fastest wins of each preset and size, and the latest games."""
    sizes = store.sizes(SIZES + LINKS)
    parts = [_ranking(store, presets.title(name), name, size)
             for name, *size in (preset[:4] for preset in presets.ALL)]
    parts += [_custom(store, size) for size in sizes[:SIZES]]
    parts += [_links(sizes[SIZES:])] if sizes[SIZES:] else []
    latest = store.latest(LATEST)
    parts += [_latest(latest)] if latest else ['<p class="sheet">No game was posted yet.</p>']
    about = SPARE.format(words="3BV is the fewest taps that a board needs.")
    return _page(NAME, f"The fastest wins on each board, and the latest games. {about}", *parts,
                 REFRESH, home="")


def ranking(store: Store, size: Size) -> str:
    """Return the page of a size of custom boards, "" if no game on such a board counts."""
    games = _custom(store, size)
    return _page(NAME, "The fastest wins on one size of board.", games, REFRESH) if games else ""


def player(store: Store, name: str) -> str:
    """Return the page of a player's times, "" if there is no such player."""
    latest = store.latest(LATEST, name)
    if not latest:
        return ""
    charts = []
    for preset, *size in store.boards(name, CHARTS):
        heading = presets.title(preset) + (f", {_size(size)}" if preset == presets.CUSTOM else "")
        drawn = chart(heading, store.times(name, preset, size, WINS))
        charts.append(SECTION.format(heading=heading, content=drawn))
    intro = f"The latest wins that count, up to {WINS} on each board, and the latest games."
    return _page(name, intro, *charts, _latest(latest), REFRESH)


def game(kept: Kept, played: Played) -> str:
    """Return the page that plays a game back; its script gets the frames as JSON."""
    claim = kept.claim
    size = _size((played.width, played.height, played.mines))
    intro = (f"{_player(claim.player)} {'won' if claim.won else 'lost'} after "
             f"{seconds(claim.ms)}{FIXED}s. {size}. "
             f"{SPARE.format(words=f'3BV{FIXED}{claim.value}.')} "
             f"Board number {escape(claim.number)}.")
    remarks = _remarks(kept)
    frames = json.dumps({"width": played.width, "height": played.height, "frames": played.frames,
                         "blank": tiles.BLANK, "cursor": tiles.CURSOR})
    safe = frames.replace("<", "\\u003c")
    return _page(f"{presets.title(played.name)}, game {kept.id}",
                 f"{intro}{' ' if remarks else ''}{remarks}",
                 '<section class="sheet" id="replay" aria-label="The game">'
                 '<div class="wide"><canvas id="board" role="img" aria-label="The board">'
                 "</canvas></div>"
                 '<div class="buttons"><button id="play" type="button">Play</button> '
                 '<label>Speed <select id="speed"><option value="1">1×</option>'
                 '<option value="4">4×</option><option value="16">16×</option></select></label> '
                 '<output id="clock">0.0 s</output></div>'
                 '<label class="moves">Move <input id="move" type="range" min="0" value="0">'
                 "</label><noscript><p>Playing a game back needs JavaScript.</p></noscript>"
                 f'</section><script type="application/json" id="game">{safe}</script>'
                 '<script src="/player.js"></script>')


def sentence(words: str) -> str:
    """Return a page with only these words."""
    return _page(NAME, "", f'<p class="sheet">{escape(words)}</p>')


def seconds(ms: int) -> str:
    return f"{ms // 1000}.{ms % 1000:03d}"


def _custom(store: Store, size: Size) -> str:
    return _ranking(store, f"{presets.title(presets.CUSTOM)}, {_size(size)}", presets.CUSTOM, size)


def _ranking(store: Store, heading: str, preset: str, size: Sequence[int]) -> str:
    games = store.best(preset, size, RANKS)
    return _table(heading, games) if games else ""


def _size(size: Sequence[int]) -> str:
    columns, rows, mines = size
    many = "mine" if mines == 1 else "mines"
    return f"{columns}{FIXED}×{FIXED}{rows}, {mines}{FIXED}{many}"


def _links(sizes: list[Size]) -> str:
    links = "".join(f'<li><a href="/custom/{columns}x{rows}-{mines}">'
                    f"{_size((columns, rows, mines))}</a></li>" for columns, rows, mines in sizes)
    return SECTION.format(heading="More custom boards", content=f"<ul>{links}</ul>")


def _table(heading: str, games: list[Kept]) -> str:
    head = ("Rank", "Player", "Seconds", "3BV", "3BV/s", "Day", "Game")
    rows = [[str(rank), _player(kept.claim.player), seconds(kept.claim.ms),
             str(kept.claim.value), _pace(kept), kept.arrived, _link(kept)]
            for rank, kept in enumerate(games, 1)]
    return _filled(heading, head, rows)


def _latest(games: list[Kept]) -> str:
    head = ("Player", "Seconds", "Board", "End", "3BV", "Day", "Game")
    rows = [[_player(kept.claim.player), seconds(kept.claim.ms),
             escape(presets.title(kept.claim.preset)), _ending(kept), str(kept.claim.value),
             kept.arrived, _link(kept)] for kept in games]
    return _filled("Latest games", head, rows)


def _filled(heading: str, head: tuple[str, ...], rows: list[list[str]]) -> str:
    kinds = [f' class="{KINDS[name]}"' if name in KINDS else "" for name in head]
    cells = "\n".join("<tr>" + "".join(f"<td{kind}>{cell}</td>" for kind, cell in
                                       zip(kinds, row, strict=True)) + "</tr>" for row in rows)
    names = "".join(f'<th scope="col"{kind}>{name}</th>'
                    for kind, name in zip(kinds, head, strict=True))
    return SECTION.format(heading=escape(heading), content=TABLE.format(head=names, rows=cells))


def _player(name: str) -> str:
    return f'<a href="/player?name={quote(name, safe="")}">{escape(name)}</a>'


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
