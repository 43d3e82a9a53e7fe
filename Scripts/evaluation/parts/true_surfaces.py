"""Landmarks found by shape alone on true surfaces."""

from dataclasses import dataclass

import numpy as np

from .. import measures
from .automatic import landmark_notes
from .heads import number
from ..page import table, tick
from ..program import Program
from ..truth import MEASURED_LANDMARKS, Recording


@dataclass
class Row:
    name: str
    errors: dict[str, float]
    true_cvai: float | None
    cvai: float | None

    @property
    def difference(self) -> float | None:
        return None if self.cvai is None or self.true_cvai is None else self.cvai - self.true_cvai


def row(calvaria: Program, truth: Recording) -> Row:
    mesh = truth.folder / "truth_surface.ply"
    done = calvaria.run("landmarks", mesh, "--units", "mm", "--json")
    true = measures.value(calvaria.measure(mesh, truth.point_landmarks()), "cvai")
    if done.exit_code != 0:
        return Row(truth.name, {}, true, None)
    found = {name: np.array(done.json["landmarks"][name]["mm"]) for name in MEASURED_LANDMARKS}
    errors = {name: float(np.linalg.norm(at - truth.landmarks[name])) for name, at in found.items()}
    points = {"landmarks": {name: {"point_mm": at.tolist()} for name, at in found.items()}}
    return Row(truth.name, errors, true, measures.value(calvaria.measure(mesh, points), "cvai"))


def page(rows: list[Row]) -> str:
    header = ["Surface", *(f"{name.replace('_', ' ')}, mm" for name in MEASURED_LANDMARKS), "CVAI", "minus that with the true landmarks (≤ 0.4)"]
    lines = [
        [row.name, *(number(row.errors.get(name), 2) for name in MEASURED_LANDMARKS), number(row.cvai, 2),
         "–" if row.difference is None else number(row.difference, 2, sign=True) + tick(abs(row.difference) <= 0.4)]
        for row in rows
    ]
    found = [row for row in rows if row.errors]
    notes = [f"Found on {len(found)} of {len(rows)} surfaces."]
    notes += landmark_notes(found)
    return table(header, lines) + "\n\n" + "\n".join(f"- {note}" for note in notes)
