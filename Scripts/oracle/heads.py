"""Irregular heads: closed, star-shaped, without symmetry, placed at random; and the files they are written to."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import trimesh

UNITS = {"mm": 1.0, "cm": 0.1, "m": 0.001}
"""How many of each unit make a millimetre."""

FILES = [
    ("ascii.ply", "mm"), ("little.ply", "m"), ("big.ply", "cm"), ("text.obj", "mm"), ("backwards.obj", "cm"),
    ("binary.stl", "mm"), ("ascii.stl", "m"), ("solid.stl", "cm"), ("little.ply", "mm"), ("text.obj", "m"),
]
"""The kind and unit of each head's file."""


@dataclass(frozen=True)
class Head:
    """A head in mm: vertices (n × 3), outward triangles, and landmarks, all in the frame of its file."""

    seed: int
    vertices: np.ndarray
    triangles: np.ndarray
    landmarks: dict[str, np.ndarray]


def make(seed: int) -> Head:
    """A head of 110–135 by 130–165 mm with waves of a few per cent, six dents or bosses, and a random place and turn."""
    random = np.random.default_rng(seed)
    sphere = trimesh.creation.icosphere(subdivisions=6)
    half = np.array([random.uniform(55, 67), random.uniform(65, 82), random.uniform(62, 74)])
    waves = [(random.normal(size=3) * order, random.uniform(0, 2 * np.pi), random.normal(0, 0.012)) for order in (1, 2, 2, 3, 5, 5)]
    # A narrow boss above an ear would be taken for the ear and left out of the width.
    bumps = [(unit(random.normal(size=3) * [0.4, 1, 1]), random.uniform(0.15, 0.6), random.normal(0, 0.04)) for _ in range(6)]

    def surface(directions: np.ndarray) -> np.ndarray:
        radius = 1 / np.linalg.norm(directions / half, axis=1)
        for wave, phase, height in waves:
            radius *= 1 + height * np.sin(directions @ wave + phase)
        for centre, width, height in bumps:
            radius *= 1 + height * np.exp(-((np.arccos(np.clip(directions @ centre, -1, 1)) / width) ** 2))
        return directions * radius[:, None]

    # The ears lie below the middle of the head; left and right differ by chance.
    towards = {"sellion": [0, 1, -0.45], "tragion_left": [-1, 0, -0.45], "tragion_right": [1, 0, -0.45]}
    landmarks = {name: surface(unit(np.array(d) + random.normal(0, 0.06, 3))[None])[0] for name, d in towards.items()}
    turn, shift = trimesh.transformations.random_rotation_matrix(random.random(3))[:3, :3], random.uniform(-300, 300, 3)
    placed = {name: turn @ point + shift for name, point in landmarks.items()}
    return Head(seed, surface(sphere.vertices) @ turn.T + shift, sphere.faces, placed)


def unit(vector: np.ndarray) -> np.ndarray:
    return vector / np.linalg.norm(vector)


def write(head: Head, kind: str, units: str, path: Path) -> None:
    """Writes a head's file in one of the kinds of ``FILES``."""
    mesh = trimesh.Trimesh(head.vertices * UNITS[units], head.triangles, process=False)
    if kind == "ascii.ply":
        path.write_bytes(mesh.export(file_type="ply", encoding="ascii", vertex_normal=False))
    elif kind == "little.ply":
        path.write_bytes(mesh.export(file_type="ply"))
    elif kind == "big.ply":
        path.write_bytes(big_endian(mesh))
    elif kind == "text.obj":
        path.write_text(obj(mesh, lambda index: index + 1))
    elif kind == "backwards.obj":
        path.write_text(obj(mesh, lambda index: index - len(mesh.vertices)))
    elif kind == "ascii.stl":
        path.write_text(mesh.export(file_type="stl_ascii"))
    else:
        data = mesh.export(file_type="stl")
        path.write_bytes(b"solid head".ljust(80) + data[80:] if kind == "solid.stl" else data)


def big_endian(mesh: trimesh.Trimesh) -> bytes:
    """A PLY of big-endian doubles, the axes not in their usual order and a list before the indices."""
    header = [
        "ply", "format binary_big_endian 1.0", f"element vertex {len(mesh.vertices)}", "property double z",
        "property uchar flag", "property double x", "property double y", f"element face {len(mesh.faces)}",
        "property list uchar float texcoord", "property list ushort uint vertex_index", "end_header", "",
    ]
    vertices = np.zeros(len(mesh.vertices), [("z", ">f8"), ("flag", "u1"), ("x", ">f8"), ("y", ">f8")])
    vertices["x"], vertices["y"], vertices["z"] = mesh.vertices.T
    faces = np.zeros(len(mesh.faces), [("n", "u1"), ("uv", ">f4", 2), ("count", ">u2"), ("corners", ">u4", 3)])
    faces["n"], faces["count"], faces["corners"] = 2, 3, mesh.faces
    return "\n".join(header).encode() + vertices.tobytes() + faces.tobytes()


def obj(mesh: trimesh.Trimesh, index) -> str:
    vertices = "".join(f"v {x!r} {y!r} {z!r}\n" for x, y, z in mesh.vertices.tolist())
    faces = "".join(f"f {index(a)}/1 {index(b)}/1 {index(c)}/1\n" for a, b, c in mesh.faces.tolist())
    return "mtllib head.mtl\nvt 0 0\n" + vertices + "usemtl skin\n" + faces
