# Clipwright. `make` alone lists the targets; each one sets up what it needs.
SHELL := /bin/sh
.DEFAULT_GOAL := help

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
# Compile no bytecode for fifteen thousand modules, most of which are never loaded; the first import writes it.
INSTALL := $(BIN)/python -m pip install --quiet --no-compile --constraint constraints.txt

# make render TOPIC="…" [LANGUAGE=en] [STYLE=tiktok] [PACK=documentary] [MODE=darkHistory] [VOICE=…] [FACTS=…] [OUT=…] [ARGS="…"]
TOPIC ?=
FACTS ?=
LANGUAGE ?= en
MODE ?= darkHistory
PACK ?= documentary
VOICE ?= warm-storyteller
STYLE ?= tiktok
OUT ?=
ARGS ?=
SCRIPT ?=
FILE ?=
ASPECT ?= 9:16
CAPTIONS ?= tiktok
DUB ?=
FUZZ_COUNT ?= 5000
FUZZ_RENDER ?= 0
MINUTES ?= 13
export TOPIC FACTS OUT SCRIPT FILE
# A second BLAS thread would change the last bits of results and slow down small products.
export OPENBLAS_NUM_THREADS := 1
# Without bytecode each process compiles the same six hundred modules; tests start hundreds of processes.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help setup render film analyse remix test test-services test-gpu lint types audit contracts bench profile styles gallery golden generated serve worker doctor chaos fuzz docs clean distclean

help: ## list the targets
	@awk 'BEGIN {FS = ":.*## "} /^[a-z-]+:.*## / {printf "  make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: $(READY) ## make the virtual environment with pinned packages, and fetch voices, a text detector and article summaries (109 MB)
	@$(BIN)/clipwright models fetch default --if-possible

