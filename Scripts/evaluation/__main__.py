"""Runs `calvaria` on recordings of which the truth is known and writes the tables and pictures of Docs/evaluation:
`PYTHONPATH=Scripts python -m evaluation CALVARIA`, or `make evaluate`. README.md beside this file describes the package.

The truth is read here only; the program gets the recording as a user has it.
"""

import argparse
import signal
import sys
import time
from pathlib import Path

from . import speed, truth
from .cache import Cache
from .parts import coverage, midline
from .phantoms import Phantoms
from .program import Program, Stopped
from .registry import PARTS, Bench
from .renewal import ROOT, renew


def main() -> int:
    options = parse()
    kept = ROOT / ".build" / "evaluation"
    calvaria = Program(options.calvaria.resolve(), Cache(kept, options.anew), threads=1)
    limit_time(calvaria, options.minutes)
    datasets = ROOT / "Datasets"
    found = truth.find([root for root in (datasets, options.shared / "scans") if root.is_dir()])
    script = options.shared / "peer" / "opencv_open3d.py"
    peer = speed.Peer(options.peer, script) if options.peer and script.exists() else None
    bench = Bench(calvaria, Phantoms(calvaria, options.phantoms), found, datasets, peer, options)
    try:
        failed = [failure for name in options.parts for failure in renew(bench, name)]
    except Stopped as stopped:
        print(f"stopped, {stopped}: what is done is kept, and the same command goes on from there", file=sys.stderr)
        return 3
    return 1 if options.strict and failed else 0


def limit_time(calvaria: Program, minutes: float) -> None:
    """No more runs begin when the minutes are over, or when somebody asks for an end; asked again, it is at once."""
    def end(number: int, _: object) -> None:
        calvaria.limit.end = 0
        signal.signal(number, signal.SIG_DFL)

    calvaria.limit.end = time.monotonic() + 60 * minutes
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, end)


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("calvaria", type=Path, help="the program")
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=list(PARTS), help="only these parts")
    parser.add_argument("--shared", type=Path, default=ROOT.parent / "shared", help="further recordings, where present")
    parser.add_argument("--phantoms", type=Path, default=ROOT / ".build" / "phantoms", help="where simulated recordings are kept")
    parser.add_argument("--output", type=Path, default=ROOT / "Docs" / "evaluation", help="where README.md is")
    parser.add_argument("--peer", type=Path, metavar="PYTHON", help="an interpreter with open3d and opencv: run the peer too")
    parser.add_argument("--before", type=Path, metavar="PROGRAM", help="an earlier calvaria: run it too in the part earlier")
    parser.add_argument("--only", nargs="+", metavar="NAME", help="only these recordings, heads or faults; with this, --repeats or --operators tables are printed, and no page is written")
    parser.add_argument("--repeats", type=int, default=coverage.HEADS, metavar="N", help="simulated heads of the part coverage, each scanned four times")
    parser.add_argument("--operators", type=int, default=midline.OPERATORS, metavar="N", help="simulated operators of the part midline")
    parser.add_argument("--no-speed", action="store_true", help="leave the times of the recordings out")
    parser.add_argument("--minutes", type=float, default=float("inf"), metavar="N", help="begin no more runs after so long: exit 3")
    parser.add_argument("--anew", action="store_true", help="make the parts and their runs again, simulations aside")
    parser.add_argument("--strict", action="store_true", help="exit 1 when a requirement on the recordings fails")
    options = parser.parse_args()
    for chosen_program in filter(None, (options.calvaria, options.before)):
        if not chosen_program.is_file():
            parser.error(f"{chosen_program}: no such program")
    return options


if __name__ == "__main__":
    sys.exit(main())
