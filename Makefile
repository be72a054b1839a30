# Needs Python 3.11 or newer with pip, and a network. Everything else is made in .venv.
#
#   PYTHON=...  the interpreter that .venv is made with
#   ARGS=...    arguments for dpcn-app (run, bench) or pytest (test)

VENV := .venv
BIN := $(VENV)/bin
comma := ,
empty :=
space := $(empty) $(empty)
RESULTS := shapes states robustness attention wide eyes-closed levels departures speed peers natural studies
STUDIES := landscape-easy landscape-hard robustness-easy robustness-hard
PAGES := resources/results
PICTURES := resources/pictures

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help run test soak mutants lint bench peers results models demonstrations pictures constraints \
	clean system-run system-test $(addprefix results-,$(RESULTS))

help: ## show this list
	@sed -n 's/^\([a-z]*\):.*## /  make \1\t/p' $(MAKEFILE_LIST) | expand -t 22

run: system-run $(VENV)/.installed-run ## open the window, or run dpcn-app with ARGS="..."
	$(BIN)/dpcn-app $(ARGS)

test: lint system-test ## lint, then run the tests, or some of them with ARGS="..."
	$(BIN)/python -m pytest --numprocesses auto --dist worksteal $(ARGS)

soak: system-test $(VENV)/.installed-dev ## an hour of rough use: hostile starts, then a monkey at the window
	$(BIN)/python -m tests.soak.hostile_starts
	$(BIN)/python -m tests.soak.monkey

mutants: $(VENV)/.installed-dev ## change the engine in 200 places: which change does no test notice?
	$(BIN)/python -m tests.mutants.run $(ARGS)

lint: $(VENV)/.installed-dev ## check style, types and the direction of imports
	$(BIN)/python -m ruff check
	$(BIN)/python -m ruff format --check
	$(BIN)/python -m mypy
	$(BIN)/lint-imports --no-logo

bench: $(VENV)/.installed-bench ## measure the engine against its peers
	$(BIN)/dpcn-app bench $(ARGS)

peers: $(VENV)/.installed-bench ## race the engine against other libraries
	$(BIN)/dpcn-app bench peers --out build/peers $(ARGS)

# One page after the other, also with make -j: times would be of no use otherwise.
results: ## measure all that resources/results tells, an hour or more; results-shapes is one page
	@for page in $(RESULTS); do $(MAKE) results-$$page || exit; done

models: $(VENV)/.installed-run ## train the bundled networks anew
	$(BIN)/dpcn-app train --preset shapes-easy --seed 1 --out resources/models/shapes-easy.npz
	$(BIN)/dpcn-app train --preset shapes-hard --seed 1 --out resources/models/shapes-hard.npz
	$(BIN)/dpcn-app train --preset shapes-wide --seed 1 --out resources/models/shapes-wide.npz
	$(BIN)/dpcn-app train --preset shapes-wide-easy --seed 1 --out resources/models/shapes-wide-easy.npz
	$(BIN)/dpcn-app train --preset shapes-levels --seed 1 --out resources/models/shapes-levels.npz
	$(BIN)/dpcn-app train --preset natural --seed 1 --out resources/models/natural.npz
	$(MAKE) demonstrations

demonstrations: $(VENV)/.installed-run ## infer anew what the bundled networks show at first
	$(BIN)/python -m dpcn_app.live.demonstration_run

pictures: $(VENV)/.installed-run ## draw the pictures of the window anew
	$(BIN)/dpcn-app render --out $(PICTURES)/compare.png --top-down off,both --size 1500x940
	$(BIN)/dpcn-app render --out $(PICTURES)/projector.png --theme projector \
		--top-down off,prior --frame 101 --size 1280x720

clean: ## remove .venv, caches and built files
	rm -rf $(VENV) build dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find dpcn_app tests -name __pycache__ -type d -prune -exec rm -rf {} +

system-run system-test: system-%:
	@.ci/system-packages $*

# --- Results --------------------------------------------------------------------------------------

# $(call reproduce,EXPERIMENT,ARGUMENTS): a verdict of `fail` (1) is a result too; bad input is not.
reproduce = $(BIN)/dpcn-app reproduce $(1) --page $(PAGES)/$(1).md $(2) || test $$? -eq 1

shapes_seeds := 501,502,503,504,505
hard_seeds := $(subst $(space),$(comma),$(shell seq 21001 21030))
easy_seeds := $(subst $(space),$(comma),$(shell seq 16001 16030))
attention_seeds := 6001,6002,6003,6004,6005
wide_seeds := 13001,13002,13003,13004,13005
eyes_seeds := 7001,7002,7003
levels_seeds := 14001,14002,14003,14004,14005
departure_seeds := $(subst $(space),$(comma),$(shell seq 17001 17010))
photograph_seeds := 1,2,3
observations := 40,50,60,80,100,140

results-shapes: $(VENV)/.installed-bench
	$(call reproduce,shapes,--set easy --seeds $(shapes_seeds) --out build/shapes-easy)
	$(call reproduce,shapes,--set hard --seeds $(shapes_seeds) --out build/shapes-hard)
	cp build/shapes-easy/noisy_bottom_up.png $(PICTURES)/shapes-bottom-up.png
	cp build/shapes-easy/noisy_top_down.png $(PICTURES)/shapes-top-down.png

