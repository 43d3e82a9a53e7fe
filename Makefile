# make demo: install what is missing, build, reconstruct the sample recording, print the result.
# make test: the same set-up, then every test.
# make test-fast [TESTS="--filter SectionTests"]: builds the tests, and runs them without the slow ones and without whole runs of the program.
# make evaluate [EVALUATE="--minutes 60"]: the tables of Docs/evaluation, as far as anything has changed of which they are made; may be cut off.
# make oracle: the measures of ten irregular heads against trimesh, Shapely and SciPy: Docs/evaluation/oracle.md.
# make robustness: damages meshes and text files at random, gives sound files a wrong content, and counts what the program makes of them: Docs/evaluation/robustness.md.
# make faults [FAULTS="--runs 100 --seed 2"]: kills every verb that writes, fills its disk, fails its reads, feeds it hostile files: Docs/evaluation/robustness.md.
# make load [LOAD="--clients 50"]: the pages under 200 clients, a batch of 1,000 scans, a day of frames for live feedback: Docs/evaluation/robustness.md.
# make fuzz [SECONDS=60] [ONLY="ply http"]: feeds readers, parsers and servers with inputs that libFuzzer makes, each for some seconds: Docs/evaluation/robustness.md.
# make sanitize: whole runs under the sanitizers of addresses, undefined behaviour and threads, and under valgrind: Docs/evaluation/robustness.md.
# make mutants [ROOMS="Geometry Analysis"] [CHANGED=REF] [MUTANTS="--seed 2"]: which changes of the sources do the tests of their room not notice: Docs/evaluation/tests.md.
# make install [PREFIX=/usr/local] [DESTDIR=]: the program, its man pages, shell completions and Docs.
# make deb: a package for Debian 12 that needs no Swift: .build/packages. make prove-deb: tries it in a clean Debian 12.
# make sbom: what the program is made of, with versions and licences (SPDX 2.3): .build/calvaria.spdx.json.
# make prove-workflow: a small dataset by batch, Snakemake and a one-node Slurm gives the same table. As root.
# make prove-opensim: OpenSim reads the MOT and TRC files of ranges of motion as they are meant.
# make notebook: executes Docs/examples/study/study.ipynb on a made-up study; its figures go to .build/notebook.
# make repeatability: CVAI of eight heads scanned three times, against the truth: Docs/evaluation/repeatability.md.
# make tour RECORDING=REC: walks through calvaria desk in headless Chromium, counts clicks and seconds, and takes the guide's pictures.
# make shape: the research numbers on mean heads, repeated scans and simulated ones: Docs/evaluation/shape.md.
# make study-costs: time and size of a store by its number of scans, on a quiet machine: Docs/evaluation/studies.md.
# make benchmark BENCHMARK="--recording REC --peer PYTHON": Docs/evaluation/benchmarks.md.
.PHONY: demo test test-fast build setup install deb prove-deb sbom prove-workflow prove-opensim notebook repeatability shape study-costs tour evaluate oracle mutants robustness faults load fuzz sanitize benchmark evaluation-venv format lint clean
.DEFAULT_GOAL := demo

DEMO := .build/demo
VENV := .build/evaluation-venv
# Runs a package of Scripts.
MEASURE := PYTHONPATH=Scripts $(VENV)/bin/python -m
WORKFLOW := .build/workflow-venv
LINT := .build/lint-venv
NOTEBOOK := .build/notebook-venv
OPENSIM := .build/opensim-venv
SBOM := .build/sbom-venv
BENCHMARKS := .build/benchmarks
MANUAL := .build/manual
PACKAGES := .build/packages
FUZZ := .build/fuzz
# Swift and C++ under the address sanitizer, C++ under that of undefined behaviour too, and both counted by libFuzzer.
# The usual linker ends with an error of its own on what they bring.
FUZZED := -Xswiftc -use-ld=lld -Xswiftc -enable-testing -Xswiftc -sanitize=fuzzer,address -Xcc -fsanitize=fuzzer-no-link,address \
	-Xcxx -fsanitize=fuzzer-no-link,address,undefined -Xcxx -fno-sanitize=vptr,function -Xcxx -fno-sanitize-recover=undefined
