# The words that people and CI use. `make demo` and `make test` set up what they need.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

# Without compiled files, each process that a test or `demo` starts would compile Querist anew.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help setup demo test slow lint types imports check audit docs format clean

help: ## show these words
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 12

setup: $(READY) ## make the virtual environment and install Querist into it

$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Querist needs Python 3.11 or newer; set PYTHON=python3.x"; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) || { echo "No venv module: install it (Debian: apt install python3-venv)"; rm -rf $(VENV); exit 1; }
	@echo "Setting up in $(VENV) (about a minute, once) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@

demo: $(READY) ## load the sample company, answer one question, serve the chat page
	@$(BIN)/querist demo

test: $(READY) ## run the tests
	@$(BIN)/python -m pytest -n auto --dist worksteal

slow: $(READY) ## run the tests that take longer, and all made-up examples
	@$(BIN)/python -m pytest -n auto --dist loadfile -m "slow or hypothesis"

lint: $(READY) ## check the style, and that what is imported is declared
	@$(BIN)/ruff check . && $(BIN)/ruff format --check .
	@$(BIN)/deptry --no-ansi .

types: $(READY) ## check the types
	@$(BIN)/mypy

imports: $(READY) ## check who imports whom
	@$(BIN)/lint-imports --no-cache

check: lint types imports test ## all of these

audit: $(READY) ## ask a public database for known weaknesses of what is installed (needs the network)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check 'pip-audit>=2.7,<3'
	@$(BIN)/pip-audit --local --skip-editable --progress-spinner off

docs: $(READY) ## build the documents as a site, in build/site
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[docs]'
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet && echo "The documents are in build/site."

format: $(READY) ## put the style right
	@$(BIN)/ruff check --fix . ; $(BIN)/ruff format .

clean: ## remove what was made here
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache artifacts
