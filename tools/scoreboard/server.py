# SPDX-License-Identifier: MIT
"""The scoreboard's web application, which receives results and serves pages."""

import asyncio
import hmac
import re
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from tools.scoreboard import claim, names, page, referee, settings, tiles
from tools.scoreboard.claim import Refused
from tools.scoreboard.settings import NAME
from tools.scoreboard.store import Kept, Store, StoreError

BODY_BYTES = 1 << 16
# Posts that one address may send at once; after them, one in SECONDS_EACH.
BURST = 30
SECONDS_EACH = 2
ADDRESSES = 1024
HERE = Path(__file__).parent
WEB = HERE.parents[1] / "web"
# All that is served besides the pages; it is read at the start, so no request can name another.
FILES: dict[str, tuple[str, Callable[[], bytes]]] = {
    "style.css": ("text/css", (HERE / "style.css").read_bytes),
    "common.css": ("text/css", (WEB / "common.css").read_bytes),
    "icon.svg": ("image/svg+xml", (WEB / "icon.svg").read_bytes),
    "refresh.js": ("text/javascript", (HERE / "refresh.js").read_bytes),
    "player.js": ("text/javascript", (HERE / "player.js").read_bytes),
    "tiles.png": ("image/png", tiles.png),
}
RESULTS = "/results"
# The longest wait for a request's body.
BODY_S = 20
# Digits of a game's number; SQLite's integers have more.
DIGITS = 12
SIZE = re.compile(r"([1-9][0-9]?)x([1-9][0-9]?)-([1-9][0-9]{0,2})", re.ASCII)
GUARDS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; script-src 'self'; "
                               "img-src 'self'; connect-src 'self'; base-uri 'none'; "
                               "frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}


class Rates:
    """Remembers the latest addresses; `now` is in seconds of any monotonic clock."""

    def __init__(self, burst: int = BURST):
        self._burst = burst
        # The time when each address may post a whole burst again.
        self._rested: OrderedDict[str, float] = OrderedDict()

    def wait(self, address: str, now: float) -> float:
        """Return the seconds until this address may post; if 0, count a post."""
        rested = max(now, self._rested.pop(address, now))
        wait = rested - now - (self._burst - 1) * SECONDS_EACH
        self._rested[address] = rested if wait > 0 else rested + SECONDS_EACH
        if len(self._rested) > ADDRESSES:
            self._rested.popitem(last=False)
        return max(0, wait)


class Scoreboard:
    """Every post must contain `token`."""

    def __init__(self, store: Store, token: str, rates: Rates):
        self._store = store
        self._token = token.encode()
        self._rates = rates

    async def post(self, request: Request) -> Response:
        try:
            self._check_rate(request)
            found = claim.parse(await _body(request))
            self._check_token(request, found)
            answer = await run_in_threadpool(self._judged, claim.read(found))
        except Refused as refusal:
            return JSONResponse({"error": str(refusal)}, refusal.status)
        return JSONResponse(answer, 201)

    def _judged(self, result: claim.Claim) -> dict[str, Any]:
        """Keep a result; return the answer, which has the rank in a win on today's board."""
        referee.judge(result)
        try:
            number = self._store.keep(result)
            answer: dict[str, Any] = {"game": number, "page": f"/games/{number}"}
            if result.number == claim.of_day(datetime.now(UTC).date()):
                answer |= {"today": rank} if (rank := self._store.rank(result)) else {}
            return answer
        except StoreError as error:
            raise Refused(f"The result could not be kept: {error.reason}.", 503) from None

    def _check_rate(self, request: Request) -> None:
        address = request.client.host if request.client else ""
        wait = self._rates.wait(address, time.monotonic())
        if wait:
            raise Refused(f"Too many posts: try again in {wait:.0f} s.", 429)

    def _check_token(self, request: Request, found: dict[str, Any]) -> None:
        """Check the token, from a header or a field of the result. Raises Refused."""
        header = request.headers.get("authorization", "").encode("latin-1")  # the bytes as sent
        scheme, _, rest = header.partition(b" ")
        field = found.get("token", "")
        given = rest.strip(b" \t") if scheme.lower() == b"bearer" else \
            field.encode(errors="replace") if isinstance(field, str) else b""
        if not hmac.compare_digest(given, self._token):
            raise Refused("The token is not the scoreboard's.", 401)

    async def board(self, request: Request) -> Response:
        return _page(await run_in_threadpool(page.board, self._store))

    async def size(self, request: Request) -> Response:
        """Serve the ranking of the custom boards of one size."""
        found = SIZE.fullmatch(request.path_params["size"])
        if not found:
            raise HTTPException(404)
        columns, rows, mines = map(int, found.groups())
        games = await run_in_threadpool(page.ranking, self._store, (columns, rows, mines))
        if not games:
            raise HTTPException(404)
        return _page(games)

    async def player(self, request: Request) -> Response:
        name = _name(request.query_params.get("name", ""))
        found = await run_in_threadpool(page.player, self._store, name) if name else ""
        if not found:
            raise HTTPException(404, "There is no player of this name.")
        return _page(found)

    async def game(self, request: Request) -> Response:
        number = request.path_params["number"]
        if not (number.isascii() and number.isdecimal() and len(number) <= DIGITS):
            raise HTTPException(404)
        kept = await run_in_threadpool(self._store.game, int(number))
        if kept is None:
            raise HTTPException(404, f"There is no game {number}.")
        return _page(await run_in_threadpool(_shown, kept))


