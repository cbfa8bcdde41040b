# SPDX-License-Identifier: MIT
"""The scoreboard's pages: who is where, names that are no HTML, and the player in a browser."""

import base64
import io
import json
import re
from html.parser import HTMLParser
from importlib.util import find_spec

import pytest
from PIL import Image

from minesweeper.rules import controls, presets
from minesweeper.screen import tiles
from tests.support import seeds
from tests.support.network import browser, claims
from tests.support.paths import ROOT
from tools.scoreboard import chart, store
from tools.scoreboard.tiles import png

PALETTED = Image.open(ROOT / "SpriteSheet.bmp")
SHEET = PALETTED.convert("RGB")
NARROW = {"width": 390, "height": 800}
EVIL = '<img src=x onerror="'


class Cells(HTMLParser):
    """The rows of the tables, and every tag on the page."""

    def __init__(self, text):
        super().__init__()
        self.rows, self.tags = [], set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.tags.add(tag)
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_data(self, data):
        if self.rows and self.rows[-1]:
            self.rows[-1][-1] += data.strip()


def rows_under(text, heading):
    """The first five columns of the table with this heading."""
    section = text.split(f"<h2>{heading}</h2>")[1].split("</section>")[0]
    return [row[:5] for row in Cells(section).rows[1:]]


def test_the_fastest_wins_are_ranked_and_what_does_not_count_is_not(client):
    fast, slow = sorted((claims.won(seeds.chance(number)) for number in (1, 2)),
                        key=lambda claim: claim["ms"])
    hinted = claims.won(seeds.chance(3), hinted=True)
    known = claims.won(seeds.chance(4), known=True)
    for name, claim in (("slow", slow), ("fast", fast), ("hinted", hinted), ("known", known)):
        assert client.post({**claim, "player": name})[0] == 201
    lost = claims.played(seeds.chance(5), controls.DIG, presets.BEGINNER, care=0)
    assert client.post(claims.of(lost, 1, player="lost"))[0] == 201
    text = client.get("/")[1]
    assert rows_under(text, "Easy") == [
        [rank, name, f"{claim['ms'] / 1000:.3f}", f"{claim['3bv']}",
         f"{claim['3bv'] * 1000 / claim['ms']:.2f}"]
        for rank, name, claim in (("1", "fast", fast), ("2", "slow", slow))]
    pages = [client.get(f"/games/{number}")[1].replace("\xa0", " ") for number in (1, 1, 3, 5)]
    for words, answer in zip((
            f"won after {slow['ms'] / 1000:.3f} s. 9 × 9, 10 mines. ",
            f">3BV {slow['3bv']}.</span> Board n",
            ". (with advice)</p>", " lost after "), pages, strict=True):
        assert words in answer
    assert [client.get(f"/games/{'1':0>{digits}}")[0] for digits in (12, 13)] == [200, 404]
    played = json.loads(pages[0].split('id="game">')[1].split("</script>")[0])
    assert played["frames"][-1][0] == slow["ms"] and played["width"] * played["height"] == 81
    latest = [row[3] for row in Cells(text).rows if row[0] in ("known", "hinted")]
    assert latest == ["won (on a known board)", "won (with advice)"]


def test_a_name_is_no_html(client):
    assert client.post(claims.won(seeds.chance(1), player=EVIL))[0] == 201
    for path in "/", "/games/1":
        text = client.get(path)[1]
        assert EVIL not in text and "img" not in Cells(text).tags
        assert EVIL.replace("<", "&lt;").replace('"', "&quot;") in text


def test_what_is_not_there_is_said(client):
    for path in ("/games/2", "/games/x", "/games/" + "9" * 5000, "/nothing", "/games/%00",
                 "/../pyproject.toml", "/custom/5x5-3", "/custom/0x0-0", "/custom/5x5",
                 "/custom/%D9%A5x5-3", "/custom/" + "9" * 5000 + "x1-1"):
        status, text = client.get(path)
        assert status == 404 and re.search(r'"sheet">There is no [a-z ]+[0-9]*\.</p>', text)
    assert "No game was posted yet." in client.get("/")[1]


@pytest.fixture
def page(client):
    """A page of the scoreboard in a browser, `base` its address; complaints are a failure."""
    if not find_spec("playwright"):
        pytest.skip("playwright drives the browser: pip install -e '.[web]'")
    if not browser.executable():
        pytest.skip(f"there is no browser: install one of {', '.join(browser.NAMES)}")
    with browser.launched() as chromium:
        errors = []
        page = chromium.new_page(viewport=NARROW)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda line: errors.append(line.text) if line.type == "error" else None)
        page.set_default_timeout(browser.PATIENCE_MS)
        page.base = f"http://127.0.0.1:{client.port}"
        yield page
        assert errors == []


def test_a_players_times_are_a_chart_with_the_best_one_marked(client):
    claim = claims.won(seeds.chance(1), player="Ada & Co")
    for late in 9000, 0, 4000:
        assert client.post(claims.later(claim, late))[0] == 201
    text = client.get("/player?name=Ada%20%26%20Co")[1]
    assert "<h1>Ada &amp; Co</h1>" in text and text.count("<circle") == 4
    assert client.get("/player?name=Nobody")[0] == client.get("/player")[0] == 404


