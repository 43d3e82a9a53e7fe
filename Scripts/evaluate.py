"""Runs `calvaria` on recordings of which the truth is known and writes the tables and pictures of Docs/evaluation.

The truth is read here only; the program gets the recording as a user has it. Each part writes its own page:
recordings (README.md), heads, calibration, faults, cameras (cameras-and-cloth.md), detection, landmarks, coverage,
comparison, midline, recorders.
"""

import argparse
import sys
from pathlib import Path

from evaluation import coverage, parts, program, recordings, speed, truth
from evaluation.phantoms import Phantoms

ROOT = Path(__file__).resolve().parent.parent

PARTS = (
    "recordings", "heads", "calibration", "faults", "cameras", "detection", "landmarks", "coverage", "comparison",
    "midline", "recorders",
)


def main() -> int:
    options = parse()
    calvaria = program.Program(options.calvaria.resolve())
    found = truth.find([root for root in (ROOT / "Datasets", options.shared / "scans") if root.is_dir()])
    phantoms = Phantoms(calvaria, options.phantoms)
    script = options.shared / "peer" / "opencv_open3d.py"
    peer = speed.Peer(options.peer, script) if options.peer and script.exists() else None
    failed = []
    if "recordings" in options.parts:
        failed += recordings.run(calvaria, chosen(found, options.only), options, peer)
        print("\n".join(failed) or "every requirement on the recordings holds")
    if "heads" in options.parts:
        parts.heads(calvaria, phantoms, found, peer, options)
    if "calibration" in options.parts:
        parts.calibration(calvaria, phantoms, found, options)
    if "faults" in options.parts:
        parts.faults(calvaria, phantoms, options)
    if "cameras" in options.parts:
        parts.cameras(calvaria, phantoms, options)
    if "detection" in options.parts:
        parts.detection(calvaria, options.shared / "real" / "truedepth-iphone11pro", options)
    if "landmarks" in options.parts:
        parts.landmarks(calvaria, phantoms, found, options)
    if "coverage" in options.parts:
        parts.coverage(calvaria, phantoms, options)
    if "comparison" in options.parts:
        parts.comparison(calvaria, phantoms, found, options)
    if "midline" in options.parts:
        parts.midline(calvaria, phantoms, found, options)
    if "recorders" in options.parts:
        parts.recorders(calvaria, ROOT / "Datasets" / "sample", options)
    return 1 if options.strict and failed else 0


def chosen(found: list[truth.Recording], only: list[str] | None) -> list[truth.Recording]:
    return [recording for recording in found if not only or recording.name in only]


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("calvaria", type=Path, help="the program")
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=PARTS, help="only these parts")
    parser.add_argument("--shared", type=Path, default=ROOT.parent / "shared", help="further recordings, where present")
    parser.add_argument("--phantoms", type=Path, default=ROOT / ".build" / "phantoms", help="where simulated recordings are kept")
    parser.add_argument("--output", type=Path, default=ROOT / "Docs" / "evaluation", help="where README.md is")
    parser.add_argument("--peer", type=Path, metavar="PYTHON", help="an interpreter with open3d and opencv: run the peer too")
    parser.add_argument("--before", type=Path, metavar="PROGRAM", help="an earlier calvaria: run it too in the part cameras")
    parser.add_argument("--only", nargs="+", metavar="NAME", help="only these recordings, heads or faults; of the latter two the table is printed, no page is written")
    parser.add_argument("--repeats", type=int, default=coverage.HEADS, metavar="N", help="simulated heads of the part coverage, each scanned four times")
    parser.add_argument("--operators", type=int, default=100, metavar="N", help="simulated operators of the part midline")
    parser.add_argument("--no-speed", action="store_true", help="leave the times of the recordings out")
    parser.add_argument("--strict", action="store_true", help="exit 1 when a requirement on the recordings fails")
    options = parser.parse_args()
    for chosen_program in filter(None, (options.calvaria, options.before)):
        if not chosen_program.is_file():
            parser.error(f"{chosen_program}: no such program")
    return options


if __name__ == "__main__":
    sys.exit(main())
