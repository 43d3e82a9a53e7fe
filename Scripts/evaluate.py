"""Runs `calvaria` on every recording that has a truth and writes the error tables and pictures of Docs/evaluation.

The truth is read here only; the program gets the recording as a user has it.
"""

import argparse
import datetime
import sys
import tempfile
from pathlib import Path

from evaluation import pictures, program, report, speed, truth
from evaluation.assess import Assessment, assess
from evaluation.limits import FIGURES

ROOT = Path(__file__).resolve().parent.parent

REAL_CAP = "dictionary: DICT_ARUCO_ORIGINAL\nmarker_size_mm: 10.4375\n"


def main() -> int:
    options = parse()
    calvaria = program.Program(options.calvaria.resolve())
    recordings = truth.find([root for root in (ROOT / "Datasets", options.shared / "scans") if root.is_dir()])
    if options.only:
        recordings = [recording for recording in recordings if recording.name in options.only]
    if not recordings:
        print("no recording with truth.json was found under Datasets or the shared folder", file=sys.stderr)
        return 66
    assessments = []
    for recording in recordings:
        print(f"{recording.name}: reconstructing twice and comparing", file=sys.stderr)
        assessments.append(assess(calvaria, recording))
    timed = None if options.no_speed else time_one(calvaria, recordings, options)
    info = real_figures(calvaria, options.shared / "real" / "truedepth-iphone11pro")
    write(options.output, assessments, timed, info)
    return summary(assessments, timed, options.strict)


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("calvaria", type=Path, help="the program")
    parser.add_argument("--shared", type=Path, default=ROOT.parent / "shared", help="further recordings, where present")
    parser.add_argument("--output", type=Path, default=ROOT / "Docs" / "evaluation", help="where README.md is")
    parser.add_argument("--peer", type=Path, metavar="PYTHON", help="an interpreter with open3d and opencv: time the peer too")
    parser.add_argument("--only", nargs="+", metavar="NAME", help="only these recordings")
    parser.add_argument("--no-speed", action="store_true", help="leave the times out")
    parser.add_argument("--strict", action="store_true", help="exit 1 when a requirement fails")
    return parser.parse_args()


def time_one(calvaria: program.Program, recordings: list[truth.Recording], options: argparse.Namespace) -> speed.Speed:
    """Times practice_a, or the longest recording where it is absent."""
    recording = max(recordings, key=lambda r: (r.name == "practice_a", len(r.poses)))
    script = options.shared / "peer" / "opencv_open3d.py"
    peer = speed.Peer(options.peer, script) if options.peer and script.exists() else None
    print(f"{recording.name}: timing", file=sys.stderr)
    return speed.measure(calvaria, recording, peer)


def real_figures(calvaria: program.Program, recording: Path) -> dict | None:
    """What `info` says about a real recording of a board of markers."""
    if not recording.is_dir():
        return None
    with tempfile.TemporaryDirectory() as folder:
        cap = Path(folder, "cap.yaml")
        cap.write_text(REAL_CAP)
        run = calvaria.info(recording, cap)
    if run.exit_code != 0:
        raise RuntimeError(f"info {recording}: exit code {run.exit_code}: {run.errors.strip()}")
    return run.json


def write(output: Path, assessments: list[Assessment], timed: speed.Speed | None, info: dict | None) -> None:
    blocks = {
        "results": report.results(assessments), "measures": report.measures(assessments),
        "landmarks": report.landmarks(assessments), "regions": report.regions(assessments), "real": report.real(info),
    }
    if timed:
        blocks["speed"] = report.speed(timed, program.machine(), datetime.date.today().isoformat())
    blocks["pictures"] = draw(output, assessments)
    report.replace_blocks(output / "README.md", blocks)
    report.write_csv(output / "results.csv", assessments, timed, info)


def draw(output: Path, assessments: list[Assessment]) -> str:
    """The pictures of the practice recordings, or of the first where they are absent; the Markdown that shows them."""
    done = [a for a in assessments if a.comparison]
    shown = [a for a in done if a.name.startswith("practice")] or done[:1]
    for a in shown:
        pictures.errors(a.comparison, a.name, output / f"errors-{a.name}.png")
    measured = [a for a in shown if a.recording.supports_measurement]
    if measured:
        pictures.head(measured[0].result_mesh, output / "head.png")
    return "\n".join(f"![Signed distance to the truth, {a.name}](errors-{a.name}.png)\n" for a in shown)


def summary(assessments: list[Assessment], timed: speed.Speed | None, strict: bool) -> int:
    failed = [
        f"{a.name}: {figure.label.strip('*')}: {figure.show(a)} (required: {figure.required})"
        for a in assessments for figure in FIGURES if figure.verdict(a) is False
    ]
    if timed and timed.ratio is not None and timed.ratio < 1:
        failed.append(f"{timed.recording}: slower than the peer, {timed.ratio:.2f}")
    print("\n".join(failed) or "every requirement holds")
    return 1 if strict and failed else 0


if __name__ == "__main__":
    sys.exit(main())
