"""Times of stages and of whole runs: `PYTHONPATH=Scripts python -m benchmarking`. Only the standard library is used until everything is measured."""
