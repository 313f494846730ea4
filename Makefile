# The developer commands. `make run` and `make test` need nothing but Python 3.11+, make and a C++ compiler.

PYTHON ?= python3
BOARD ?= examples/boards/fifteen.txt
BIN := .venv/bin
# Anything that changes the compiled core or the installed package.
PACKAGE := pyproject.toml CMakeLists.txt $(wildcard core/*.cpp core/*.hpp)

# Installed without a compiler, the engine is pure Python; once there is one, it is installed anew.
ENGINE := $(if $(shell command -v $(CXX) || command -v c++ || command -v clang++),native,python)
INSTALLED := .venv/installed-$(ENGINE)
DEVELOPED := .venv/developed-$(ENGINE)

.PHONY: run test lint core-test sanitize slow bench load clean

run: $(INSTALLED)  ## solve a board: make run BOARD=path
	@$(BIN)/taquin solve "$(BOARD)"

test: $(DEVELOPED) lint core-test  ## everything that CI runs
	$(BIN)/python -m pytest

lint: $(DEVELOPED)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

core-test: $(DEVELOPED)  ## the C++ core's own tests
	$(BIN)/cmake -S . -B build/core -G Ninja -DCMAKE_MAKE_PROGRAM=$(CURDIR)/$(BIN)/ninja -DTAQUIN_TESTS=ON >/dev/null
	$(BIN)/cmake --build build/core
	build/core/taquin_core_tests

sanitize: $(DEVELOPED)  ## the same under the address and undefined-behaviour sanitizers
	$(BIN)/cmake -S . -B build/sanitize -G Ninja -DCMAKE_MAKE_PROGRAM=$(CURDIR)/$(BIN)/ninja -DTAQUIN_TESTS=ON \
	    -DTAQUIN_SANITIZE=ON -DCMAKE_BUILD_TYPE=RelWithDebInfo >/dev/null
	$(BIN)/cmake --build build/sanitize
	build/sanitize/taquin_core_tests

slow: $(DEVELOPED)  ## proofs that take minutes
	$(BIN)/python -m pytest -m slow

bench: $(DEVELOPED)  ## measure; prints ratios and writes JSON; BENCH=--slow adds medium and large boards
	$(BIN)/python -m benchmarks $(BENCH)

load: $(DEVELOPED)  ## a class at work on the web app, for a minute
	$(BIN)/python -m benchmarks.web_load

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("Taquin needs Python 3.11 or newer: make PYTHON=...")'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade pip

$(INSTALLED): .venv/bin/python $(PACKAGE)
	@echo "Installing taquin into .venv ..."
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(DEVELOPED): .venv/bin/python $(PACKAGE)
	@echo "Installing taquin and the developer tools into .venv ..."
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@ $(INSTALLED)

clean:
	rm -rf .venv build dist
