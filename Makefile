# make demo: install what is missing, build, reconstruct the sample recording, print the result.
# make test: the same set-up, then every test.
# make oracle: the measures of ten irregular heads against trimesh, Shapely and SciPy: Docs/evaluation/oracle.md.
# make robustness: damages meshes and text files at random and counts what the program makes of them: Docs/evaluation/robustness.md.
# make benchmark BENCHMARK="--recording REC --peer PYTHON": Docs/evaluation/benchmarks.md.
.PHONY: demo test build setup evaluate oracle robustness benchmark evaluation-venv format lint clean
.DEFAULT_GOAL := demo

DEMO := .build/demo
VENV := .build/evaluation-venv
BENCHMARKS := .build/benchmarks
FORMATTED := Package.swift Sources Tests Benchmarks/Package.swift Benchmarks/Sources

demo: build
	.build/release/calvaria reconstruct Datasets/sample --output $(DEMO) --force
	@echo "Open $(DEMO)/report.html in a browser, $(DEMO)/mesh.ply in a mesh viewer."

# Without ffmpeg the tests of videos are skipped.
test: setup
	-@Scripts/install-packages ffmpeg
	swift build --build-tests
	swift test --skip-build

build: setup
	swift build -c release --product calvaria

setup:
	@Scripts/install-packages

evaluate: build evaluation-venv
	$(VENV)/bin/python Scripts/evaluate.py .build/release/calvaria $(EVALUATE)

oracle: build evaluation-venv
	$(VENV)/bin/python Scripts/oracle.py .build/release/calvaria $(ORACLE)

robustness: build evaluation-venv
	$(VENV)/bin/python Scripts/robustness.py .build/release/calvaria --page Docs/evaluation/robustness.md $(ROBUSTNESS)

# Both programs come from the nested package's build, so that they share every object.
benchmark: setup evaluation-venv
	swift build -c release --package-path Benchmarks --scratch-path $(BENCHMARKS) --product calvaria
	swift build -c release --package-path Benchmarks --scratch-path $(BENCHMARKS) --product StageBenchmarks
	$(VENV)/bin/python Scripts/benchmark.py $(BENCHMARKS)/release/calvaria $(BENCHMARKS)/release/StageBenchmarks $(BENCHMARK)

evaluation-venv:
	Scripts/install-packages python3-venv
	test -d $(VENV) || python3 -m venv $(VENV)
	$(VENV)/bin/pip install --quiet --requirement Scripts/requirements-evaluation.txt

format:
	swift format --in-place --recursive --parallel $(FORMATTED)

# The format of the sources and the internal links of the documentation.
lint:
	swift format lint --strict --recursive --parallel $(FORMATTED)
	@command -v python3 >/dev/null || Scripts/install-packages python3-minimal
	python3 Scripts/check-links.py

clean:
	swift package clean
	rm -rf $(DEMO) $(VENV) $(BENCHMARKS)
