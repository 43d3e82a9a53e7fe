"""Six head meshes in the formats that are read, each with its landmarks, and the flip of one of a file's bits."""

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import trimesh

from oracle import heads

from .outcome import Outcome, run


@dataclass(frozen=True)
class Case:
    """A sound mesh file and its landmark file."""

    name: str
    mesh: Path
    landmarks: Path

    def measure(self, program: Path, mesh: Path) -> Outcome:
        return run([program, "measure", mesh, "--landmarks", self.landmarks, "--units", "mm", "--json"])


def cases(program: Path, datasets: Path, folder: Path) -> list[Case]:
    """Four irregular heads of 10,242 vertices, a true surface of the samples, and a reconstruction of one of them."""
    made = []
    for seed, kind in [(1, "little.ply"), (2, "ascii.ply"), (3, "binary.stl"), (4, "text.obj")]:
        head = coarse(heads.make(seed))
        path = folder / f"head-{seed}-{kind}"
        heads.write(head, kind, "mm", path)
        made.append(Case(f"irregular head {seed}, {kind}", path, write_landmarks(head.landmarks, path)))
    truth = json.loads((datasets / "sample/truth.json").read_text())
    surface = datasets / "sample/truth_surface.ply"
    made.append(Case("sample, true surface", surface, write_landmarks(truth["landmarks_mm"], folder / "truth")))
    result = folder / "result"
    run([program, "reconstruct", datasets / "sample", "--output", result, "--voxel-mm", 2, "--json"])
    found = json.loads((result / "result.json").read_text())["landmarks"]
    points = {name: entry["mm"] for name, entry in found.items() if isinstance(entry, dict)}
    made.append(Case("sample, reconstructed", result / "mesh.ply", write_landmarks(points, folder / "result-landmarks")))
    return made


def coarse(head: heads.Head) -> heads.Head:
    """The same head with a quarter of its triangles: the first vertices of an icosphere are those of its coarser one."""
    sphere = trimesh.creation.icosphere(subdivisions=5)
    return heads.Head(head.seed, head.vertices[: len(sphere.vertices)], sphere.faces, head.landmarks)


def write_landmarks(points: dict, beside: Path) -> Path:
    path = beside.parent / (beside.name + ".landmarks.json")
    known = {name: {"point_mm": np.asarray(at, float).tolist()} for name, at in points.items() if name in NAMES}
    path.write_text(json.dumps({"landmarks": known}))
    return path


NAMES = ("sellion", "tragion_left", "tragion_right")


def flipped(data: bytes, random: np.random.Generator) -> tuple[bytes, str]:
    """The bytes with one bit flipped, and which."""
    byte, bit = int(random.integers(len(data))), int(random.integers(8))
    changed = bytearray(data)
    changed[byte] ^= 1 << bit
    return bytes(changed), f"byte {byte}, bit {bit}"
