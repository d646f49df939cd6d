# Needs Python 3.11 or newer with venv and pip. Another Python: make test PYTHON=python3.13
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.installed
PORT   ?= 8000

export PIP_DISABLE_PIP_VERSION_CHECK := 1
export NO_MKDOCS_2_WARNING := 1

.DEFAULT_GOAL := help
.PHONY: help env serve site test lint format clean

help: ## show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

serve: site ## build the site and serve it on http://127.0.0.1:8000
	@echo "Serving the site on http://127.0.0.1:$(PORT) (Ctrl-C stops it)"
	@$(BIN)/python -m http.server --bind 127.0.0.1 --directory build/site $(PORT)

test: lint ## run the linters, the type checker and the tests
	$(BIN)/pytest

site: $(STAMP) ## build the site into build/site
	rm -rf build/docs build/site
	$(BIN)/citator pages --to build/docs
	$(BIN)/mkdocs build --strict

lint: $(STAMP) ## run the linters and the type checker
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

format: $(STAMP) ## put the code into the house's form
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

env: $(STAMP) ## make the environment in .venv

# The environment is made anew when what is asked of it changes.
$(STAMP): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Citator needs Python 3.11 or newer; this is " + sys.version.split()[0])'
	$(PYTHON) -m venv --clear $(VENV)
	$(BIN)/pip install --quiet --editable '.[site,dev]'
	@touch $@

clean: ## remove what was built, and the environment
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find parser tests -name __pycache__ -type d -prune -exec rm -rf {} +