def _name(given: str) -> str:
    """Return a name as it is kept, "" for one that is refused."""
    try:
        return names.canonical(given)
    except ValueError:
        return ""


def _shown(kept: Kept) -> str:
    try:
        return page.game(kept, referee.replay(kept.claim))
    except Refused as error:  # it is damaged, or another version of the referee has taken it
        raise HTTPException(500, f"Game {kept.id} cannot be played back: {error}") from None


async def _body(request: Request) -> bytes:
    """Read the body, up to the longest result. Raises Refused."""
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_S):
            async for part in request.stream():
                body += part
                if len(body) > BODY_BYTES:
                    raise Refused(f"A result has at most {BODY_BYTES} bytes.", 413)
    except TimeoutError:
        raise Refused(f"The body did not arrive in {BODY_S} s.", 408) from None
    except ClientDisconnect:
        raise Refused("The body is incomplete.") from None
    return bytes(body)


def _file(name: str) -> Callable[[Request], Awaitable[Response]]:
    """Return a handler that sends this file."""
    kind, read = FILES[name]
    held = Response(read(), media_type=kind, headers=GUARDS)

    async def answer(request: Request) -> Response:
        return held

    return answer


def _page(text: str, status: int = 200) -> Response:
    return HTMLResponse(text, status, headers=GUARDS)


async def _say_busy(request: Request, error: Exception) -> Response:
    """Return a page that explains why the results cannot be read."""
    reason = error.reason if isinstance(error, StoreError) else ""
    return _page(page.sentence(f"The results cannot be read now: {reason}. Try again soon."), 503)


async def _say(request: Request, error: Exception) -> Response:
    """Return a page that explains an error."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    words = {404: "There is no such page.", 405: "This page does not accept such a request."}
    sentence = error.detail if isinstance(error, HTTPException) else "The scoreboard has failed."
    if sentence in ("Not Found", "Method Not Allowed"):
        sentence = words[status]
    return _page(page.sentence(sentence), status)


class Named:
    """Passes on requests whose Host header names the scoreboard, and refuses others."""

    def __init__(self, app: ASGIApp, names: Iterable[str]):
        self._app = app
        self._names = {*names}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        given = b", ".join(value for name, value in scope["headers"] if name == b"host")
        app = self._app if self._knows(scope, given.decode("latin-1")) else _misdirected(
            scope["path"], given)
        await app(scope, receive, send)

    def _knows(self, scope: Scope, given: str) -> bool:
        """Return whether the name is known; the address that the connection came to is."""
        name = settings.host_in(given)
        return name in self._names or name == settings.canonical_host(scope["server"][0])


def _misdirected(path: str, given: bytes) -> Response:
    name = ascii(given[:settings.SHOWN_LETTERS])[1:]
    sentence = (f"The scoreboard is not known as {name}: if that is its name, add it to hosts in "
                f"{NAME} and restart the scoreboard.")
    if path == RESULTS:
        return JSONResponse({"error": sentence}, 421)
    return _page(page.sentence(sentence), 421)


def application(folder: Path, token: str, rates: Rates | None = None,
                names: Iterable[str] = ()) -> Starlette:
    """Make the application. Results are kept in `folder`; `names` are more of its hosts."""
    scoreboard = Scoreboard(Store(folder / "games.sqlite"), token, rates or Rates())
    routes = [
        Route("/", scoreboard.board),
        Route("/custom/{size}", scoreboard.size),
        Route("/games/{number}", scoreboard.game),
        Route("/player", scoreboard.player),
        Route(RESULTS, scoreboard.post, methods=["POST"]),
        *(Route(f"/{name}", _file(name)) for name in FILES),
    ]
    return Starlette(routes=routes, middleware=[Middleware(Named, {*settings.own_names(), *names})],
                     exception_handlers={HTTPException: _say, StoreError: _say_busy,
                                         Exception: _say})
