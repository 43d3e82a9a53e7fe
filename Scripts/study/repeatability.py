"""How well CVAI repeats, and how far it lies from the truth: Docs/evaluation/repeatability.md.

    python3 Scripts/study/repeatability.py PROGRAM [--folder .build/repeatability]

Eight simulated heads, from symmetric to severe, each scanned three times: another path, another noise, other clicks. They
are measured by `calvaria batch` twice: with the clicks of one operator a head, and of another operator a scan. What
`study report` says of the repeats must agree with SciPy, statsmodels and pingouin; exit code 1 where it does not. The truth
is read here only: the dataset that the program gets has none. Recordings and studies are kept in the folder, so that a
second run is quick. Needs Scripts/requirements-evaluation.txt.
"""

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd
from scipy import stats

SCRIPTS = Path(__file__).resolve().parent.parent
sys.path += [str(SCRIPTS), str(SCRIPTS / "statistics")]
import formulas
import libraries
from benchmarking.plots import LIMIT, OURS, THEIRS, plt, save, style
from evaluation import measures, observer
from evaluation.page import replace_blocks, table
from evaluation.phantoms import Phantoms
from evaluation.program import Program, run
from evaluation.truth import Recording

HEADS, REPEATS = 8, 3
FRAMES = ("--frames", "100", "--duration", "20", "--rough-mm", "0")
"""Without the seed's random waves the head is the same in every scan of it."""
CLICKS = {"one": "one operator a head", "another": "another operator each scan"}
PICTURE = "Measured against true CVAI, and the differences with bias and limits"
AGREES = 1e-6
"""How far the program and the libraries may differ, relative to what is larger than 1."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path)
    parser.add_argument("--folder", type=Path, default=SCRIPTS.parent / ".build" / "repeatability")
    parser.add_argument("--heads", type=int, default=HEADS, metavar="N", help="only the first heads, five or more; no page is written")
    parser.add_argument("--page", type=Path, default=SCRIPTS.parent / "Docs" / "evaluation" / "repeatability.md")
    options = parser.parse_args()
    calvaria = Program(options.program.resolve())
    phantoms = Phantoms(calvaria, options.folder / "phantoms")
    scans = {(index, repeat): recording(phantoms, index, repeat) for index in range(options.heads) for repeat in range(REPEATS)}
    true = pd.Series({key: true_value(calvaria, scan) for key, scan in scans.items()})
    spread = float(true.groupby(level=0).agg(np.ptp).max())
    found = {clicks: Repeated(calvaria, options.folder, clicks, scans, true) for clicks in CLICKS}
    apart = max(one.largest_deviation() for one in found.values())
    text = summary(found, true)
    print(f"{text}\n\ntrue values of a head's scans differ by at most {spread:.1e}; program and libraries by {apart:.1e}")
    if options.heads < HEADS:
        draw(found, true, options.folder / "repeatability.png")
        return 0 if apart <= AGREES else 1
    replace_blocks(options.page, {
        "repeatability": f"{text}\n\n![{PICTURE}](repeatability.png)", "heads": heads(found, true),
        "agreement": f"The true values of one head's scans {f'differ by at most {spread:.1e}' if spread else 'are the same'}; program and libraries agree to {apart:.1e}."})
    draw(found, true, options.page.parent / "repeatability.png")
    return 0 if apart <= AGREES else 1


def recording(phantoms: Phantoms, index: int, repeat: int) -> Recording:
    """A scan of a head: proportions, nose and ears of the head; path, noise and clicks of the scan."""
    severity = index / (HEADS - 1)
    drawn = random.Random(f"repeatability head {index}")
    between = lambda least, most, digits=1: str(round(drawn.uniform(least, most), digits))
    head = [
        "--width-mm", between(104, 134), "--length-mm", between(128, 160), "--height-mm", between(138, 172),
        "--flat-mm", f"{14 * severity:.1f}", "--boss-mm", f"{6 * severity:.1f}", "--shear", f"{0.06 * severity:.3f}",
        "--flat-side", ("left", "right")[index % 2], "--face-seed", str(index + 1),
    ]
    drawn = random.Random(f"repeatability scan {index} {repeat}")
    scan = [
        "--noise", between(0.8, 1.5, 2), "--jitter", between(0.7, 1.5, 2), "--sway", between(0.7, 1.5, 2),
        "--click-noise-px", between(0.7, 2.5, 2), "--seed", str(97_000 + 10 * index + repeat),
    ]
    return phantoms.get(f"head-{index}-{repeat}", *head, *scan, *FRAMES)


def true_value(calvaria: Program, scan: Recording) -> float:
    """CVAI of the true surface with the true landmarks."""
    surface, cap_mm = scan.measured
    return measures.value(calvaria.measure(surface, scan.point_landmarks(), cap_mm=cap_mm), "cvai")


@dataclass
class Repeated:
    """The study of one way to click: CVAI with its interval by head and repeat, and what `study report` makes of it."""

    values: pd.DataFrame
    report: dict
    differences: list[list[float]]

    def __init__(self, calvaria: Program, folder: Path, clicks: str, scans: dict, true: pd.Series) -> None:
        data, study = folder / f"dataset-{clicks}", folder / f"study-{clicks}-{len(true)}"
        dataset(data, clicks, scans)
        subprocess.run([calvaria.path, "batch", data, "--output", study, "--jobs", "1"], stdout=sys.stderr, check=False)
        self.report = run(calvaria.path, "study", "report", study, "--json").json
        with tempfile.NamedTemporaryFile(suffix=".csv") as file:
            subprocess.run(
                [calvaria.path, "study", "export", study, "--output", file.name, "--force", "--quiet"], check=True)
            rows = pd.read_csv(file.name, dtype={"subject": str})
        rows = rows[rows.quantity == "cvai"]
        places = zip(rows.subject.astype(int) - 1, rows.scan.str.extract(r"scan-(\d+)$")[0].astype(int) - 1, strict=True)
        self.values = rows.set_index(pd.MultiIndex.from_tuples(places, names=["head", "repeat"])).sort_index()
        errors = (self.values.value - true).dropna()
        self.differences = [list(group) for _, group in errors.groupby(level=0)]

    @property
    def repeats(self) -> list[list[float]]:
        """The values by head; a withheld one is left out, as `study report` leaves it out and says so."""
        return [list(group) for _, group in self.values.value.dropna().groupby(level=0)]

    @property
    def limits(self) -> dict:
        """Bland–Altman against the truth, for repeated measures (Docs/methods/statistics.md)."""
        return formulas.repeated_limits(self.differences)

    def held(self, true: pd.Series) -> tuple[int, int]:
        """How many intervals hold the truth, of how many."""
        known = self.values.dropna(subset=["value"])
        truth = true[known.index]
        return int(((known.ci_low <= truth) & (truth <= known.ci_high)).sum()), len(known)

    def largest_deviation(self) -> float:
        """Of the program's statistics from those of the libraries, and of the limits from a mixed model's variances."""
        part = self.report["repeatability"]
        libs, icc = libraries.repeatability(self.repeats), libraries.intraclass(complete(self.repeats))
        pairs = []
        for key, name in (("within_sd", "within"), ("smallest_detectable_change", "change"), ("relative_tem_percent", "relative")):
            pairs += estimate(part["error"][key], libs, name)
        if complete(self.repeats) == self.repeats:
            pairs.append((part["error"]["within_sd"]["value"], libraries.technical_error(self.repeats)))
        for key in ("icc21", "icc31"):
            pairs += estimate(part["correlation"][key], icc, key)
        pairs += list(zip(mixed_limits(self.differences), (self.limits[key] for key in ("bias", "bias_low", "bias_high", "sd")), strict=True))
        return max(abs(a - b) / max(1, abs(b)) for a, b in pairs)


def complete(rows: list[list[float]]) -> list[list[float]]:
    return [row for row in rows if len(row) == REPEATS]


def estimate(found: dict, library: dict, name: str) -> list[tuple[float, float]]:
    """A value and its interval, each beside that of the library."""
    low, high = found["ci95"]
    return list(zip((found["value"], low, high), (library[name], library[f"{name}_low"], library[f"{name}_high"]), strict=True))


def mixed_limits(differences: list[list[float]]) -> tuple[float, float, float, float]:
    """Bias with SciPy's interval over the heads' means, and the deviation of a single difference from the variances that
    statsmodels' one-way analysis finds between heads and within them."""
    means = [np.mean(row) for row in differences]
    low, high = stats.t.interval(0.95, len(means) - 1, np.mean(means), stats.sem(means))
    rows = pd.DataFrame([(head, d) for head, row in enumerate(differences) for d in row], columns=["head", "d"])
    fit = libraries.sm.OLS(rows.d, pd.get_dummies(rows["head"]).astype(float)).fit()
    harmonic = stats.hmean([len(row) for row in differences])
    return np.mean(means), low, high, np.sqrt(np.var(means, ddof=1) + (1 - 1 / harmonic) * fit.mse_resid)