$(READY): pyproject.toml constraints.txt $(wildcard renderer/kernels/source/*.[ch])
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Clipwright needs Python 3.11 or newer; set PYTHON=python3.11")'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(INSTALL) --no-warn-conflicts --editable '.[render,engines,worker,api,test]'
	@# installed without its bound on Pillow, which is too old (docs/decisions/0016); its requirements are in the test extra
	$(INSTALL) --no-deps moviepy
	@# the kernels are compiled by the machine's C compiler if there is one, else by one from a package
	@command -v cc >/dev/null || command -v gcc >/dev/null || command -v clang >/dev/null || \
		$(INSTALL) ziglang || true
	@$(BIN)/python -m renderer.kernels.build
	@$(BIN)/clipwright models fetch default --if-possible
	@touch $(READY)

# make film SCRIPT=text.md [MINUTES=13] [LANGUAGE=…] [PACK=…] [MODE=…] [VOICE=…] [OUT=…] [ARGS="…"]
film: $(READY) ## make a film of 11 to 15 minutes: make film SCRIPT=examples/films/the-hour-we-share.md
	@$(BIN)/clipwright film --script "$$SCRIPT" --minutes $(MINUTES) --language $(LANGUAGE) --video-mode $(MODE) \
		--style-pack $(PACK) --voice $(VOICE) $(if $(OUT),--out "$$OUT") $(ARGS)

# make analyse FILE=talk.mp4 [OUT=…] [ARGS="…"]
analyse: $(READY) ## find shots, subject, faces, text, speech and words of a video: make analyse FILE=talk.mp4
	@$(BIN)/clipwright remix analyse "$$FILE" $(if $(OUT),--out "$$OUT") $(ARGS)

# make remix FILE=clip.mp4 [ASPECT=9:16] [CAPTIONS=tiktok] [DUB=es] [OUT=…] [ARGS="…"]
remix: $(READY) ## reframe, caption and dub a video of your own: make remix FILE=clip.mp4
	@$(BIN)/clipwright remix export "$$FILE" --aspect $(ASPECT) --captions $(CAPTIONS) \
		$(if $(DUB),--dub $(DUB)) $(if $(OUT),--out "$$OUT") $(ARGS)

render: $(READY) ## make a video: make render TOPIC="Why octopuses have three hearts"
	@$(BIN)/clipwright render --topic "$$TOPIC" --language $(LANGUAGE) --video-mode $(MODE) \
		--style-pack $(PACK) --voice $(VOICE) --caption-style $(STYLE) $(if $(FACTS),--facts "$$FACTS") $(if $(OUT),--out "$$OUT") $(ARGS)

test: $(READY) ## run the tests that need no server and no GPU
	$(BIN)/python -m pytest -q -n 3 --dist worksteal -m "not services and not gpu" $(ARGS)

test-services: $(READY) ## run the tests that start real servers
	$(BIN)/python -m pytest -q -n 3 --dist worksteal -m services tests/chaos tests/services tests/contract $(ARGS)

chaos: $(READY) ## run the long chaos tests: 60 jobs, 30 of Remix, servers killed at random for two minutes (CHAOS_SEED repeats a run)
	CI=1 CHAOS_LONG=1 $(BIN)/python -m pytest -q -s tests/chaos $(ARGS)

# make fuzz [FUZZ_COUNT=5000] [FUZZ_RENDER=200] [ARGS="--first 5000"]: FUZZ_RENDER=N renders N whole videos instead
fuzz: $(READY) ## plan thousands of generated orders: make fuzz FUZZ_COUNT=5000, or whole videos: make fuzz FUZZ_RENDER=200
	$(BIN)/python -m benchmarks.fuzz --count $(FUZZ_COUNT) --render $(FUZZ_RENDER) $(ARGS)

test-gpu: $(READY) ## run the tests that need an NVIDIA GPU
	$(BIN)/python -m pytest -q -m gpu $(ARGS)

lint: $(READY) ## check style and import contracts
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports

contracts: $(READY) ## check which packages may import which: import-linter, and the allow-lists of tests/architecture
	$(BIN)/lint-imports
	$(BIN)/python -m pytest -q tests/architecture/test_imports.py tests/architecture/test_one_door.py \
		tests/architecture/test_rooms.py

types: $(READY) ## check types of source and tests with mypy, strict
	$(BIN)/mypy renderer pipelines api tests benchmarks tools

audit: $(READY) ## check the pins against the stored security advisories
	@$(BIN)/python -m tools.audit

bench: $(READY) ## measure rendering against its floor and against other tools
	$(BIN)/python -m benchmarks.render $(ARGS)
	$(BIN)/python -m benchmarks.stages

profile: $(READY) ## render with a trace, a flame graph and a table of stages
	$(BIN)/clipwright profile --topic "$${TOPIC:-Why octopuses have three hearts}" $(ARGS)

styles: $(READY) ## draw the gallery of caption styles into docs/gallery
	$(BIN)/clipwright styles $(ARGS)

gallery: $(READY) ## draw pictures, storyboards and music into docs/gallery
	$(BIN)/clipwright gallery $(ARGS)
	$(BIN)/python -m tools.shot_sheets

golden: $(READY) ## refresh the golden images after looking at the change
	GOLDEN=refresh $(BIN)/python -m pytest -q tests -k golden

generated: $(READY) ## write all generated files; slow ones only if their sources have changed
	$(BIN)/python -m tools.generated $(ARGS)

docs: $(READY) ## check the documents: everything they name exists, and generated files are up to date
	$(BIN)/python -m tools.generated --check
	$(BIN)/python -m pytest -q tests/architecture/test_extending.py tests/architecture/test_rooms.py \
		tests/api/openapi

worker: $(READY) ## take jobs from a broker until told to stop: CLIPWRIGHT_BROKER_URL=… make worker
	$(BIN)/clipwright worker $(ARGS)

serve: $(READY) ## run the API and a worker together with a demo account
	$(BIN)/clipwright serve --demo-account $(ARGS)

doctor: $(READY) ## report what this machine can do
	@$(BIN)/clipwright doctor $(ARGS)

clean: ## remove videos and intermediate results made here
	rm -rf out .clipwright profile build *.egg-info

distclean: clean ## also remove the virtual environment
	rm -rf $(VENV)
