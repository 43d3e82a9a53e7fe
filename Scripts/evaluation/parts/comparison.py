"""How well `compare` lays two scans of one head upon each other, where the second one is made from the first."""

import json
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import trimesh

from .. import rigid
from ..page import table
from ..program import Program, spread
from ..truth import MEASURED_LANDMARKS, Recording

METHODS = ("surface", "vault", "landmarks")
GROWTH = 1.03
FILLING_MM = 4.0
PICKED_ASIDE_MM = 1.5
"""How far to the right the sellion is picked in the second scan: about 1.3° of the midline."""

CASES = {
    "changed": "grown and filled",
    "aside": "unchanged, sellion aside",
    "both": "grown and filled, sellion aside",
}


@dataclass(frozen=True)
class Scan:
    """A head's vertices and landmarks, mm."""

    vertices: np.ndarray
    landmarks: dict[str, np.ndarray]

    @property
    def frame(self) -> np.ndarray:
        """The transform to the head frame (Docs/methods/head-frame.md)."""
        left, right, sellion = (self.landmarks[name] for name in ("tragion_left", "tragion_right", "sellion"))
        origin = (left + right) / 2
        up, forward = np.cross(right - left, sellion - origin), sellion - origin
        axes = np.stack([np.cross(forward, up), forward, up])
        axes /= np.linalg.norm(axes, axis=1, keepdims=True)
        return rigid.transform(axes, -axes @ origin)


@dataclass(frozen=True)
class Row:
    """What one method found of one pair: its rotation error in degrees, and the growth."""

    case: str
    method: str
    turn: float
    growth: float


def filled(scan: Scan) -> Scan:
    """The head 3 % larger, its left back filled out: a swelling of 4 mm, 25 mm wide (standard deviation)."""
    frame = scan.frame
    local = rigid.apply(frame, scan.vertices)
    towards = np.array([-0.64, -0.64, 0.42])
    centre = local[np.argmax(local @ towards)]
    outward = local / np.linalg.norm(local, axis=1, keepdims=True)
    swelling = FILLING_MM * np.exp(-0.5 * (np.linalg.norm(local - centre, axis=1) / 25) ** 2)
    grown = GROWTH * (local + swelling[:, None] * outward)
    landmarks = {name: GROWTH * rigid.apply(frame, at) for name, at in scan.landmarks.items()}
    return Scan(grown, landmarks)


def aside(scan: Scan) -> Scan:
    """The same head with its sellion picked to the right of where it is."""
    moved = scan.landmarks["sellion"] + PICKED_ASIDE_MM * scan.frame[0, :3]
    return Scan(scan.vertices, scan.landmarks | {"sellion": moved})


def rows(program: Program, recordings: list[Recording]) -> list[Row]:
    def of_one(recording: Recording) -> list[Row]:
        mesh = recording.surface.mesh
        first = Scan(mesh.vertices, {name: recording.landmarks[name] for name in MEASURED_LANDMARKS})
        seconds = {"changed": filled(first), "aside": aside(first), "both": aside(filled(first))}
        return [pair(program, first, second, mesh.triangles, case, method) for case, second in seconds.items() for method in METHODS]

    return [row for rows in spread(of_one, recordings) for row in rows]


def pair(program: Program, a: Scan, b: Scan, triangles: np.ndarray, case: str, method: str) -> Row:
    with tempfile.TemporaryDirectory() as folder:
        paths = [written(scan, triangles, Path(folder, name)) for scan, name in ((a, "a"), (b, "b"))]
        done = program.run(
            "compare", paths[0][0], paths[1][0], "--landmarks-a", paths[0][1], "--landmarks-b", paths[1][1],
            "--units-a", "mm", "--units-b", "mm", "--registration", method, "--json")
    if done.exit_code not in (0, 2):
        raise RuntimeError(f"compare: exit code {done.exit_code}: {done.errors.strip()}")
    # The filled head is given in the first one's head frame, the others in the first one's own.
    a_from_b = np.eye(4) if case != "aside" else a.frame
    true = (a_from_b @ rigid.inverse(b.frame))[:3, :3]
    wrong = np.array(done.json["registration"]["rotation"]) @ true.T
    return Row(case, method, float(rigid.angles(wrong[None])[0]), done.json["growth"]["value"])


def written(scan: Scan, triangles: np.ndarray, stem: Path) -> tuple[Path, Path]:
    """A mesh file and one of its landmarks, each known to 1 mm."""
    mesh, landmarks = stem.with_suffix(".ply"), stem.with_suffix(".json")
    mesh.write_bytes(trimesh.Trimesh(scan.vertices, triangles, process=False).export(file_type="ply"))
    points = {name: {"point_mm": at.tolist(), "sd_mm": 1.0} for name, at in scan.landmarks.items()}
    landmarks.write_text(json.dumps({"landmarks": points}))
    return mesh, landmarks


def page(found: list[Row]) -> str:
    header = ["Aligned by", *(f"{words}: rotation error, mean (worst)" for words in CASES.values()), "growth found, of 3 %"]
    return table(header, [line(method, [row for row in found if row.method == method]) for method in METHODS])


def line(method: str, found: list[Row]) -> list[str]:
    cells = []
    for case in CASES:
        turns = [row.turn for row in found if row.case == case]
        cells.append(f"{sum(turns) / len(turns):.2f}° ({max(turns):.2f}°)")
    grown = [100 * (row.growth - 1) for row in found if row.case == "changed"]
    return [f"`{method}`", *cells, f"{min(grown):.2f} to {max(grown):.2f} %"]
