# Oxtally. `make play`, `make test` and the rest set up all they need by themselves: Python 3.10 or newer, git and make
# are enough.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STATE := $(shell cat pyproject.toml Makefile | cksum | cut -d' ' -f1)
INSTALLED := $(VENV)/installed-$(STATE)
READY := $(VENV)/ready-$(STATE)
STUBS := typings/ready
CASE := $(VENV)/case-$(STATE)
BLENDER := $(VENV)-pictures/ready-$(STATE)

.PHONY: help play test check unit soak bench golden pictures pins board hardware case case-pictures package firmware
.PHONY: format fonts clean

help: ## this list
	@grep -E '^[a-z-]+:.*##' Makefile | sed 's/:.*##/\t/' | expand -t 10

play: $(INSTALLED) ## the device on your screen, in the browser; make play ARGS=--demo
	@$(BIN)/oxtally play $(ARGS)

test: check unit ## everything that has to pass: linting, types, tests

check: $(READY) $(STUBS) ## linting and types only
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/mypy --config-file firmware/mypy.ini

unit: $(READY) ## tests only
	$(BIN)/pytest -n auto

# GAMES=100000 CUTS=1000000 make soak: as many as you like. A failure prints the seed that repeats it. With OXTALLY_UF2,
# whole records are typed on the emulated Pico, and its plug is pulled: an hour, and with GAMES=100000 six.
soak: $(READY) ## the same random games, many more of them
	$(BIN)/python tests/firmware/power_cut_runs.py $${CUTS:-100000}
	OXTALLY_GAMES=$${GAMES:-20000} $(BIN)/pytest -n auto

bench: $(READY) ## figures: the rules beside a plain loop, the flash, the store, the sync, the page, the emulated Pico
	$(BIN)/python tests/bench.py
	$(BIN)/python tests/bench_flash.py
	$(BIN)/python tests/bench_store.py
	$(BIN)/python tests/bench_sync.py
	$(BIN)/python tests/bench_page.py
	$(BIN)/python tests/bench_pico.py

pins: $(READY) ## all that is made from hardware/pins.toml: firmware, wiring, drawings
	$(BIN)/python hardware/make_files.py

board: $(READY) ## schematic and carrier board from hardware/pins.toml, with KiCad 9; ARGS=--freeze: what is ordered as well
	$(BIN)/python hardware/make_board.py $(ARGS)

hardware: $(READY) ## board and case made anew, compared and checked: by KiCad, skipped where it is not; with build123d
	@$(MAKE) --no-print-directory $(CASE) || { echo "build123d cannot be installed here: the case is not checked"; test -z "$$OXTALLY_NO_SKIP"; }
	$(BIN)/pytest -m 'kicad or case' -rs tests/hardware

case: $(CASE) ## the case as STL and STEP, from hardware/case/dimensions.toml
	$(BIN)/python hardware/case/make_case.py

case-pictures: $(CASE) $(BLENDER) ## the case's pictures, in half an hour; wants Python 3.11; then look at them
	$(BIN)/python hardware/case/scene.py
	$(VENV)-pictures/bin/python hardware/case/pictures.py $(ARGS)

package: $(READY) ## firmware/package.json, for mpremote mip
	$(BIN)/python -m oxtally.install.package

firmware: $(READY) ## the firmware compiled, in build/firmware, for mpremote mip
	rm -rf build/firmware
	$(BIN)/python -m oxtally.install.package build/firmware

golden: $(READY) ## make the golden pictures anew; then look at them
	OXTALLY_GOLDEN=1 $(BIN)/pytest -n auto tests/firmware/test_screens.py

pictures: $(READY) ## the pictures in docs/, from the browser; then look at them
	OXTALLY_NO_SKIP=1 $(BIN)/pytest tests/web/test_page.py -k sixth_card
	cp build/pages/taking.png docs/play.png

format: $(READY) ## put the code into its usual form
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

fonts: $(READY) ## the device's font modules, from the drawings in firmware/fonts
	$(BIN)/python firmware/fonts/make_fonts.py

clean: ## remove everything that was made here
	rm -rf $(VENV) $(VENV)-pictures typings .pytest_cache .mypy_cache .ruff_cache .hypothesis

# What it takes to play; the tools of developers come on top of that, where they are needed.
# pip older than 25.1 does not know dependency groups, so it is brought up to date first.
$(INSTALLED): pyproject.toml Makefile
	@$(PYTHON) -c 'import sys; sys.exit("Oxtally needs Python 3.10 or newer; this is " + sys.version.split()[0] + ". Try: make PYTHON=python3.12 play") if sys.version_info < (3, 10) else 0'
	@echo "Setting up (once): Oxtally and what it needs go into $(VENV)"
	@$(PYTHON) -m venv $(VENV) || { echo "Python cannot make a virtual environment; on Debian and Ubuntu: apt install python3-venv"; exit 1; }
	@$(BIN)/pip install --quiet --disable-pip-version-check --upgrade 'pip>=25.1'
	@$(BIN)/pip install --quiet --editable .
	@rm -f $(VENV)/installed-*
	@touch $@

$(READY): $(INSTALLED)
	$(BIN)/pip install --quiet --group dev
	rm -f $(VENV)/ready-*
	touch $@

# What the case is made with, and Blender in an environment of its own: it wants one release of Python.
$(CASE): $(READY)
	$(BIN)/pip install --quiet --group hardware
	rm -f $(VENV)/case-*
	touch $@

$(BLENDER): pyproject.toml Makefile
	$(PYTHON) -m venv $(VENV)-pictures
	$(VENV)-pictures/bin/pip install --quiet --disable-pip-version-check --upgrade 'pip>=25.1'
	$(VENV)-pictures/bin/pip install --quiet --group pictures
	rm -f $(VENV)-pictures/ready-*
	touch $@

# The stubs replace the standard library's for the firmware, so they go into a folder of their own.
$(STUBS): $(READY)
	rm -rf typings
	$(BIN)/pip install --quiet --target typings --no-user 'micropython-rp2-rpi_pico-stubs>=1.24,<2'
	touch $@
