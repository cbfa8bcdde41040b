# SPDX-License-Identifier: MIT
# Every target sets up .venv by itself; `make help` lists them.

PYTHON ?= python3
VENV := .venv
RUN := $(VENV)/bin/python
PIP := $(RUN) -m pip --disable-pip-version-check
PLAY_ARGS ?=
PYTEST_ARGS ?=
DRIVE ?=

# A .venv whose Python is gone (never finished, or the system's Python was replaced) is set up anew.
BROKEN := $(shell test -x $(RUN) || rm -f $(VENV)/.stamp-play $(VENV)/.stamp-test)

.PHONY: help play test soak budget device deploy lint sprites sounds clean
.DEFAULT_GOAL := help

help:
	@echo "make play     play in a window            (PLAY_ARGS=\"--scale 3\" and the like)"
	@echo "make test     run all tests               (PYTEST_ARGS=\"-k touch\" and the like)"
	@echo "make soak     a day of play by a random player, checked by a model (10 minutes)"
	@echo "make budget   measure the firmware's memory in a MicroPython VM, against its limits"
	@echo "make device   fill CIRCUITPY/ for copying to a PyPortal by hand"
	@echo "make deploy   copy it to a PyPortal       (DRIVE=/where/it/is/mounted if not found)"
	@echo "make lint     ruff and mypy"
	@echo "make sprites  draw the sprite sheets anew"
	@echo "make sounds   synthesise sounds/ anew"
	@echo "make clean    remove all that these made, .venv too"

play: $(VENV)/.stamp-play
	@$(RUN) -m tools.stage
	@$(RUN) -m sim $(PLAY_ARGS)

test: $(VENV)/.stamp-test
	@$(RUN) -m tools.stage
	@$(RUN) -m pytest -n 2 $(PYTEST_ARGS)

soak: $(VENV)/.stamp-test
	@PYTHONPATH=tests $(RUN) -m soak

budget: $(VENV)/.stamp-test
	@PYTHONPATH=tests $(RUN) -m vm.budget

device: $(VENV)/.stamp-play
	@$(RUN) -m tools.stage
	@find CIRCUITPY -name __pycache__ -prune -exec rm -rf {} +
	@echo "CIRCUITPY/ is complete: copy what is in it to the PyPortal's drive, or run make deploy"

deploy: $(VENV)/.stamp-play
	@$(RUN) -m tools.deploy $(if $(DRIVE),--drive "$(DRIVE)")

lint: $(VENV)/.stamp-test
	@echo "ruff"
	@$(RUN) -m ruff check --quiet .
	@echo "mypy: simulator, tools"
	@$(RUN) -m mypy --no-error-summary
	@echo "mypy: firmware against the pyportal's stubs"
	@$(VENV)/bin/circuitpython_setboard pyportal >/dev/null
	@$(RUN) -m mypy --no-error-summary CIRCUITPY/code.py CIRCUITPY/minesweeper

sprites: $(VENV)/.stamp-play
	@$(RUN) -m tools.make_sprites

sounds: $(VENV)/.stamp-play
	@$(RUN) -m tools.make_sounds

clean:
	@rm -rf $(VENV) build dist sim/*.egg-info .hypothesis .mypy_cache .pytest_cache .ruff_cache
	@rm -rf CIRCUITPY/SpriteSheet*.bmp CIRCUITPY/sounds CIRCUITPY/lib tests/golden/*-computed.png
	@rm -rf tests/vm/node_modules
	@find . -name __pycache__ -prune -exec rm -rf {} +

$(VENV)/.stamp-play: pyproject.toml
	@$(ENVIRONMENT)
	@echo "installing what playing needs into $(VENV)"
	@$(PIP) install --quiet --editable .
	@$(CHECKOUT)
	@touch $@

$(VENV)/.stamp-test: pyproject.toml
	@$(ENVIRONMENT)
	@echo "installing what testing needs into $(VENV)"
	@$(PIP) install --quiet --editable '.[test]'
	@$(CHECKOUT)
	@touch $@ $(VENV)/.stamp-play

# Programs that this environment runs find `sim` and `tools` wherever they lie themselves.
define CHECKOUT
$(RUN) -c 'import os, sysconfig; \
	open(sysconfig.get_path("purelib") + "/checkout.pth", "w").write(os.getcwd())'
endef

# An environment with a pip is kept, so that it may also be one that was made by hand.
define ENVIRONMENT
$(PIP) --version >/dev/null 2>&1 || { $(NEW_ENVIRONMENT); }
endef

define NEW_ENVIRONMENT
command -v $(PYTHON) >/dev/null || { \
	echo "$(PYTHON) is not installed: install Python 3.11 or newer, or name one with PYTHON=" >&2; exit 1; }; \
$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	echo "$(PYTHON) is `$(PYTHON) -V 2>&1`, 3.11 or newer is needed: name one with PYTHON=" >&2; exit 1; }; \
$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { \
	echo "$(PYTHON) lacks the venv module: apt install $(notdir $(PYTHON))-venv, then run make again" >&2; \
	exit 1; }; \
echo "making $(VENV) with $(PYTHON)"; \
$(PYTHON) -m venv --clear $(VENV)
endef
