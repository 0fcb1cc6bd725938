# `make` lists the targets. Every target does its own set-up.
.DEFAULT_GOAL := help
HOST ?= 127.0.0.1
PORT ?= 8000
PY := .venv/bin/python
export PYTHONDONTWRITEBYTECODE ?=

.PHONY: help setup serve test lint types lint-content repro fit bench bench-match torture docs fix lock

help: ## list the targets
	@grep -E '^[a-z-]+:.*## ' Makefile | sed 's/:.*## /\t/' | expand -t 16

setup: ## .venv with run and test packages, Chromium and PostgreSQL from Debian
	@scripts/setup test

serve: ## start Faultbook on http://HOST:PORT (default 127.0.0.1:8000)
	@scripts/setup run
	@$(PY) -m app.cli serve --host $(HOST) --port $(PORT)

test: setup lint types lint-content ## everything that must hold (under 8 minutes on 2 cores)
	@echo "==> Tests"
	@$(PY) -m pytest -n 2 --dist loadfile

lint: ## style, complexity, layers
	@scripts/setup test
	@echo "==> Lint and layers"
	@.venv/bin/ruff check .
	@.venv/bin/ruff check --quiet --isolated --line-length 120 --select E,F,W,I,B,UP content
	@.venv/bin/ruff format --check .
	@.venv/bin/lint-imports --no-cache >.venv/.layers.log || { cat .venv/.layers.log; exit 1; }

types: ## strict typing
	@scripts/setup test
	@echo "==> Types"
	@.venv/bin/mypy

lint-content: ## every article: form, links, translations, examples
	@scripts/setup run
	@echo "==> Content"
	@$(PY) -m app.cli lint

repro: ## raise the errors of articles with the real, heavier libraries (its own environment)
	@scripts/setup test
	@scripts/setup repro
	@echo "==> Reproductions"
	@$(PY) -m tests.repro.runner --python .repro-venv/bin/python

fit: ## fit the matcher's weights on the dev cases and write them
	@scripts/setup test
	@$(PY) -m bench.fit --write

bench-match: ## accuracy and latency beside today's tools, on the same cases in one run
	@scripts/setup bench
	@.bench-venv/bin/python -m bench.match

bench: ## big logs, HTTP, index, matching, triage, a failing forge; beside grep, Starlette, Datasette, MkDocs, tantivy, FTS5
	@scripts/setup test
	@scripts/setup peers
	@$(PY) -m bench.biglog
	@.bench-venv/bin/python -m bench.load
	@.bench-venv/bin/python -m bench.site
	@.bench-venv/bin/python -m bench.index_speed
	@$(PY) -m bench.triage
	@$(PY) -m bench.live_faults

torture: ## 200 kills each, sweeps, two processes behind nginx, fuzzing, a soak (root; TORTURE_MINUTES=60)
	@[ "$$(id -u)" = 0 ] || { echo "torture mounts small disks and runs PostgreSQL as its own user: sudo make torture" >&2; exit 1; }
	@scripts/setup torture
	@$(PY) -m tests.torture

docs: ## write the generated documents again
	@scripts/setup test
	@$(PY) -m tests.documents

fix: ## let ruff repair what it can
	@.venv/bin/ruff check --fix . && .venv/bin/ruff format .

lock: ## pin exact versions anew
	@scripts/setup test
	@.venv/bin/python -m pip install --quiet pip-tools
	@.venv/bin/pip-compile --quiet --no-emit-index-url --no-emit-find-links --no-header --strip-extras --upgrade -o requirements/run.txt pyproject.toml
	@.venv/bin/pip-compile --quiet --no-emit-index-url --no-emit-find-links --no-header --strip-extras --upgrade --extra test -o requirements/test.txt pyproject.toml
	@.venv/bin/pip-compile --quiet --no-emit-index-url --no-emit-find-links --no-header --strip-extras --extra cluster -c requirements/test.txt -o requirements/cluster.txt pyproject.toml
	@.venv/bin/pip-compile --quiet --no-emit-index-url --no-emit-find-links --no-header --strip-extras --upgrade --extra bench -o requirements/bench.txt pyproject.toml
