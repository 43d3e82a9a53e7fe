# make demo: install what is missing, build, reconstruct the sample recording, print the result.
# make test: the same set-up, then every test.
.PHONY: demo test build setup evaluate format lint clean
.DEFAULT_GOAL := demo

DEMO := .build/demo
VENV := .build/evaluation-venv

demo: build
	.build/release/calvaria reconstruct Datasets/sample --output $(DEMO) --force
	@echo "Open $(DEMO)/report.html in a browser, $(DEMO)/mesh.ply in a mesh viewer."

test: setup
	swift build --build-tests
	swift test --skip-build

build: setup
	swift build -c release --product calvaria

setup:
	@Scripts/install-packages

evaluate: build
	Scripts/install-packages python3-venv
	test -d $(VENV) || python3 -m venv $(VENV)
	$(VENV)/bin/pip install --quiet --requirement Scripts/requirements-evaluation.txt
	$(VENV)/bin/python Scripts/evaluate.py .build/release/calvaria $(EVALUATE)

format:
	swift format --in-place --recursive --parallel Package.swift Sources Tests

lint:
	swift format lint --strict --recursive --parallel Package.swift Sources Tests

clean:
	swift package clean
	rm -rf $(DEMO) $(VENV)
