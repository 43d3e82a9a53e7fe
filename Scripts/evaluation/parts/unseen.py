"""Recordings whose clicks and one part of whose frames are taken away: a face, or a side, that was not scanned must not be found."""

import itertools
import shutil
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from .calibration import link
from ..page import cell, table, tick
from ..phantoms import Phantoms
from ..program import Program, spread
from ..truth import Recording

PARTS = {"face": (0, 100), "left side": (-90, 90), "right side": (90, 90)}
"""Where a part lies, in degrees from straight ahead to the right, and up to how far from there the camera may not stand."""


@dataclass
class Row:
    name: str
    part: str
    frames: int
    cvai: float | None
    reasons: str


def run(calvaria: Program, phantoms: Phantoms, recordings: list[Recording]) -> list[Row]:
    return spread(lambda pair: row(calvaria, phantoms, *pair), itertools.product(recordings, PARTS))


def row(calvaria: Program, phantoms: Phantoms, truth: Recording, part: str) -> Row:
    print(f"{truth.name}: reconstructing without clicks and without the {part}", file=sys.stderr)
    phantoms.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=phantoms.folder) as parent:
        folder = Path(parent, truth.name)
        shutil.copytree(truth.folder, folder, copy_function=link, ignore=shutil.ignore_patterns("landmarks.json", "rgb.txt"))
        left = frames(truth, part)
        (folder / "rgb.txt").write_text("".join(line + "\n" for line in left))
        done = calvaria.reconstruct(folder, Path(parent, "out"))
        if done.exit_code not in (0, 2):
            return Row(truth.name, part, len(left), None, done.errors.strip()[-300:])
        result = done.json
        return Row(truth.name, part, len(left), result["measures"]["cvai"]["value"], "; ".join(result["reasons"]))


def frames(truth: Recording, part: str) -> list[str]:
    """The lines of the colour images from whose place the part was not seen."""
    middle, reach = PARTS[part]
    lines = [line for line in (truth.folder / "rgb.txt").read_text().splitlines() if line and not line.startswith("#")]
    x, y = (np.array(truth.truth["head_from_camera"])[:, :2, 3]).T
    away = np.abs((np.degrees(np.arctan2(x, y)) - middle + 180) % 360 - 180)
    return [line for line, angle in zip(lines, away, strict=True) if angle > reach]


def page(rows: list[Row]) -> str:
    header = ["Recording", "without the frames of the", "frames left", "CVAI (must be withheld)"]
    lines = [
        [row.name, row.part, str(row.frames), ("withheld: " + cell(row.reasons) if row.cvai is None else f"{row.cvai:.2f}") + tick(row.cvai is None)]
        for row in rows
    ]
    return table(header, lines)
