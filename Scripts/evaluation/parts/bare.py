"""What a second recording, without the cap, tells of what lies under it."""

import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from .heads import number
from ..page import table, tick
from ..phantoms import Phantoms
from ..program import Program, spread

CAPS = {11: 1.0, 12: 2.0, 13: 3.0, 14: 1.5, 15: 2.5, 16: 1.0}
"""Seeds of the heads, and the thickness of cap, hair and air, mm; the cap file says 1 mm."""


@dataclass
class Row:
    seed: int
    truth: float
    """The circumference of the bare head, mm."""
    without: dict
    with_bare: dict
    """`measures.circumference`, without the second recording and with it."""
    gap: dict | None


def run(calvaria: Program, phantoms: Phantoms) -> list[Row]:
    return spread(lambda seed: row(calvaria, phantoms, seed), CAPS)


def row(calvaria: Program, phantoms: Phantoms, seed: int) -> Row:
    shape = ("--seed", seed, "--face-seed", seed, "--flat-mm", 2 * (seed - 10), "--truth-subdivisions", 5)
    capped = phantoms.get(f"bare-{seed}-capped", "--frames", 120, "--duration", 14, "--cap-mm", CAPS[seed], *shape)
    bare = phantoms.get(f"bare-{seed}", "--frames", 100, "--duration", 10, "--fault", "no-cap", *shape)
    print(f"head {seed}: reconstructing", file=sys.stderr)
    truth = calvaria.measure(bare.folder / "truth_surface.ply", bare.point_landmarks())["circumference"]["value"]
    with tempfile.TemporaryDirectory() as parent:
        cap = Path(parent, "cap.yaml")
        lines = (capped.folder / "cap.yaml").read_text().splitlines()
        cap.write_text("\n".join("thickness_mm: 1.0" if line.startswith("thickness_mm:") else line for line in lines) + "\n")
        plain, known = (
            calvaria.reconstruct(capped.folder, Path(parent, name), "--cap", cap, "--hair-mm", 0, *words).json
            for name, words in (("plain", ()), ("known", ("--bare", bare.folder))))
    return Row(seed, truth, plain["measures"]["circumference"], known["measures"]["circumference"], known.get("cap_gap"))


def page(rows: list[Row]) -> str:
    def circumference(of: dict, truth: float) -> list[str]:
        low, high = of["ci95"]
        return [number(of["value"] - truth, 1, " mm", sign=True), f"{high - low:.1f} mm{tick(low <= truth <= high)}"]

    header = ["Head", "cap, hair and air", "found", "its standard deviation", "circumference, error without the second recording", "interval's width, ✔ where it holds the truth",
              "error with it", "interval's width (asked: 6 mm)"]
    return table(header, [
        [str(row.seed), f"{CAPS[row.seed]:.1f} mm", number(row.gap and row.gap["thickness_mm"], 2, " mm"), number(row.gap and row.gap["sd_mm"], 2, " mm"),
         *circumference(row.without, row.truth), *circumference(row.with_bare, row.truth)]
        for row in rows
    ])
