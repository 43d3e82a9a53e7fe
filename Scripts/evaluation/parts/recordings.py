"""The recordings of Datasets and the practice recordings, in all detail: README.md, results.csv and the pictures."""

import argparse
import sys
import tempfile
from pathlib import Path

from .. import figures_table, pictures, program, report, speed
from ..assess import Assessment, assess
from ..limits import FIGURES
from ..truth import Recording

REAL_CAP = "dictionary: DICT_ARUCO_ORIGINAL\nmarker_size_mm: 10.4375\n"


def run(
    calvaria: program.Program, recordings: list[Recording], options: argparse.Namespace, peer: speed.Peer | None, output: Path
) -> tuple[dict[str, str], list[str]]:
    """Assesses the recordings, draws the pictures and writes `results.csv`: the blocks of the page, and what fails."""
    if not recordings:
        raise SystemExit("no recording with truth.json was found under Datasets or the shared folder")

    def assessed(recording: Recording) -> Assessment:
        print(f"{recording.name}: reconstructing twice and comparing", file=sys.stderr)
        return assess(calvaria, recording)

    assessments = program.spread(assessed, recordings)
    timed = None if options.no_speed else time_one(calvaria, recordings, peer)
    info = real_figures(calvaria, options.shared / "real" / "truedepth-iphone11pro")
    figures_table.write(output / "results.csv", assessments, timed, info)
    return blocks(assessments, timed, info) | {"pictures": draw(output, assessments)}, failures(assessments, timed)


def time_one(calvaria: program.Program, recordings: list[Recording], peer: speed.Peer | None) -> speed.Speed:
    """Times practice_a, or the longest recording where it is absent."""
    recording = max(recordings, key=lambda r: (r.name == "practice_a", len(r.poses)))
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


def blocks(assessments: list[Assessment], timed: speed.Speed | None, info: dict | None) -> dict[str, str]:
    return {
        "results": report.results(assessments), "measures": report.measures(assessments),
        "landmarks": report.landmarks(assessments), "regions": report.regions(assessments), "real": report.real(info),
    } | ({"speed": report.speed(timed)} if timed else {})


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


def failures(assessments: list[Assessment], timed: speed.Speed | None) -> list[str]:
    failed = [
        f"{a.name}: {figure.label.strip('*')}: {figure.show(a)} (required: {figure.required})"
        for a in assessments for figure in FIGURES if figure.verdict(a) is False
    ]
    if timed and timed.ratio is not None and timed.ratio < 1:
        failed.append(f"{timed.recording}: slower than the peer, {timed.ratio:.2f}")
    return failed
