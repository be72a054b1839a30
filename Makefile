# Needs Python 3.11 or newer with pip, and a network. Everything else is made in .venv.
#
#   PYTHON=...  the interpreter that .venv is made with
#   ARGS=...    arguments for dpcn-app (run, bench) or pytest (test)

VENV := .venv
BIN := $(VENV)/bin
comma := ,

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help run test lint bench peers models pictures constraints clean system-run system-test

help: ## show this list
	@sed -n 's/^\([a-z]*\):.*## /  make \1\t/p' $(MAKEFILE_LIST) | expand -t 22

run: system-run $(VENV)/.installed-run ## open the window, or run dpcn-app with ARGS="..."
	$(BIN)/dpcn-app $(ARGS)

test: lint system-test ## lint, then run the tests, or some of them with ARGS="..."
	$(BIN)/python -m pytest $(ARGS)

lint: $(VENV)/.installed-dev ## check style, types and the direction of imports
	$(BIN)/python -m ruff check
	$(BIN)/python -m ruff format --check
	$(BIN)/python -m mypy
	$(BIN)/lint-imports --no-logo

bench: $(VENV)/.installed-bench ## measure the engine against its peers
	$(BIN)/dpcn-app bench $(ARGS)

peers: $(VENV)/.installed-bench ## race other libraries, and draw the README's picture of it anew
	$(BIN)/dpcn-app bench peers --out build/peers $(ARGS)
	cp build/peers/peers.png resources/pictures/peers.png

models: $(VENV)/.installed-run ## train the bundled networks anew
	$(BIN)/dpcn-app train --preset shapes-easy --seed 1 --out resources/models/shapes-easy.npz
	$(BIN)/dpcn-app train --preset shapes-hard --seed 1 --out resources/models/shapes-hard.npz
	$(BIN)/dpcn-app train --preset natural --seed 1 --out resources/models/natural.npz

pictures: $(VENV)/.installed-run ## draw the README's pictures anew
	$(BIN)/dpcn-app render --out resources/pictures/compare.png --top-down off,both --size 1500x940
	$(BIN)/dpcn-app render --out resources/pictures/projector.png --theme projector \
		--top-down off,prior --frame 101 --size 1280x720
	$(BIN)/dpcn-app reproduce natural --model natural --out build/natural
	cp build/natural/dictionary.png resources/pictures/natural-dictionary.png
	cp build/natural/transitions.png resources/pictures/natural-transitions.png
	cp build/natural/fields-1.png resources/pictures/natural-fields.png

clean: ## remove .venv, caches and built files
	rm -rf $(VENV) build dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find dpcn_app tests -name __pycache__ -type d -prune -exec rm -rf {} +

system-run system-test: system-%:
	@.ci/system-packages $*

# --- The environment: with uv where it is on the PATH, else with venv and pip ---------------------

# $(call python,CANDIDATES,CONDITION,NEED) prints the path of the first interpreter that will do.
define python
for candidate in $(1); do \
	"$$candidate" -c 'import sys; v = sys.version_info; print(sys.executable) if $(2) else sys.exit(1)' \
		2>/dev/null && exit; \
done; \
echo "This needs $(3), and none was found. Install it, or name it: make PYTHON=/path/to/python" >&2; \
exit 1
endef

# $(call make-venv,PYTHON,FOLDER). Some distributions leave ensurepip out of Python: pip can then
# still be put in by the pip outside.
define make-venv
if command -v uv >/dev/null; then \
	uv venv --quiet --python "$(1)" "$(2)"; \
else \
	"$(1)" -m venv "$(2)" >/dev/null || { \
		"$(1)" -m venv --clear --without-pip "$(2)" && \
		"$(1)" -m pip --python "$(2)/bin/python" install --quiet pip; }; \
fi
endef

# $(call install,FOLDER,ARGUMENTS). An environment that uv has made has no pip of its own.
define install
if command -v uv >/dev/null; then \
	uv pip install --quiet --python "$(1)/bin/python" $(2); \
else \
	{ "$(1)/bin/python" -m pip --version || "$(1)/bin/python" -m ensurepip; } >/dev/null 2>&1; \
	"$(1)/bin/python" -m pip install --quiet --disable-pip-version-check $(2); \
fi
endef

candidates := $(PYTHON) python3 python3.13 python3.12 python3.11

$(BIN)/python:
	@python=$$($(call python,$(candidates),v >= (3$(comma) 11),Python 3.11 or newer)) && \
	echo "Making $(VENV) with $$python" && \
	rm -rf $(VENV) && \
	$(call make-venv,$$python,$(VENV))

$(VENV)/.installed-run: extras :=
$(VENV)/.installed-dev: extras := [dev]
$(VENV)/.installed-bench: extras := [bench]
$(VENV)/.installed-%: pyproject.toml constraints.txt $(BIN)/python
	@echo "Installing dpcn-app$(extras) into $(VENV) (a minute or two, the first time)"
	@$(call install,$(VENV),-c constraints.txt -e '.$(extras)')
	@touch $@

# --- Pinned versions ------------------------------------------------------------------------------

define constraints_header
# The versions that the application, its tests and its benchmark are known to work with.
# `make constraints` makes this file anew: it installs the newest versions that pyproject.toml
# allows, with Python 3.11 and the extras dev and bench, and lists what it got.
endef
export constraints_header

list_versions := from importlib.metadata import distributions; \
	pins = {d.name.lower().replace("_", "-"): d.version for d in distributions()}; \
	[print(f"{name}=={pins[name]}") for name in sorted(pins.keys() - {"dpcn-app", "pip"})]

# With the oldest Python supported: a newer one would pin versions that it cannot install.
constraints: ## pin everything in constraints.txt at its newest (needs Python 3.11)
	@python=$$($(call python,$(PYTHON) python3.11 python3,v[:2] == (3$(comma) 11),Python 3.11)) && \
	folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT && \
	$(call make-venv,$$python,$$folder/venv) && \
	$(call install,$$folder/venv,--upgrade setuptools '.[dev$(comma)bench]') && \
	"$$folder/venv/bin/python" -c '$(list_versions)' >"$$folder/pins" && \
	{ echo "$$constraints_header"; cat "$$folder/pins"; } >constraints.txt
