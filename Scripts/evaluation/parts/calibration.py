"""What the program makes of a wrong stated focal length, and of depth that is taken at another time."""

import itertools
import json
import os
import shutil
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from . import faults
from ..assess import Assessment, assess_once
from .heads import number
from ..page import cell, table, tick
from ..phantoms import Phantoms
from ..program import Program, spread
from ..truth import Recording

FACTORS = (1.0, 0.945, 1.02)
DELAYS = {0: "none", 10: None, -10: None, 33: "depth 33 ms late", -33: "depth 33 ms early"}
"""Milliseconds, and the recording of the faults that has them."""


@dataclass
class FocalRow:
    factor: float
    assessment: Assessment
    true_scale: float

    @property
    def calibration(self) -> dict:
        return (self.assessment.result or {}).get("calibration") or {}

    @property
    def verdict(self) -> str:
        return self.calibration.get("verdict", "–")

    @property
    def estimate(self) -> float | None:
        return (self.calibration.get("focal_scale") or {}).get("value")

    @property
    def error(self) -> float | None:
        """Of the corrected focal length, relative, per cent."""
        return None if self.estimate is None else 100 * (self.estimate / self.true_scale - 1)

    @property
    def withheld(self) -> bool:
        return bool(self.assessment.figures.get("cvai_withheld", True))

    @property
    def holds(self) -> bool:
        if self.factor == 1.0:
            return self.verdict == "ok"
        corrected = self.verdict == "corrected" and self.error is not None and abs(self.error) <= 0.5
        return corrected or (self.verdict == "suspect" and self.withheld)


def focal_rows(calvaria: Program, phantoms: Phantoms, recordings: list[Recording]) -> list[FocalRow]:
    return spread(lambda pair: focal_row(calvaria, phantoms, *pair), itertools.product(recordings, FACTORS))


def focal_row(calvaria: Program, phantoms: Phantoms, recording: Recording, factor: float) -> FocalRow:
    """Reconstructs a copy, beside the phantoms, of which only the stated focal length is another."""
    print(f"{recording.name}: focal length × {factor}", file=sys.stderr)
    with tempfile.TemporaryDirectory(dir=phantoms.folder) as parent:
        folder = Path(parent, recording.name)
        shutil.copytree(recording.folder, folder, copy_function=link)
        stated = scale_focal(folder / "intrinsic.json", factor)
        true = recording.truth.get("intrinsic_matrix")
        assessment = assess_once(calvaria, Recording(folder, recording.truth))
    return FocalRow(factor, assessment, true[0] / stated if true else 1 / factor)


def link(source: str, target: str) -> None:
    """A hard link where the file system allows it, else a copy: images are read only."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)


def scale_focal(path: Path, factor: float) -> float:
    """Multiplies the stated focal lengths; the result is the one stated along x."""
    content = json.loads(path.read_text())
    content["intrinsic_matrix"][0] *= factor
    content["intrinsic_matrix"][4] *= factor
    path.unlink()
    path.write_text(json.dumps(content))
    return content["intrinsic_matrix"][0]


def delay_rows(calvaria: Program, phantoms: Phantoms) -> list[tuple[int, Assessment]]:
    def row(delay: int, name: str | None) -> tuple[int, Assessment]:
        recording = (
            faults.recording_of(phantoms, name) if name
            else phantoms.get(f"delay{delay:+d}", *faults.FRAMES, "--seed", 61, "--fault", f"delay={delay}"))
        print(f"{recording.name}: reconstructing", file=sys.stderr)
        return delay, assess_once(calvaria, recording)

    return spread(lambda pair: row(*pair), DELAYS.items())


def offset(assessment: Assessment) -> float | None:
    """The time offset that the result states, ms: a number, or a value with its interval."""
    entry = ((assessment.result or {}).get("calibration") or {}).get("time_offset_ms")
    return entry.get("value") if isinstance(entry, dict) else entry


def focal_page(rows: list[FocalRow]) -> str:
    header = ["Recording", "stated / true focal length", "verdict", "focal scale found", "error of the corrected focal length",
              "CVAI", "CVAI error", "surface RMS, mm", "holds"]
    return table(header, [
        [row.assessment.name, f"{1 / row.true_scale:.3f}", row.verdict, number(row.estimate, 4), number(row.error, 2, " %", sign=True),
         "withheld" if row.withheld else "reported", number(row.assessment.figures.get("cvai_error"), 2, sign=True),
         number(row.assessment.figures.get("surface_rms"), 3), tick(row.holds).strip()]
        for row in rows
    ]) + "\n\n" + "\n".join(
        f"- {row.assessment.name}, × {row.factor}: {cell(row.assessment.figures['reasons'])}"
        for row in rows if row.assessment.figures.get("reasons"))


def delay_page(rows: list[tuple[int, Assessment]]) -> str:
    header = ["Depth taken later by", "found", "error", "verdict", "CVAI error", "surface RMS, mm"]
    return table(header, [
        [f"{delay} ms", number(offset(a), 1, " ms"), number(None if offset(a) is None else offset(a) - delay, 1, " ms", sign=True),
         ((a.result or {}).get("calibration") or {}).get("verdict", "–"), number(a.figures.get("cvai_error"), 2, sign=True),
         number(a.figures.get("surface_rms"), 3)]
        for delay, a in rows
    ])
