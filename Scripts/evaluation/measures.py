"""Errors of the measures: end to end, of the surface alone, and of the landmarks alone."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from . import protocol, rigid
from .program import Program
from .surface import Comparison
from .truth import MEASURED_LANDMARKS, Recording

SHOWN = {
    "cvai": ("CVAI", "%"), "cva": ("CVA", "mm"), "cranial_index": ("CI", "%"), "length": ("length", "mm"),
    "width": ("width", "mm"), "circumference": ("circumference", "mm"),
}


@dataclass(frozen=True)
class Row:
    """One measure: what is true of the head under the cap; the same over the cap, by the program and by the independent
    script, which knows nothing of caps; and the errors."""

    key: str
    true: float
    over_cap: float
    cross_check: float
    value: float | None
    interval: tuple[float, float] | None
    surface_error: float | None
    landmark_error: float | None

    @property
    def error(self) -> float | None:
        return None if self.value is None or self.true is None else self.value - self.true

    @property
    def held(self) -> bool | None:
        return None if self.interval is None or self.true is None else self.interval[0] <= self.true <= self.interval[1]


def rows(program: Program, truth: Recording, result: dict, output: Path, comparison: Comparison) -> list[Row]:
    surface_file, cap_mm = truth.measured
    true = program.measure(surface_file, truth.point_landmarks(), cap_mm=cap_mm)
    cross = protocol.measure(truth.surface.mesh, truth.landmarks)
    mesh_from_head = rigid.inverse(comparison.head_from_mesh)
    surface = program.measure(output / "mesh.ply", truth.point_landmarks(mesh_from_head), cap_mm=truth.cap_mm)
    picked = landmarks_in_head(result, comparison)
    clicks = {"landmarks": {name: {"point_mm": at.tolist()} for name, at in picked.items()}}
    landmarks = program.measure(surface_file, clicks, cap_mm=cap_mm) if picked.keys() >= set(MEASURED_LANDMARKS) else {}
    difference = lambda measures, key: None if value(measures, key) is None else value(measures, key) - value(true, key)
    return [
        Row(key, value(true, key), over_cap(true, key), cross[key], value(result["measures"], key), interval(result["measures"], key),
            difference(surface, key), difference(landmarks, key))
        for key in SHOWN
    ]


def value(measures: dict, key: str) -> float | None:
    return (measures.get(key) or {}).get("value")


def over_cap(measures: dict, key: str) -> float | None:
    """The value over the cap: the value itself where no cap was taken off."""
    return (measures.get(key) or {}).get("over_cap", value(measures, key))


def interval(measures: dict, key: str, kind: str = "ci95") -> tuple[float, float] | None:
    """A 95 % interval: `ci95` or `repeatability`."""
    bounds = (measures.get(key) or {}).get(kind)
    return None if bounds is None else tuple(bounds)


def landmarks_in_head(result: dict, comparison: Comparison) -> dict:
    """The result's landmarks in the truth's frame."""
    return {
        name: rigid.apply(comparison.head_from_mesh, np.array(entry["mm"]))
        for name, entry in result["landmarks"].items()
        if isinstance(entry, dict) and entry.get("mm")
    }
