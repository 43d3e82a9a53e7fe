"""What the store costs by the number of scans: seconds, memory and sizes, as a table and a plot of Docs/evaluation/studies.md.

    python3 Scripts/study/costs.py PROGRAM [--scans 10 100 1000 10000] [--rounds 3] [--note "a debug build"]

Made-up results (synthetic.py), of the largest number by one protocol and by two. Each round makes the store anew, lists with a filter, exports, and reports, one size after the
other. To be run on a machine that does nothing else; the load before is written down. Needs Scripts/requirements-evaluation.txt.
"""

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parent.parent
sys.path.append(str(SCRIPTS))
from benchmarking.figures import Part, add, spread
from benchmarking.plots import OURS, THEIRS, THEIRS_TOO, logarithmic, plt, points, save, style
from benchmarking.process import measured
from evaluation.page import replace_blocks, table
from evaluation.program import machine
from synthetic import Study

PICTURE = "Seconds and megabytes by number of scans"
FILTER = "cvai > 6.25 and age_months < 6"
WORK = {"rebuild": "study rebuild", "list": "study list --where", "export": "study export", "report": "study report"}
COLOURS = dict(zip(WORK, (THEIRS_TOO, OURS, THEIRS, "#2e7d4f"), strict=True))
ASKED = {"list": 0.3, "export": 3.0, "report": 10.0}
"""Seconds that 10,000 scans may take."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path)
    parser.add_argument("--scans", type=int, nargs="+", default=[10, 100, 1_000, 10_000])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--note", default="a release build", help="what else is to be known of the figures")
    parser.add_argument("--page", type=Path, default=SCRIPTS.parent / "Docs" / "evaluation" / "studies.md")
    options = parser.parse_args()
    load = os.getloadavg()[0]
    costs: Part = {}
    with tempfile.TemporaryDirectory() as folder:
        studies = {}
        for row, scans, protocols in rows(options.scans):
            studies[row] = Study(Path(folder) / str(len(studies)), protocols)
            studies[row].add(scans)
        for number in range(options.rounds):
            for row, study in studies.items():
                print(f"round {number + 1} of {options.rounds}, scans: {row}", file=sys.stderr)
                one_round(options.program.resolve(), study.folder, costs, row)
    circumstances = (
        f"{machine()}; {time.strftime('%Y-%m-%d')}; {options.note}; median (least–most), rounds: {options.rounds}; "
        f"load average before: {load:.2f}.")
    text = "\n\n".join([times(costs), sizes(costs), circumstances, f"![{PICTURE}](study-cost.png)"])
    print(text)
    replace_blocks(options.page, {"cost": text})
    draw(costs, options.page.parent / "study-cost.png")
    return 0


def rows(scans: list[int]) -> list[tuple[str, int, int]]:
    """The rows of the table: what they are called, the number of scans and that of protocols."""
    return [(f"{count:,}", count, 1) for count in scans] + [(f"{max(scans):,}, by two protocols", max(scans), 2)]


def one_round(program: Path, study: Path, costs: Part, row: str) -> None:
    """The store made anew from the files, then what is asked of it."""
    for file in study.glob("study.sqlite*"):
        file.unlink()
    table = study.parent / "measurements.csv"
    words = {
        "rebuild": [study], "list": [study, "--where", FILTER], "export": [study, "--output", table, "--force"],
        "report": [study],
    }
    for name in WORK:
        usage = measured(program, "study", name, *words[name])
        add(costs, row, **{f"{name}_s": usage.wall_s, f"{name}_cpu_s": usage.cpu_s, f"{name}_mb": usage.peak_mb})
    size = lambda *files: sum(file.stat().st_size for file in files if file.is_file()) / 1e6
    add(costs, row, store_size=size(*study.glob("study.sqlite*")), table_size=size(table), page_size=size(study / "report.html"),
        files_size=size(*(study / "scans").rglob("*")))


def times(costs: Part) -> str:
    rows = []
    for scans, row in costs.items():
        cells = [f"{spread(row[f'{name}_s']):.2f}" for name in WORK]
        memory = max(spread(row[f"{name}_mb"]).median for name in WORK)
        rows.append([scans, *cells, f"{memory:.0f}"])
    header = [f"`{words}`, s" + (f" (asked < {ASKED[name]:g})" if name in ASKED else "") for name, words in WORK.items()]
    return table(["Scans", *header, "most memory, MB"], rows)


def sizes(costs: Part) -> str:
    rows = [
        [scans, *(f"{spread(row[f'{name}_size']).median:.2f}" for name in ("files", "store", "table", "page"))]
        for scans, row in costs.items()]
    header = ["Scans", "files of the scans, MB", "`study.sqlite`, MB", "`measurements.csv`, MB", "`report.html`, MB"]
    return table(header, rows)


def draw(costs: Part, path: Path) -> None:
    style()
    figure, (seconds, megabytes) = plt.subplots(1, 2, figsize=(8, 3.2))
    costs = {row: values for row, values in costs.items() if not row.endswith("protocols")}
    counts = [int(row.replace(",", "")) for row in costs]
    for name, words in WORK.items():
        points(seconds, counts, [row[f"{name}_s"] for row in costs.values()], words, COLOURS[name])
    for name, asked in ASKED.items():
        seconds.plot(10_000, asked, marker="_", color=COLOURS[name], markersize=14, markeredgewidth=2)
    named = {"files": "files of the scans", "store": "study.sqlite", "table": "measurements.csv", "page": "report.html"}
    for (name, label), colour in zip(named.items(), (THEIRS_TOO, OURS, THEIRS, "#2e7d4f"), strict=True):
        points(megabytes, counts, [row[f"{name}_size"] for row in costs.values()], label, colour)
    for axes, label in ((seconds, "seconds"), (megabytes, "MB")):
        axes.set_yscale("log")
        logarithmic(axes, counts)
        axes.set(xlabel="scans", ylabel=label)
        axes.legend(frameon=False, fontsize=8)
    seconds.set_title("short bars: asked for 10,000 scans", fontsize=8, loc="left")
    figure.tight_layout()
    save(figure, path)


if __name__ == "__main__":
    sys.exit(main())
