"""Times the stages of `calvaria reconstruct`, whole runs beside peers, cost against frames, voxels, markers and cameras, and the
operator's feedback from frame to event; writes Docs/evaluation/benchmarks.md with its plots.

Every part runs its contestants in turn, round by round, and saves its figures after each round.
"""

import argparse
import datetime
import os
import sys
import tempfile
from pathlib import Path

from . import cameras, detection, frames, integration, latency, scaling, stages, whole
from .figures import Figures
from .setup import Setup

ROOT = Path(__file__).resolve().parents[2]

PARTS = {
    "whole": whole.run, "integration": integration.run, "detection": detection.run, "stages": stages.run,
    "frames": frames.run, "voxels": scaling.voxels, "markers": scaling.markers, "cameras": cameras.run, "latency": latency.run,
}


def main() -> int:
    options = parse()
    figures = Figures(options.figures)
    if not options.render:
        measure(options, figures)
    # Not earlier: what this process holds in memory is the least that a child's peak memory can read.
    from . import page
    if options.quick:
        print(page.tables(figures, options.parts))
    else:
        page.write(options.output, figures)
    return 0


def measure(options: argparse.Namespace, figures: Figures) -> None:
    with tempfile.TemporaryDirectory() as folder:
        setup = Setup(
            options.calvaria.resolve(), options.stages.resolve(), options.recording.resolve(), options.peer,
            options.peer_script, Path(folder), options.repeats, options.sizes, options.voxels_mm, options.markers)
        if not setup.peer:
            print("without --peer: OpenCV and Open3D are left out", file=sys.stderr)
        for name in options.parts:
            print(f"{name} …", file=sys.stderr)
            figures[name] = {"rows": {}, "circumstances": circumstances(setup)}
            for _ in range(options.repeats):
                PARTS[name](setup, figures[name]["rows"])
                figures.save()


def circumstances(setup: Setup) -> str:
    load, date = os.getloadavg()[0], datetime.date.today().isoformat()
    return f"{setup.recording.name}, {len(setup.frames)} frames; {setup.machine}; {date}; load average before: {load:.2f}."


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("calvaria", type=Path, help="the program")
    parser.add_argument("stages", type=Path, help="the program that times stages, of Benchmarks")
    parser.add_argument("--recording", type=Path, default=ROOT / "Datasets" / "sample", help="TUM layout, with cap.yaml")
    parser.add_argument("--peer", type=Path, metavar="PYTHON", help="an interpreter with open3d and opencv: run the peers too")
    parser.add_argument("--peer-script", type=Path, default=ROOT.parent / "shared" / "peer" / "opencv_open3d.py",
                        help="the peer's whole pipeline")
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=list(PARTS), help="only these parts")
    parser.add_argument("--repeats", type=int, default=3, help="rounds of every part")
    parser.add_argument("--sizes", type=int, nargs="+", default=[100, 300, 900, 3600], help="numbers of frames")
    parser.add_argument("--voxels-mm", type=float, nargs="+", default=[1.0, 1.25, 1.5, 2.0], help="edges of voxels")
    parser.add_argument("--markers", type=int, nargs="+", default=[10, 20, 46], help="numbers of ids in the cap file")
    parser.add_argument("--quick", action="store_true", help="one round, at most 300 frames; prints the tables, writes no page")
    parser.add_argument("--render", action="store_true", help="measure nothing, write the page from the saved figures")
    parser.add_argument("--figures", type=Path, default=ROOT / ".build" / "benchmark-figures.json", help="where figures are saved")
    parser.add_argument("--output", type=Path, default=ROOT / "Docs" / "evaluation", help="where benchmarks.md is")
    options = parser.parse_args()
    if options.quick:
        options.repeats, options.sizes = 1, [size for size in options.sizes if size <= 300]
        options.figures = options.figures.with_name("benchmark-figures-quick.json")
    return options


if __name__ == "__main__":
    sys.exit(main())
