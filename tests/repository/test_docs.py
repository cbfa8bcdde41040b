# SPDX-License-Identifier: MIT
"""The documentation: its links lead somewhere, its tables are complete, and its examples run.

Its site is tested where Sphinx is installed: by the workflow that publishes it, and after
`make docs`.
"""

import importlib
import re
import shutil

import pytest

from sim import PyPortal
from sim.board import libraries
from sim.board.boards import DISPLAYS, find_board
from sim.board.parts.plugged import KINDS
from sim.board.sensors import LightAndTemperature
from sim.engines.python import modules
from sim.frontends import options, script
from sim.frontends.player import play
from sim.golden import check
from sim.schema import shown
from tests.support.files.readers import read_trace
from tests.support.paths import ROOT

DOCS = ROOT / "docs"
FENCE = re.compile(r"^(```+).*?^\1$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r'\]\(([^()\s]+)\)|(?:src|href)="([^"]+)"')
HEADING = re.compile(r"^#{1,6} +(.+?)\s*$", re.MULTILINE)
TOCTREE = re.compile(r"^```\{toctree\}\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def links(text):
    """Return the targets of links and pictures in order."""
    prose = re.sub(r"`[^`\n]*`", "", FENCE.sub("", text))
    return [link or picture for link, picture in LINK.findall(prose)]


def anchors(text):
    """Yield the anchors of the headings; a repeated one is numbered."""
    seen: dict[str, int] = {}
    for heading in HEADING.findall(FENCE.sub("", text)):
        slug = _slug(heading)
        seen[slug] = seen.get(slug, -1) + 1
        yield f"{slug}-{seen[slug]}" if seen[slug] else slug


def contents(text):
    """Return the pages that a page's tables of contents name."""
    entries = [line for block in TOCTREE.findall(text) for line in block.splitlines()]
    return [entry for entry in entries if entry and not entry.startswith(":")]


def _slug(heading):
    plain = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").lower()
    return re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")


def text_of(page):
    return (DOCS / page).read_text(encoding="utf-8")


def examples(page, before):
    """Return the Python blocks of a page after `before`, which import `sim`, not `pyportal_sim`."""
    blocks = re.findall(r"```python\n(.*?)```", text_of(page).partition(before)[2], re.DOTALL)
    return [block.replace("from pyportal_sim import", "from sim import") for block in blocks]


def run_test(source, portals):
    """Run the one test in `source`; keep the portals of its fixture in `portals`."""
    names = {}
    exec(source, names)
    (test,) = (value for name, value in names.items() if name.startswith("test_"))

    def pyportal(*arguments, **options):
        portals.append(PyPortal(*arguments, **options))
        return portals[-1]

    test(pyportal)


# When a tap is seen depends on all that came before it, by up to a frame of the display.
FRAME_MS = 17
TIME_PAGE = "simulator/time-and-memory.md"
ROW = re.compile(r"^\| (\S+) \| (works|partly|refuses|firmware) \| (.*?) ?\|$", re.MULTILINE)
LISTED = {name.split(".")[0].split(" ")[0] for board in DISPLAYS
          for name in find_board(board).modules}


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """The examples are run in a folder of their own."""
    monkeypatch.chdir(tmp_path)


def rows():
    return [(name.replace("\\", ""), state, remark)
            for name, state, remark in ROW.findall(text_of("reference/modules.md"))]


def test_the_table_has_every_module_of_the_boards_once_and_is_right(write_program):
    assert sorted(name for name, _, _ in rows()) == sorted(LISTED)
    for name, state, remark in rows():
        assert (state == "refuses") == (name in modules.REASONS), name
        assert remark == modules.REASONS.get(name, remark)
        assert (state == "firmware") == (name in modules.ON_FIRMWARE), name
        assert (state in ("refuses", "firmware") or modules.exists(name)
                or name in modules.SAME_ON_THE_HOST | libraries.BUILT_IN), name
    lines = (f"import {name}\nprint(dir({name}))" for name, state, _ in rows()
             if state != "firmware" and name != "_asyncio")
    with PyPortal(write_program("\n".join(lines))) as portal:
        portal.run(10)
        assert not portal.failed and not portal.running, portal.serial


LED = """
import board, digitalio, time
button = digitalio.DigitalInOut(board.D3)
led = digitalio.DigitalInOut(board.D13)
led.switch_to_output()
while True:
    led.value = not button.value
    time.sleep(0.01)
"""


def test_the_example_of_a_part_on_a_pin_runs(write_program, capsys):
    write_program(LED)
    exec(examples("simulator/parts.md", "## A pin, without a part")[0], {})
    assert capsys.readouterr().out == "1.0\n"


SENSOR = """
import board, digitalio, adafruit_sht4x
relay = digitalio.DigitalInOut(board.D4)
relay.switch_to_output()
chip = adafruit_sht4x.SHT4x(board.I2C())
while True:
    relay.value = chip.temperature > 30
"""


def test_the_examples_of_parts_are_plugged_in(write_program, capsys):
    """The file, the part of one's own and the test."""
    page = text_of("simulator/parts.md")
    own, = (text for text in examples("simulator/parts.md", "## A part of your own")
            if "class Scale" in text)
    tables = re.findall(r"^```toml\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    folder = write_program(SENSOR)
    exec(examples("simulator/parts.md", "## Change what they measure")[0], {})
    assert capsys.readouterr().out == "True\n"
    (folder / "lab.py").write_text(own.replace("pyportal_sim", "sim"))
    (folder / "parts.toml").write_text("\n".join(tables))
    with PyPortal(folder) as portal:
        assert list(portal.parts) == ["board", "sht4x", "plant", "door", "ring", "scale"]
        assert (portal.light, portal.parts["scale"].weight) == (0.5, 120)
        portal.parts["scale"].write(b"\0")
        assert portal.parts["scale"].read(2) == b"\0\x78"


def test_the_table_of_parts_has_all_their_keys_and_defaults():
    rows = dict(re.findall(r"^\| `(\w+)` \|.*?\|(.*)\|$", text_of("simulator/parts.md"),
                           re.MULTILINE))
    makers = {kind: getattr(importlib.import_module(module, "sim.board.parts"), name)
              for kind, (module, name) in KINDS.items()} | {"board": LightAndTemperature}
    assert rows.keys() == makers.keys()
    for kind, part in makers.items():
        for key in part.keys.values():
            name = f"**`{key.name}`**" if key.changes else f"`{key.name}`"
            default = str(shown(key.default) if key.name == "address" else key.default).lower()
            written, = re.findall(rf"{re.escape(name)} \"?([\w.]+)", rows[kind])
            assert written.lower() in (default, default.removesuffix(".0")), (kind, name)


CHIPS = """
import board, digitalio
i2c, spi = board.I2C(), board.SPI()
answer = bytearray(2)
i2c.try_lock()
i2c.readfrom_into(0x20, answer)
select = digitalio.DigitalInOut(board.D3)
select.switch_to_output(False)
spi.try_lock()
spi.readinto(answer, end=1)
print(*answer, digitalio.DigitalInOut(board.D4).value)
"""


def test_the_example_of_chips_runs(write_program):
    """The program reads both chips."""
    write_program(CHIPS)
    names = {}
    exec(examples("simulator/parts.md", "## A chip on a bus")[0], names)
    assert names["portal"].serial == "239 4 True\n"


def test_every_setting_option_and_command_is_documented(capsys, drive):
    settings = (ROOT / "CIRCUITPY/settings.toml").read_text(encoding="utf-8")
    pages = "".join(page.read_text(encoding="utf-8") for page in (DOCS / "game").glob("*.md"))
    name = re.compile(r"\b(?:MINES|CIRCUITPY_WIFI|ADAFRUIT_AIO)_[A-Z_]+\b")
    assert {*name.findall(settings)} == {*name.findall(pages)}
    option = re.compile(r"--[a-z][a-z0-9-]+")
    with pytest.raises(SystemExit):
        options.parse(["--help"])
    assert {*option.findall(capsys.readouterr().out)} == {
        *option.findall(text_of("simulator/running.md"))}
    with PyPortal(drive, instant=True) as portal:
        portal.run(1)
        portal.tap(160, 120)
        portal.type("help\n")
        portal.run(1)
        commands = re.findall(r"^  (?:3 4 or )?([a-z]+)", portal.serial, re.MULTILINE)
    assert "odds" in commands
    assert [command for command in commands
            if not re.search(rf"`{command}\b", text_of("game/console.md"))] == []


def test_the_first_ten_minutes_go_as_written(tmp_path):
    program, test = examples("simulator/first-ten-minutes.md", "## Run a program")[:2]
    blocks = re.findall(r"^```(\w*)\n(.*?)^```$", text_of("simulator/first-ten-minutes.md"),
                        re.MULTILINE | re.DOTALL)
    mistake, traceback, taps = (block for language, block in blocks if not language)
    (tmp_path / "code.py").write_text(program)
    run_test(test, [])
    with PyPortal("code.py") as portal:
        play(portal, script.parse(taps, "taps.txt", (320, 240)), 4)
        assert portal.serial == "1 taps\n2 taps\n"
    assert (tmp_path / "two.png").is_file()
    (tmp_path / "code.py").write_text(program + mistake)
    with PyPortal("code.py") as portal:
        portal.run(2)
        assert portal.serial == traceback


def test_the_example_of_a_host_shows_its_price(tmp_path):
    program, test = examples("simulator/network.md", "## Define a host")[:2]
    (tmp_path / "code.py").write_text(program)
    run_test(test, [])


def test_the_readmes_test_passes_for_the_program_that_it_names(tmp_path):
    shutil.copy(ROOT / "docs" / "simulator" / "demo.py", tmp_path)
    run_test(examples("../README.md", "## Test it in CI")[0], [])
    assert (tmp_path / "shot.png").is_file()


MODULE = """
import board, digitalio, samd
print(samd.is_lit())
led = digitalio.DigitalInOut(board.LED)
led.switch_to_output(True)
print(samd.is_lit())
"""


def test_the_example_of_a_module_is_one(write_program, monkeypatch):
    source = examples("contributing/hardware.md", "## A built-in module")[0]
    monkeypatch.setattr(modules, "exists", lambda name: name == "samd" or (
        modules.FOLDER / f"{name}.py").is_file())
    code = modules._code
    monkeypatch.setattr(modules, "_code", lambda name: compile(source, name, "exec")
                        if name == "samd" else code(name))
    drive = write_program(MODULE)
    with PyPortal(drive) as portal:
        portal.run()
        assert portal.serial == "False\nTrue\n"


def test_the_demo_shows_its_picture_and_follows_the_finger():
    with PyPortal(ROOT / "docs" / "simulator" / "demo.py", strict=True) as portal:
        portal.run(3)
        check(portal.screenshot(), ROOT / "docs" / "simulator" / "demo.png")
        portal.tap(250, 200)
        assert portal.serial == "touched at 250 200\n"


def test_the_example_of_a_script_plays(tmp_path):
    block = text_of("simulator/running.md").partition("## Scripts")[2].split("\n\n")[2]
    with PyPortal(ROOT / "docs" / "simulator" / "demo.py") as portal:
        play(portal, script.parse(block, "running.md", (320, 240), portal.pins,
                                  portal.parts), 9)
    assert (tmp_path / "mid.png").is_file()


def test_the_slow_tap_is_found_and_mended_as_written(tmp_path):
    program, test, mended = examples(TIME_PAGE, "## Find a slow tap")[:3]
    (tmp_path / "code.py").write_text(program)
    portals = []
    with pytest.raises(AssertionError):
        run_test(test, portals)
    assert portals[0].latency == pytest.approx((65, 226), abs=FRAME_MS)
    tracks = read_trace("tap.json")
    lengths = {span.name: round(span.length / 1000) for span in tracks["calls"]}
    assert (lengths["answer"], lengths["report"]) == (43, 43)
    (redraw,) = tracks["display"]
    assert round(redraw.length / 1000) == 175
    assert redraw.facts == {"x": 16, "y": 16, "width": 288, "height": 208}
    answer = re.compile(r"def answer.*?\n\n", re.DOTALL)
    (tmp_path / "code.py").write_text(answer.sub(lambda _: mended + "\n", program))
    run_test(test, portals)
    assert portals[1].latency.last_ms == pytest.approx(3, abs=1)


PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md",
         *sorted(DOCS.rglob("*.md"))]


# The workflow puts the page in the browser beside the documentation.
PLAY = "play/"


def broken(page):
    """Links of a page to a file or heading that does not exist."""
    for target in links(page.read_text(encoding="utf-8")):
        name, _, anchor = target.partition("#")
        if "://" in target or (target == PLAY and page == DOCS / "index.md"):
            continue
        file = page.parent / name if name else page
        if not file.is_file() or (anchor and anchor not in anchors_of(file)):
            yield target


def test_the_workflow_publishes_the_page_where_the_documentation_links_to_it():
    workflow = (ROOT / ".github" / "workflows" / "docs.yml").read_text(encoding="utf-8")
    assert f"--into build/docs/{PLAY.rstrip('/')} " in workflow and "path: build/docs\n" in workflow


def anchors_of(file):
    return list(anchors(file.read_text(encoding="utf-8")))


def test_links_within_the_repository_lead_to_a_file_and_a_heading():
    found = {page: list(broken(page)) for page in PAGES}
    assert {page: targets for page, targets in found.items() if targets} == {}


def test_the_sites_contents_name_every_page_once():
    named = contents(text_of("index.md"))
    pages = [page.relative_to(DOCS).as_posix() for page in DOCS.rglob("*.md")]
    assert sorted(named) == sorted(set(pages) - {"index.md"})
