"""The parts of Scripts/benchmark.py. Only the standard library is used until everything is measured."""