def dataset(folder: Path, clicks: str, scans: dict[tuple[int, int], Recording]) -> None:
    """The recordings in the manner of BIDS without their truth, with the landmarks of the operators."""
    shutil.rmtree(folder, ignore_errors=True)
    for (index, repeat), scan in scans.items():
        place = folder / f"sub-{index + 1:02}" / "ses-1" / f"scan-{repeat + 1}"
        without = shutil.ignore_patterns("truth*", "landmarks.json")
        shutil.copytree(scan.folder, place, ignore=without, copy_function=os.link)
        who = f"repeatability operator {index}" + (f" {repeat}" if clicks == "another" else "")
        observer.write(scan, random.Random(who).randrange(2**31), place)


def summary(found: dict[str, Repeated], true: pd.Series) -> str:
    rows = [[f"scans with a CVAI, of {len(true)}"], ["within-subject SD (TEM)"], ["relative TEM"], ["smallest detectable change"],
            ["ICC(2,1)"], ["ICC(3,1)"], ["bias"], ["lower limit of agreement"], ["upper limit of agreement"], ["error, RMS"],
            ["`ci95` holds the truth"]]
    for one in found.values():
        error, correlation = one.report["repeatability"]["error"], one.report["repeatability"]["correlation"]
        limits, (held, known) = one.limits, one.held(true)
        cells = [str(known), stated(error["within_sd"]), stated(error["relative_tem_percent"], 1) + " %",
                 stated(error["smallest_detectable_change"]), stated(correlation["icc21"], 4), stated(correlation["icc31"], 4)]
        for key in ("bias", "lower", "upper"):
            cells.append(stated({"value": limits[key], "ci95": [limits[f"{key}_low"], limits[f"{key}_high"]]}))
        cells += [signed(np.sqrt(np.mean(np.square(np.concatenate(one.differences))))), f"{held} of {known}"]
        for row, cell in zip(rows, cells, strict=True):
            row.append(cell)
    return table(["CVAI, percentage points", *CLICKS.values()], rows)


