# SPDX-License-Identifier: MIT
# Every target sets up .venv by itself; `make help` lists them.

PYTHON ?= python3
VENV := .venv
RUN := $(VENV)/bin/python
PLAY_ARGS ?=
PYTEST_ARGS ?=
DRIVE ?=
DEPLOY_ARGS ?=
SOURCES ?=
WEB_ARGS ?=
SITE_ARGS ?=
FIRMWARE ?=
BOARD_ARGS ?=
BUDGET ?=
BENCH ?=
# Paths reach commands as they were given: make would take `$` for a variable, and a shell quotes.
override DRIVE := $(value DRIVE)
override FIRMWARE := $(value FIRMWARE)
export DRIVE FIRMWARE

# A .venv whose Python is gone (never finished, or the system's Python was replaced) is set up anew.
BROKEN := $(shell test -x $(RUN) || rm -f $(VENV)/.stamp-*)

.PHONY: help play test test-web docs chip web web-play bench soak budget scoreboard device deploy release lint sprites sounds film clean
.DEFAULT_GOAL := help

help:
	@echo "make play     play in a window            (PLAY_ARGS=\"--scale 3\" and the like)"
	@echo "make test     run all tests but those of the page in a browser"
	@echo "                                           (PYTEST_ARGS=\"-k touch\" and the like)"
	@echo "make test-web run those, with Chromium or Chrome (six minutes)"
	@echo "make docs     build build/docs/, the documentation as a site with search and API reference"
	@echo "make web      build build/site/, a PyPortal for the browser (FIRMWARE=FILE.uf2 puts a"
	@echo "              firmware into it, else the page asks its visitors for one)"
	@echo "make web-play build it with your newest firmware, serve it here and open the browser"
	@echo "                                           (WEB_ARGS=\"--port 8001\")"
	@echo "make bench    measure drawing, engines, boards without guesses, the solver's wins and the game's"
	@echo "              scenes on a firmware, beside limits   (BENCH=\"wins --games 10000\" and the like)"
	@echo "make soak     all tests with new and more random numbers, then a day of play by a random player,"
	@echo "              checked by a model, and a million random instructions on the chip and on unicorn"
	@echo "                                           (15 minutes; SEED=... for those of an earlier run)"
	@echo "make budget   play like a finger on the board's firmware, with less memory, and fail if a program"
	@echo "              ends or refuses advice (BUDGET=\"--preset expert --power-ons 50\" and the like)"
	@echo "make scoreboard  serve a scoreboard, to which PyPortals post   (BOARD_ARGS=\"--port 8081\")"
	@echo "make device   fill build/device/ with what lies on a PyPortal, for copying by hand"
	@echo "make deploy   copy it to a PyPortal       (DRIVE=/where/it/is/mounted if not found)"
	@echo "                                           (SOURCES=1: both leave the .py files uncompiled)"
	@echo "make release  build dist/: the drive as zips, the simulator as a wheel and a source archive"
	@echo "make chip     build sim/engines/firmware/chip.wasm anew, the emulated chip, after a change in chip/"
	@echo "make lint     ruff and mypy"
	@echo "make sprites  draw the sprite sheets anew"
	@echo "make sounds   synthesise sounds/ anew"
	@echo "make film     record docs/game/play.gif, the README's film, from a script of taps"
	@echo "make clean    remove all that these made, .venv too"

play: $(VENV)/.stamp-play
	@$(RUN) -m sim $(PLAY_ARGS)

# Its tests start Python hundreds of times: compiled files, where they can be written, save much.
# Three at once, for two cores: some wait for another process, or for the disk.
test: export PYTHONDONTWRITEBYTECODE :=
test: $(VENV)/.stamp-test
	@$(RUN) -m tools.stage
	@$(RUN) -m pytest -n 3 --dist worksteal -m "not browser" $(PYTEST_ARGS)

test-web: $(VENV)/.stamp-web
	@$(RUN) -m tools.stage
	@$(RUN) -m pytest -n 2 --dist worksteal -m browser tests/web $(PYTEST_ARGS)

# A warning fails it: a broken link, a page outside the contents, a docstring that is no reST.
docs: $(VENV)/.stamp-docs
	@$(RUN) -m sphinx --fail-on-warning --keep-going --quiet -d build/doctrees docs build/docs

web: $(VENV)/.stamp-device
	@$(RUN) -m tools.site $${FIRMWARE:+--firmware "$$FIRMWARE"} $(SITE_ARGS)

web-play: $(VENV)/.stamp-device
	@$(RUN) -m tools.site --own $${FIRMWARE:+--firmware "$$FIRMWARE"} $(SITE_ARGS)
	@$(RUN) -m tools.serve $(WEB_ARGS)

bench: $(VENV)/.stamp-device
	@$(RUN) -m tools.bench $(BENCH)

soak: export SEED := $(or $(SEED),$(shell date +%s))
soak: test
	@$(RUN) -m tests.commands.soak
	@$(RUN) -m tests.commands.instructions

budget: $(VENV)/.stamp-test
	@$(RUN) -m tests.commands.budget $(BUDGET)

scoreboard: $(VENV)/.stamp-scoreboard
	@$(RUN) -m tools.scoreboard $(BOARD_ARGS)

device: $(VENV)/.stamp-device
	@$(RUN) -m tools.firmware $(if $(SOURCES),--sources)

deploy: $(VENV)/.stamp-device
	@$(RUN) -m tools.deploy $${DRIVE:+"--drive=$$DRIVE"} $(if $(SOURCES),--sources) $(DEPLOY_ARGS)

chip: $(VENV)/.stamp-play
	@$(RUN) -m tools.build_chip

release: $(VENV)/.stamp-test
	@$(RUN) -m tools.release

lint: $(VENV)/.stamp-lint
	@echo "ruff"
	@$(RUN) -m ruff check --quiet .
	@echo "mypy: simulator, tools"
	@$(RUN) -m mypy --no-error-summary
	@echo "mypy: the game, against the PyPortal's stubs"
	@$(VENV)/bin/circuitpython_setboard pyportal >/dev/null
	@$(RUN) -m mypy --no-error-summary CIRCUITPY/code.py CIRCUITPY/minesweeper

sprites: $(VENV)/.stamp-play
	@$(RUN) -m tools.make_sprites
	@$(RUN) -m tools.make_letters

sounds: $(VENV)/.stamp-play
	@$(RUN) -m tools.make_sounds

film: $(VENV)/.stamp-play
	@$(RUN) -m tools.film

clean:
	@$(if $(wildcard $(RUN)),$(RUN),"$(PYTHON)") -m tools.stage --remove
	@rm -rf $(VENV) build dist sim/*.egg-info .hypothesis .mypy_cache .pytest_cache .ruff_cache
	@rm -rf tests/golden/*-computed.png
	@find . -name __pycache__ -prune -exec rm -rf {} +

# Two at once wait for each other; what was interrupted begins anew.
$(VENV)/.stamp-%: pyproject.toml
	@command -v "$(PYTHON)" >/dev/null || { \
		echo "$(PYTHON) is not installed: install Python 3.11 to 3.14, or name one with PYTHON=" >&2; \
		exit 1; }
	@"$(PYTHON)" tools/environment.py $(VENV) $*