PREFIX ?= /usr/local
FORMATTED := Package.swift Sources Tests Benchmarks/Package.swift Benchmarks/Sources Fuzz/Package.swift Fuzz/Sources Docs/examples

demo: build
	.build/release/calvaria reconstruct Datasets/sample --output $(DEMO) --force
	@echo "Open $(DEMO)/report.html in a browser, $(DEMO)/mesh.ply in a mesh viewer."

# Without these packages the tests of videos, pages, PDF files, prints and the example in Python are skipped.
test: setup
	-@Scripts/install-packages dcmtk ffmpeg chromium chromium-driver libjs-three weasyprint librsvg2-bin poppler-utils python3-pandas
	swift build --build-tests
	Scripts/run-tests

test-fast:
	swift build --build-tests
	CALVARIA_TESTS=fast Scripts/run-tests --skip EndToEndTests $(TESTS)

build: setup
	swift build -c release --product calvaria

setup:
	@Scripts/install-packages

install: build
	Scripts/packaging/manual .build/release/calvaria $(MANUAL)
	Scripts/packaging/install-files .build/release/calvaria $(MANUAL) "$(DESTDIR)" "$(PREFIX)"

# Linking the Swift runtime statically changes every compile command, so this build has a folder of its own.
deb: setup
	@Scripts/install-packages dpkg-dev
	swift build -c release --product calvaria --static-swift-stdlib --disable-local-rpath --scratch-path .build/static
	Scripts/packaging/manual .build/static/release/calvaria $(MANUAL)
	rm -f $(PACKAGES)/*.deb
	Scripts/packaging/make-deb .build/static/release/calvaria $(MANUAL) $(PACKAGES)

prove-deb: deb build
	@Scripts/install-packages mmdebstrap
	Scripts/packaging/prove-deb $(PACKAGES)/calvaria_*.deb .build/release/calvaria

sbom: build
	Scripts/install-packages python3-venv binutils
	test -d $(SBOM) || python3 -m venv $(SBOM)
	$(SBOM)/bin/pip install --quiet --requirement Scripts/requirements-sbom.txt
	$(SBOM)/bin/python Scripts/sbom.py .build/release/calvaria .build/calvaria.spdx.json

prove-workflow: build
	Scripts/install-packages python3-venv
	test -d $(WORKFLOW) || python3 -m venv $(WORKFLOW)
	$(WORKFLOW)/bin/pip install --quiet --requirement Scripts/requirements-workflow.txt
	rm -rf .build/workflow-dataset
	python3 Scripts/study/dataset.py .build/workflow-dataset
	python3 Scripts/workflow/prove.py .build/release/calvaria $(WORKFLOW)/bin/snakemake .build/workflow-dataset -- --voxel-mm 2

prove-opensim: build
	Scripts/install-packages python3-venv
	test -d $(OPENSIM) || python3 -m venv $(OPENSIM)
	$(OPENSIM)/bin/pip install --quiet --requirement Scripts/requirements-opensim.txt
	@# OpenSim leaves a log where it runs.
	cd .build && $(abspath $(OPENSIM))/bin/python $(abspath Scripts/motion/check_outputs.py) release/calvaria

notebook: build
	Scripts/install-packages python3-venv
	test -d $(NOTEBOOK) || python3 -m venv $(NOTEBOOK)
	$(NOTEBOOK)/bin/pip install --quiet --requirement Scripts/requirements-notebook.txt
	rm -rf .build/notebook
	mkdir -p .build/notebook
	python3 Scripts/study/notebook.py .build/release/calvaria $(NOTEBOOK)/bin/jupyter .build/notebook

evaluate: build evaluation-venv
	$(MEASURE) evaluation .build/release/calvaria $(EVALUATE)

repeatability: build evaluation-venv
	$(VENV)/bin/python Scripts/study/repeatability.py .build/release/calvaria

shape: build evaluation-venv
	$(VENV)/bin/python Scripts/study/shape.py .build/release/calvaria

study-costs: build evaluation-venv
	$(VENV)/bin/python Scripts/study/costs.py .build/release/calvaria

tour: build evaluation-venv
	@Scripts/install-packages chromium chromium-driver libjs-three weasyprint dcmtk
	$(VENV)/bin/python Scripts/tour.py .build/release/calvaria $(or $(RECORDING),../shared/scans/practice_a) --pictures Docs/guide

oracle: build evaluation-venv
	$(MEASURE) oracle .build/release/calvaria $(ORACLE)

mutants:
	PYTHONPATH=Scripts python3 -m mutants --page Docs/evaluation/tests.md $(if $(ROOMS),--rooms $(ROOMS)) \
		$(if $(CHANGED),--changed $(CHANGED)) $(MUTANTS)

robustness: build evaluation-venv
	$(MEASURE) robustness .build/release/calvaria --page Docs/evaluation/robustness.md $(ROBUSTNESS)

faults: build evaluation-venv
	@Scripts/install-packages clang
	$(MEASURE) robustness.faults .build/release/calvaria --page Docs/evaluation/robustness.md $(FAULTS)

load: build evaluation-venv
	$(MEASURE) robustness.load .build/release/calvaria --page Docs/evaluation/robustness.md $(LOAD)
	swift build --build-tests
	CALVARIA_LIVE_MINUTES=1440 Scripts/run-tests --filter EnduranceTests

fuzz: setup
	swift build -c release --package-path Fuzz --scratch-path $(FUZZ) --product Fuzz $(FUZZED)
	PYTHONPATH=Scripts python3 -m fuzz $(FUZZ)/release/Fuzz --page Docs/evaluation/robustness.md --seconds $(or $(SECONDS),60) $(if $(ONLY),--only $(ONLY))

# The first program shares its objects with the fuzz targets.
sanitize: build
	@Scripts/install-packages valgrind binutils
	swift build -c release --package-path Fuzz --scratch-path $(FUZZ) --product calvaria $(FUZZED)
	swift build -c release --product calvaria --sanitize thread --scratch-path .build/thread
	PYTHONPATH=Scripts python3 -m sanitize --address $(FUZZ)/release/calvaria --thread .build/thread/release/calvaria \
		--valgrind .build/release/calvaria --page Docs/evaluation/robustness.md

# Both programs come from the nested package's build, so that they share every object.
benchmark: setup evaluation-venv
	swift build -c release --package-path Benchmarks --scratch-path $(BENCHMARKS) --product calvaria
	swift build -c release --package-path Benchmarks --scratch-path $(BENCHMARKS) --product StageBenchmarks
	$(MEASURE) benchmarking $(BENCHMARKS)/release/calvaria $(BENCHMARKS)/release/StageBenchmarks $(BENCHMARK)

evaluation-venv:
	Scripts/install-packages python3-venv
	test -d $(VENV) || python3 -m venv $(VENV)
	$(VENV)/bin/pip install --quiet --requirement Scripts/requirements-evaluation.txt

format:
	swift format --in-place --recursive --parallel $(FORMATTED)

# The format of the sources, Python and shell (ruff.toml), the internal links of the documentation, that no room or type uses another in a circle, and
# tests of the evaluation's cache.
lint:
	swift format lint --strict --recursive --parallel $(FORMATTED)
	@Scripts/install-packages python3-venv shellcheck
	@test -d $(LINT) || python3 -m venv $(LINT)
	@$(LINT)/bin/pip install --quiet --disable-pip-version-check --requirement Scripts/requirements-lint.txt
	$(LINT)/bin/ruff check --quiet .
	git grep -lE '^#!/.*sh$$' | xargs shellcheck
	python3 Scripts/check-links.py
	python3 Scripts/structure.py --check
	python3 -m unittest discover --quiet -s Scripts/structure -t Scripts
	python3 -m unittest discover --quiet -s Scripts/evaluation -t Scripts
	python3 -m unittest discover --quiet -s Scripts/mutants -t Scripts

clean:
	swift package clean
	rm -rf $(DEMO) $(VENV) $(LINT) $(NOTEBOOK) $(OPENSIM) $(SBOM) $(WORKFLOW) $(BENCHMARKS) $(MANUAL) $(PACKAGES) $(FUZZ) \
		.build/static .build/thread .build/mutants