def heads(found: dict[str, Repeated], true: pd.Series) -> str:
    rows = []
    for index in sorted(set(true.index.get_level_values(0))):
        row = [str(index + 1), f"{true[index].mean():.2f}"]
        for one in found.values():
            scans = zip(one.values.value[index], one.values.code[index], strict=True)
            row.append(", ".join(f"`{code}`" if np.isnan(value) else f"{value:.2f}" for value, code in scans))
        rows.append(row)
    return table(["Head", "true", *CLICKS.values()], rows)


def stated(value: dict, digits: int = 2) -> str:
    text = signed(value["value"], digits)
    return text + (f" ({signed(value['ci95'][0], digits)} to {signed(value['ci95'][1], digits)})" if value.get("ci95") else "")


def signed(value: float, digits: int = 2) -> str:
    return f"{value:.{digits}f}".replace("-", "−")


def draw(found: dict[str, Repeated], true: pd.Series, path: Path) -> None:
    """Measured against true, and the differences with bias and limits, their intervals shaded."""
    style()
    figure, panels = plt.subplots(1, 3, figsize=(10, 3.2))
    ends = [0, 1.05 * max(true.max(), *(one.values.value.max() for one in found.values()))]
    panels[0].plot(ends, ends, color=LIMIT, linewidth=0.8)
    for (name, one), axes, colour, mark in zip(found.items(), panels[1:], (OURS, THEIRS), "o^", strict=True):
        values = one.values.value.dropna()
        x = true[values.index]
        panels[0].plot(x, values, mark, color=colour, markersize=4, alpha=0.7, label=CLICKS[name])
        limits = one.limits
        for key, dash in (("lower", "--"), ("bias", "-"), ("upper", "--")):
            axes.axhspan(limits[f"{key}_low"], limits[f"{key}_high"], color=colour, alpha=0.12, linewidth=0)
            axes.axhline(limits[key], color=colour, linestyle=dash, linewidth=1)
        axes.plot(x, values - x, mark, color=colour, markersize=4)
        axes.set_title(CLICKS[name], fontsize=9)
        axes.set(xlabel="true CVAI, %", ylabel="measured − true, points")
    low = min(axes.get_ylim()[0] for axes in panels[1:])
    high = max(axes.get_ylim()[1] for axes in panels[1:])
    for axes in panels[1:]:
        axes.set_ylim(low, high)
    panels[0].set(xlabel="true CVAI, %", ylabel="measured CVAI, %", xlim=ends, ylim=ends)
    panels[0].legend(frameon=False, loc="lower right", fontsize=8)
    figure.tight_layout()
    save(figure, path)


if __name__ == "__main__":
    sys.exit(main())