results-states: $(VENV)/.installed-bench
	$(call reproduce,states,--observations $(observations) --runs 20 --out build/states)
	cp build/states/states.png $(PICTURES)/states.png

results-robustness: $(VENV)/.installed-bench
	$(call reproduce,robustness,--set hard --seeds $(hard_seeds) --out build/robustness-hard)
	$(call reproduce,robustness,--set easy --seeds $(easy_seeds) --out build/robustness-easy)
	cp build/robustness-hard/robustness.png $(PICTURES)/robustness-hard.png
	cp build/robustness-easy/robustness.png $(PICTURES)/robustness-easy.png
	cp build/robustness-hard/fading.png $(PICTURES)/fading-hard.png

results-attention: $(VENV)/.installed-bench
	$(call reproduce,attention,--set hard --seeds $(attention_seeds) --out build/attention-hard)
	$(call reproduce,attention,--set easy --seeds $(attention_seeds) --out build/attention-easy)
	cp build/attention-hard/attention.png $(PICTURES)/attention-hard.png
	cp build/attention-easy/attention.png $(PICTURES)/attention-easy.png
	cp build/attention-easy/seen.png $(PICTURES)/attention-seen.png

results-wide: $(VENV)/.installed-bench
	$(call reproduce,wide,--set wide --seeds $(wide_seeds) --out build/wide)
	$(call reproduce,wide,--set wide-easy --seeds $(wide_seeds) --out build/wide-easy)
	cp build/wide/context.png $(PICTURES)/wide-context.png
	cp build/wide/selectivity.png $(PICTURES)/wide-selectivity.png

results-eyes-closed: $(VENV)/.installed-bench
	$(call reproduce,eyes-closed,--set hard --seeds $(eyes_seeds) --out build/eyes-closed-hard)
	$(call reproduce,eyes-closed,--set easy --seeds $(eyes_seeds) --out build/eyes-closed-easy)
	cp build/eyes-closed-hard/eyes-closed.png $(PICTURES)/eyes-closed-hard.png
	cp build/eyes-closed-easy/eyes-closed.png $(PICTURES)/eyes-closed-easy.png

results-levels: $(VENV)/.installed-bench
	$(call reproduce,levels,--seeds $(levels_seeds) --out build/levels)
	cp build/levels/levels.png $(PICTURES)/levels.png

# Runs that are done are kept in build/departures-*: stopped and called again, it goes on.
results-departures: $(VENV)/.installed-bench
	for set in hard easy natural; do \
		$(call reproduce,departures,--set $$set --seeds $(departure_seeds) --out build/departures-$$set) || exit; \
	done
	cp build/departures-hard/departures.png $(PICTURES)/departures-hard.png

results-speed: $(VENV)/.installed-bench
	$(BIN)/dpcn-app bench --page $(PAGES)/speed.md

results-peers: $(VENV)/.installed-bench
	$(BIN)/dpcn-app bench peers --out build/peers --page $(PAGES)/peers.md
	cp build/peers/peers.png $(PICTURES)/peers.png

results-natural: $(VENV)/.installed-bench build/films/objects.mp4 build/films/cutouts.mp4
	$(call reproduce,natural,--seeds $(photograph_seeds) --out build/natural)
	$(call reproduce,natural,--video build/films/objects.mp4 --out build/natural-objects)
	$(call reproduce,natural,--video build/films/cutouts.mp4 --out build/natural-cutouts)
	cp build/natural/dictionary.png $(PICTURES)/natural-dictionary.png
	cp build/natural/transitions.png $(PICTURES)/natural-transitions.png
	cp build/natural/fields-1.png $(PICTURES)/natural-fields.png

# Runs that are done are kept in build/studies: stopped and called again, it goes on. ARGS="--limit 4"
# makes the first of each study only; ARGS="--scheduler ADDRESS" lets a cluster make them.
results-studies: $(VENV)/.installed-bench
	for study in $(STUDIES); do \
		$(BIN)/dpcn-app sweep $$study --out build/studies/$$study --page $(PAGES)/studies.md $(ARGS) || exit; \
		cp build/studies/$$study/heat-map.png $(PICTURES)/study-$$study.png || exit; \
	done

build/films/street.mp4 build/films/still.mp4 build/films/pan.mp4: \
		tests/films/standing_films.py tests/films/film.py | $(VENV)/.installed-bench
	mkdir -p build/films
	$(BIN)/python -m tests.films.standing_films $@

build/films/%.mp4: tests/films/%_film.py tests/films/film.py | $(VENV)/.installed-bench
	mkdir -p build/films
	$(BIN)/python -m tests.films.$*_film $@

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

$(VENV)/.installed-run: extras := [parquet]
$(VENV)/.installed-dev: extras := [dev]
$(VENV)/.installed-bench: extras := [bench,parquet]
$(VENV)/.installed-%: pyproject.toml constraints.txt $(BIN)/python
	@echo "Installing dpcn-app$(extras) into $(VENV) (a minute or two, the first time)"
	@$(call install,$(VENV),-c constraints.txt -e '.$(extras)')
	@$(BIN)/python -m compileall -q dpcn_app  # else the first start would, in three processes
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
