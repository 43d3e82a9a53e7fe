"""Times `calvaria motion` on simulated motion files of each format: frames a second of whole runs, reading included.

Each run is a process of its own; the median of some is told, and the largest memory that a run had. Standard library only.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
CALLS = {"openpose": ["--rate", "30"], "coco": ["--rate", "30"], "mediapipe": [], "trc": []}


def timed(command):
    """Seconds and megabytes of a run, after which everything is known."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    errors = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        sys.exit(f"{' '.join(command)}: {errors.decode()}")
    return time.perf_counter() - start, usage.ru_maxrss / 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("calvaria", nargs="?", default="calvaria", help="the program")
    parser.add_argument("--frames", type=int, nargs="+", default=[1_000, 20_000])
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    print("| format | frames | s | frames/s | MB |\n| --- | --: | --: | --: | --: |")
    with tempfile.TemporaryDirectory() as folder:
        for kind, words in CALLS.items():
            for count in options.frames:
                path = Path(folder) / f"{kind}-{count}"
                subprocess.run(
                    [sys.executable, str(HERE / "simulate.py"), kind, str(path), "--frames", str(count), "--noise-mm", "8"],
                    check=True)
                call = [options.calvaria, "motion", str(path), "--joint", "knee", "--side", "right", "--view", "lateral"]
                runs = [timed(call + words) for _ in range(options.runs)]
                seconds = statistics.median(run[0] for run in runs)
                memory = max(run[1] for run in runs)
                print(f"| {kind} | {count} | {seconds:.2f} | {count / seconds:.0f} | {memory:.0f} |")


if __name__ == "__main__":
    main()
