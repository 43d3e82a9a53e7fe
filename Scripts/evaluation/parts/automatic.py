"""Landmarks found by shape alone in reconstructions of recordings whose clicks are taken away."""

import re
import shutil
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from ..assess import Assessment, assess_once
from .calibration import link
from .coverage import rms
from .heads import number
from ..page import cell, table, tick
from ..phantoms import Phantoms
from ..program import Program, spread
from ..truth import MEASURED_LANDMARKS, Recording

FRAMES = ("--frames", "100", "--duration", "14")

SHAPES = (
    "--flat-mm 5 --flat-side left --shear 0.02",
    "--flat-mm 12 --flat-side right --boss-mm 5 --shear 0.05",
    "--width-mm 130 --length-mm 138 --flat-mm 3",
    "--width-mm 108 --length-mm 150 --flat-mm 0 --boss-mm 0 --shear 0",
    "--width-mm 98 --length-mm 120 --height-mm 134 --flat-mm 4 --flat-side right",
    "--width-mm 130 --length-mm 158 --height-mm 176 --flat-mm 7 --flat-side left --shear 0.03",
)
"""Heads; each is given two faces. Neither these nor the faces' seeds were used to find the rules."""

FACES = {f"face-{seed}": (SHAPES[seed % len(SHAPES)], seed) for seed in range(301, 313)}


@dataclass
class Row:
    assessment: Assessment

    @property
    def name(self) -> str:
        return self.assessment.name

    @property
    def errors(self) -> dict[str, float]:
        """Distance of each landmark that was found from the true one, mm."""
        return {name: self.assessment.landmarks[name][0] for name in MEASURED_LANDMARKS if name in self.assessment.landmarks}

    @property
    def is_complete(self) -> bool:
        return len(self.errors) == len(MEASURED_LANDMARKS) and self.cvai is not None

    @property
    def cvai(self):
        row = next((row for row in self.assessment.rows if row.key == "cvai"), None)
        return row if row and row.value is not None else None

    @property
    def cvai_difference(self) -> float | None:
        """CVAI with these landmarks against that of the same surface with the true ones."""
        return None if self.cvai is None or self.cvai.surface_error is None else self.cvai.error - self.cvai.surface_error


def recording(phantoms: Phantoms, name: str) -> Recording:
    shape, seed = FACES[name]
    return phantoms.get(name, "--preset", "face", *shape.split(), "--face-seed", seed, "--seed", seed, *FRAMES)


def run(calvaria: Program, phantoms: Phantoms, recordings: list[Recording]) -> list[Row]:
    return spread(lambda each: row(calvaria, phantoms, each), recordings)


def row(calvaria: Program, phantoms: Phantoms, truth: Recording) -> Row:
    print(f"{truth.name}: reconstructing without clicks", file=sys.stderr)
    phantoms.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=phantoms.folder) as parent:
        folder = Path(parent, truth.name)
        shutil.copytree(truth.folder, folder, copy_function=link, ignore=shutil.ignore_patterns("landmarks.json"))
        return Row(assess_once(calvaria, Recording(folder, truth.truth)))


def page(rows: list[Row]) -> str:
    header = ["Recording", *(f"{name.replace('_', ' ')}, mm (sd)" for name in MEASURED_LANDMARKS), "CVAI", "95 % interval",
              "holds the truth", "CVAI minus that with the true landmarks (≤ 0.4)"]
    return table(header, [line(row) for row in rows]) + "\n\n" + "\n".join(f"- {text}" for text in totals(rows))


def line(row: Row) -> list[str]:
    found = row.assessment.landmarks
    cells = [f"{found[n][0]:.2f} ({found[n][1]:.2f})" if n in found else "–" for n in MEASURED_LANDMARKS]
    if not row.cvai:
        return [row.name, *cells, "withheld: " + cell(row.assessment.figures.get("reasons", "")), "–", "–", "–"]
    low, high = row.cvai.interval or (float("nan"), float("nan"))
    difference = row.cvai_difference
    return [row.name, *cells, f"{row.cvai.value:.2f}", f"{low:.2f} … {high:.2f}", "yes" if row.cvai.held else "**no**",
            "–" if difference is None else number(difference, 2, sign=True) + tick(abs(difference) <= 0.4)]


def landmark_notes(found: list) -> list[str]:
    """A line for each landmark: its errors over the rows in which it was found."""
    errors = {name: [row.errors[name] for row in found] for name in MEASURED_LANDMARKS}
    return [
        f"{name.replace('_', ' ').capitalize()}: median {median(each):.2f} mm (required ≤ 3){tick(median(each) <= 3)}, worst {max(each):.2f} mm."
        for name, each in errors.items() if each
    ]


def by_maker(found: list[Row]) -> str:
    """Root mean squares of sellion and tragions, by who made the heads."""
    def text(rows: list[Row]) -> str:
        sellion, *tragions = ([row.errors[name] for row in rows] for name in MEASURED_LANDMARKS)
        return " / ".join(f"{value:.2f}{tick(value <= 2.5)}" for value in (rms(sellion), rms(tragions[0] + tragions[1])))

    makers = dict.fromkeys(re.split("[-_]", row.name)[0] for row in found)
    each = [f"{maker} {text([row for row in found if row.name.startswith(maker)])}" for maker in makers]
    return f"Root mean square of sellion / tragions (required ≤ 2.5), mm: {', '.join(each)}."


def totals(rows: list[Row]) -> list[str]:
    found = [row for row in rows if row.is_complete]
    lines = [f"Found in {len(found)} of {len(rows)} recordings."]
    lines += landmark_notes(found) + [by_maker(found)]
    differences = [abs(row.cvai_difference) for row in found if row.cvai_difference is not None]
    if differences:
        lines.append(
            f"Difference from the CVAI with the true landmarks: median {median(differences):.2f}, worst {max(differences):.2f}, within 0.4 in "
            f"{sum(d <= 0.4 for d in differences)} of {len(differences)}.")
        lines.append(f"The 95 % interval of the CVAI holds the truth in {sum(bool(row.cvai.held) for row in found)} of {len(found)}.")
    return lines
