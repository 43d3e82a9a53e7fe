"""Reading and writing binary PLY meshes."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

TYPES = {
    "char": "i1", "int8": "i1", "uchar": "u1", "uint8": "u1", "short": "<i2", "int16": "<i2", "ushort": "<u2",
    "uint16": "<u2", "int": "<i4", "int32": "<i4", "uint": "<u4", "uint32": "<u4", "float": "<f4", "float32": "<f4",
    "double": "<f8", "float64": "<f8",
}


@dataclass(frozen=True)
class Mesh:
    """A triangle mesh: vertices (n × 3), triangles (m × 3 indices), colours (n × 3 in 0…1) where the file has them."""

    vertices: np.ndarray
    triangles: np.ndarray
    colours: np.ndarray | None = None

    def moved(self, transform: np.ndarray) -> "Mesh":
        """The mesh after a rigid transform (4 × 4)."""
        return Mesh(self.vertices @ transform[:3, :3].T + transform[:3, 3], self.triangles, self.colours)

    def scaled(self, factor: float) -> "Mesh":
        return Mesh(self.vertices * factor, self.triangles, self.colours)


def read(path: Path) -> Mesh:
    """Reads a little-endian binary PLY of triangles."""
    data = path.read_bytes()
    end = data.index(b"end_header\n") + len(b"end_header\n")
    elements: list[tuple[str, int, list[list[str]]]] = []
    for line in data[:end].decode("ascii", "replace").splitlines():
        words = line.split()
        if words[0] == "format" and words[1] != "binary_little_endian":
            raise ValueError(f"{path}: expected binary_little_endian, found {words[1]}")
        if words[0] == "element":
            elements.append((words[1], int(words[2]), []))
        elif words[0] == "property":
            elements[-1][2].append(words[1:])
    tables = {}
    for name, count, properties in elements:
        row = np.dtype(fields(properties))
        tables[name] = np.frombuffer(data, row, count, end)
        end += count * row.itemsize
    vertex, face = tables["vertex"], tables.get("face")
    positions = np.stack([vertex[axis] for axis in "xyz"], axis=1).astype(float)
    if face is not None and len(face) and (face["count"] != 3).any():
        raise ValueError(f"{path}: expected triangles only")
    triangles = np.zeros((0, 3), int) if face is None else face["indices"].astype(int)
    colours = None
    if "red" in vertex.dtype.names:
        colours = np.stack([vertex[c] for c in ("red", "green", "blue")], axis=1) / 255.0
    return Mesh(positions, triangles, colours)


def write(path: Path, mesh: Mesh) -> None:
    """Writes positions and triangles as a little-endian binary PLY."""
    header = [
        "ply", "format binary_little_endian 1.0", f"element vertex {len(mesh.vertices)}", *(f"property float {axis}" for axis in "xyz"),
        f"element face {len(mesh.triangles)}", "property list uchar int vertex_indices", "end_header", ""]
    faces = np.empty(len(mesh.triangles), [("count", "u1"), ("indices", "<i4", 3)])
    faces["count"], faces["indices"] = 3, mesh.triangles
    path.write_bytes("\n".join(header).encode() + mesh.vertices.astype("<f4").tobytes() + faces.tobytes())


def fields(properties: list[list[str]]) -> list[tuple]:
    """The NumPy fields of an element; a list property counts as one of three indices."""
    result: list[tuple] = []
    for words in properties:
        if words[0] == "list":
            result += [("count", TYPES[words[1]]), ("indices", TYPES[words[2]], 3)]
        else:
            result.append((words[1], TYPES[words[0]]))
    return result