@pytest.mark.parametrize("times", [(9, 3, 5), (39,), (400, 500)])
def test_a_chart_has_a_dot_for_each_win_and_the_fastest_is_lowest(times):
    games = [store.Kept(1, f"2026-01-0{at}", True, store.Claim(*[1000 * seconds] * len(
        store.Claim._fields))) for at, seconds in enumerate(times, 1)]
    drawn = chart.chart("A & B", games)
    dots = [(float(x), float(y)) for x, y in re.findall(r'cx="(.+?)" cy="(.+?)" r="3"', drawn)]
    assert len(dots) == len(times) and dots == sorted(dots)
    assert all(0 < x < chart.WIDTH and 0 < y < chart.HEIGHT for x, y in dots)
    places = range(len(times))
    slowest_first = sorted(places, key=lambda at: -times[at])
    assert sorted(places, key=lambda at: dots[at][1]) == slowest_first
    x, y = dots[slowest_first[-1]]
    assert f'cx="{x}" cy="{y}" r="5.5" class="best"' in drawn
    assert f">best {min(times):.1f} s<" in drawn and "A &amp; B: " in drawn


def test_tiles_are_the_sheets_with_an_overlays_background_transparent():
    PALETTED.info["transparency"] = tiles.TRANSPARENT
    assert Image.open(io.BytesIO(png())).convert("RGBA").tobytes() == (
        PALETTED.convert("RGBA").tobytes())


def shown(page):
    """Return the pixels of the Beginner board, which the page may have enlarged."""
    url = page.evaluate("document.getElementById('board').toDataURL()")
    picture = Image.open(io.BytesIO(base64.b64decode(url.partition(",")[2])))
    return picture.convert("RGB").resize((144, 144), Image.Resampling.NEAREST).tobytes()


def drawn(numbers):
    """Return the pixels of a square board of these tiles."""
    width = round(len(numbers) ** 0.5)
    picture = Image.new("RGB", (16 * width, 16 * width))
    for cell, tile in enumerate(numbers):
        box = 16 * tile, 0, 16 * tile + 16, 16
        picture.paste(SHEET.crop(box), (cell % width * 16, cell // width * 16))
    return picture.tobytes()


def test_a_game_is_played_back_in_the_browser(client, page):
    game = claims.played(seeds.chance(9), controls.DIG, presets.BEGINNER)
    claim = claims.of(game, 1)
    assert client.post(claim)[0] == 201
    page.goto(f"{page.base}/")
    page.click("text=Watch")
    page.wait_for_selector("#play:text-is('Pause')")  # it plays by itself
    page.fill("#move", "0")
    covered = drawn([tiles.BLANK] * 81)
    assert shown(page) == covered and page.text_content("#clock") == "0.0 s"
    page.fill("#move", "1")
    assert shown(page) != covered
    page.select_option("#speed", "16")
    page.click("#play")
    page.wait_for_selector("#play:text-is('Play')")
    game.end()
    assert shown(page) == drawn([tiles.of(byte) for byte in game.field.cells])
    assert page.text_content("#clock") == f"{round(claim['ms'] / 100 + 1e-9) / 10:.1f} s"
    page.fill("#move", "0")
    assert shown(page) == covered
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_page_shows_a_game_that_is_posted_while_it_is_open(client, page):
    page.clock.install()
    page.goto(f"{page.base}/")
    assert client.post(claims.won(seeds.chance(1), player="Ada"))[0] == 201
    page.clock.run_for(10_000)
    page.wait_for_selector("a:text-is('Ada')")
    page.locator("text=Watch").first.focus()
    assert client.post(claims.won(seeds.chance(2), player="Bob"))[0] == 201
    page.clock.run_for(10_000)
    page.wait_for_selector("a:text-is('Bob')")
    assert page.evaluate("document.activeElement.textContent") == "Watch"


def test_a_phone_is_told_of_no_column_that_it_lacks(client, page):
    assert client.post(claims.won(seeds.chance(1)))[0] == 201
    for path in "/", "/games/1":
        page.goto(f"{page.base}{path}")
        assert "3BV" in page.text_content("body") and "3BV" not in page.inner_text("body")


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_axe_finds_no_fault_with_any_page(client, page, colours):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright",
                              reason="axe checks the pages: pip install -e '.[web]'").Axe()
    game = claims.played(seeds.chance(9), controls.DIG, presets.BEGINNER)
    own = claims.won(seeds.chance(1), ("custom", 12, 9, 17, 16))
    for claim in claims.won(seeds.chance(1)), claims.of(game, 1), own:
        assert client.post(claim)[0] == 201
    page.emulate_media(color_scheme=colours)
    for path in "/", "/games/2", "/custom/12x9-17", "/player?name=Ada":
        page.goto(f"{page.base}{path}")
        if "games" in path:
            page.fill("#move", "3")
        found = axe.run(page, options=browser.WCAG).response
        assert len(found["passes"]) > 10
        assert [(fault["id"], node["html"]) for fault in found["violations"]
                for node in fault["nodes"]] == []
