"""Different heads, ours beside the peer's: surface, CVAI of the surface itself, closure."""

import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from .. import measures, ply, poses, surface
from ..assess import Assessment, assess_once
from ..limits import signed
from ..page import mean, table, tick
from ..phantoms import Phantoms
from ..program import Program, spread
from ..speed import Peer
from ..truth import Recording

HEADS = {
    "brachycephaly": ("--width-mm 134 --length-mm 136 --flat-mm 2 --boss-mm 0 --shear 0", 101),
    "scaphocephaly": ("--width-mm 106 --length-mm 156 --flat-mm 0 --boss-mm 0 --shear 0", 102),
    "left-mild": ("--flat-mm 5 --flat-side left --boss-mm 2 --shear 0.02", 103),
    "right-severe": ("--flat-mm 14 --flat-side right --boss-mm 6 --shear 0.06 --fold-mm 0.4", 104),
    "newborn": ("--width-mm 94 --length-mm 116 --height-mm 128 --flat-mm 3 --flat-side left --cap-mm 0.8", 105),
    "twelve-months": ("--width-mm 132 --length-mm 162 --height-mm 180 --flat-mm 6 --flat-side right --markers 60 --sway 1.5", 106),
}
"""The options and the seed of each head."""

FRAMES = ("--frames", "160", "--duration", "16")


@dataclass
class Row:
    """Our result and the peer's on one recording; the peer's parts are none where it did not run."""

    assessment: Assessment
    cvai_error: float | None
    closure: float | None
    peer: dict | None = None
    peer_cvai_error: float | None = None

    @property
    def name(self) -> str:
        return self.assessment.name

    @property
    def rms(self) -> float | None:
        return self.assessment.figures.get("surface_rms")


def recording(phantoms: Phantoms, name: str) -> Recording:
    options, seed = HEADS[name]
    return phantoms.get(name, *options.split(), "--seed", seed, *FRAMES)


def run(calvaria: Program, recordings: list[Recording], peer: Peer | None) -> list[Row]:
    return spread(lambda each: row(calvaria, each, peer), recordings)


def row(calvaria: Program, truth: Recording, peer: Peer | None) -> Row:
    print(f"{truth.name}: reconstructing", file=sys.stderr)
    assessment = assess_once(calvaria, truth)
    cvai = next((r.surface_error for r in assessment.rows if r.key == "cvai"), None)
    closure = assessment.result.get("tracking", {}).get("closure_mm") if assessment.result else None
    result = Row(assessment, cvai, closure)
    if peer:
        print(f"{truth.name}: the peer", file=sys.stderr)
        result.peer, result.peer_cvai_error = peer_figures(calvaria, truth, peer)
    return result


def peer_figures(calvaria: Program, truth: Recording, peer: Peer) -> tuple[dict | None, float | None]:
    """The peer's surface by the same comparison as ours, and its CVAI with the true landmarks."""
    import numpy as np

    with tempfile.TemporaryDirectory() as folder:
        mesh = Path(folder, "peer.ply")
        if peer.reconstruct(truth, mesh).exit_code != 0:
            return None, None
        estimated = np.load(f"{mesh}.poses.npy")
        estimated[:, :3, 3] *= 1000
        posed = np.isfinite(estimated).all((1, 2))
        true = np.array(list(truth.poses.values()))[posed]
        guess = poses.head_from_mesh(true, estimated[posed], truth.head_centre)
        comparison = surface.compare(ply.read(mesh).scaled(1000), truth, guess)
        found = calvaria.measure(
            mesh, truth.point_landmarks(poses.rigid.inverse(comparison.head_from_mesh)), units="m")
        true_cvai = measures.value(calvaria.measure(truth.folder / "truth_surface.ply", truth.point_landmarks()), "cvai")
        value = measures.value(found, "cvai")
        error = None if value is None or true_cvai is None else value - true_cvai
        return comparison.figures() | {"posed": float(posed.mean() * 100)}, error


def page(rows: list[Row]) -> str:
    header = ["Recording", "frames posed", "surface RMS, mm", "the peer's", "ours / the peer's (≤ 0.5)", "CVAI error of the surface",
              "the peer's", "closure, mm (≤ 0.3)"]
    lines = [
        [row.name, number(row.assessment.figures.get("frames_posed"), 1, " %"), number(row.rms, 3),
         number((row.peer or {}).get("surface_rms"), 3), ratio(row), number(row.cvai_error, 2, sign=True),
         number(row.peer_cvai_error, 2, sign=True),
         number(row.closure, 2) + ("" if row.closure is None else tick(row.closure <= 0.3))]
        for row in rows
    ]
    return table(header, lines) + "\n\n" + "\n".join(f"- {line}" for line in totals(rows))


def ratio(row: Row) -> str:
    if not row.peer or row.rms is None:
        return "–"
    value = row.rms / row.peer["surface_rms"]
    return f"{value:.2f}{tick(value <= 0.5)}"


def totals(rows: list[Row]) -> list[str]:
    rms = mean([row.rms for row in rows])
    errors = [abs(row.cvai_error) for row in rows if row.cvai_error is not None]
    worst = max(errors, default=None)
    return [
        f"Surface RMS, mean: {number(rms, 3)} mm (required ≤ 0.15){tick(rms is not None and rms <= 0.15)}; "
        f"the peer's: {number(mean([(row.peer or {}).get('surface_rms') for row in rows]), 3)} mm.",
        f"CVAI error of the surface itself, with the true landmarks: mean {number(mean(errors), 3)} (required ≤ 0.1)"
        f"{tick(len(errors) == len(rows) and mean(errors) <= 0.1)}, worst {number(worst, 3)} (required ≤ 0.2)"
        f"{tick(len(errors) == len(rows) and worst <= 0.2)}.",
    ]


def number(value: float | None, digits: int, unit: str = "", sign: bool = False) -> str:
    return "–" if value is None else signed(value, digits, sign) + unit
