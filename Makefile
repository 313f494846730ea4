# The developer commands. `make run` and `make test` need nothing but Python 3.11+, make and a C++ compiler.

PYTHON ?= python3
BOARD ?= examples/boards/fifteen.txt
BIN := .venv/bin
# Anything that changes the compiled core or the installed package.
PACKAGE := pyproject.toml CMakeLists.txt $(wildcard core/*.cpp core/*.hpp)

.PHONY: run test lint core-test sanitize slow bench load clean

run: .venv/installed  ## solve a board: make run BOARD=path
	@$(BIN)/taquin solve "$(BOARD)"

test: .venv/dev lint core-test  ## everything that CI runs
	$(BIN)/python -m pytest

lint: .venv/dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

core-test: .venv/dev  ## the C++ core's own tests
	$(BIN)/cmake -S . -B build/core -G Ninja -DCMAKE_MAKE_PROGRAM=$(CURDIR)/$(BIN)/ninja -DTAQUIN_TESTS=ON >/dev/null
	$(BIN)/cmake --build build/core
	build/core/taquin_core_tests

sanitize: .venv/dev  ## the same under the address and undefined-behaviour sanitizers
	$(BIN)/cmake -S . -B build/sanitize -G Ninja -DCMAKE_MAKE_PROGRAM=$(CURDIR)/$(BIN)/ninja -DTAQUIN_TESTS=ON \
	    -DTAQUIN_SANITIZE=ON -DCMAKE_BUILD_TYPE=RelWithDebInfo >/dev/null
	$(BIN)/cmake --build build/sanitize
	build/sanitize/taquin_core_tests

slow: .venv/dev  ## proofs that take minutes
	$(BIN)/python -m pytest -m slow

bench: .venv/dev  ## measure; prints ratios and writes JSON
	$(BIN)/python -m benchmarks

load: .venv/dev  ## a class at work on the web app, for a minute
	$(BIN)/python -m benchmarks.web_load

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("Taquin needs Python 3.11 or newer: make PYTHON=...")'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade pip

.venv/installed: .venv/bin/python $(PACKAGE)
	@echo "Installing taquin into .venv ..."
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

.venv/dev: .venv/bin/python $(PACKAGE)
	@echo "Installing taquin and the developer tools into .venv ..."
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@ .venv/installed

clean:
	rm -rf .venv build dist
