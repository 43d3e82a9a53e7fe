"""The default protocol once more, independent of the program (Docs/methods): a cross-check on closed surfaces whose
section lies above the ears."""

import numpy as np
from scipy.spatial import ConvexHull

from .ply import Mesh

LEVEL = 0.3
ANGLE = np.radians(30)


def measure(mesh: Mesh, landmarks: dict[str, np.ndarray]) -> dict[str, float]:
    """Length, width, cranial index, circumference, diagonals, CVA and CVAI of a mesh in mm."""
    vertices = (mesh.vertices - origin(landmarks)) @ axes(landmarks).T
    height = vertices[:, 2].max() * LEVEL
    outline = longest_loop(vertices, mesh.triangles, height)
    low, high = outline.min(0), outline.max(0)
    hull = outline[ConvexHull(outline).vertices]
    centre = np.array([0, (low[1] + high[1]) / 2])
    left, right = (diagonal(outline, centre, np.array([side * np.sin(ANGLE), np.cos(ANGLE)])) for side in (-1, 1))
    cva = abs(left - right)
    return {
        "length": high[1] - low[1], "width": high[0] - low[0], "cranial_index": 100 * (high[0] - low[0]) / (high[1] - low[1]),
        "circumference": perimeter(hull), "diagonal_left_front": left, "diagonal_right_front": right, "cva": cva,
        "cvai": 100 * cva / max(left, right), "cvai_shorter": 100 * cva / min(left, right),
    }


def origin(landmarks: dict[str, np.ndarray]) -> np.ndarray:
    return (landmarks["tragion_left"] + landmarks["tragion_right"]) / 2


def axes(landmarks: dict[str, np.ndarray]) -> np.ndarray:
    """The head frame's axes as rows: right, forward (to the sellion), up."""
    forward = landmarks["sellion"] - origin(landmarks)
    up = np.cross(landmarks["tragion_right"] - landmarks["tragion_left"], forward)
    forward, up = forward / np.linalg.norm(forward), up / np.linalg.norm(up)
    return np.stack([np.cross(forward, up), forward, up])


def longest_loop(vertices: np.ndarray, triangles: np.ndarray, height: float) -> np.ndarray:
    """The longest closed line of the surface at a height (n × 2)."""
    above = vertices[:, 2] >= height
    cut = triangles[above[triangles].any(1) & ~above[triangles].all(1)]
    links: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for triangle in cut.tolist():
        edges = [
            (min(i, j), max(i, j)) for i, j in zip(triangle, triangle[1:] + triangle[:1], strict=True) if above[i] != above[j]
        ]
        links.setdefault(edges[0], []).append(edges[1])
        links.setdefault(edges[1], []).append(edges[0])
    loops = []
    while links:
        edge, loop = next(iter(links)), []
        while edge is not None:
            loop.append(edge)
            edge = next((other for other in links.pop(edge) if other in links), None)
        loops.append(crossings(vertices, np.array(loop), height))
    return max(loops, key=perimeter)


def crossings(vertices: np.ndarray, edges: np.ndarray, height: float) -> np.ndarray:
    a, b = vertices[edges[:, 0]], vertices[edges[:, 1]]
    share = (height - a[:, 2]) / (b[:, 2] - a[:, 2])
    return (a + share[:, None] * (b - a))[:, :2]


def perimeter(loop: np.ndarray) -> float:
    return float(np.linalg.norm(np.roll(loop, -1, 0) - loop, axis=1).sum())


def diagonal(loop: np.ndarray, centre: np.ndarray, direction: np.ndarray) -> float:
    """The distance between the outermost crossings of a line through the centre with a loop, to either side."""
    offset = loop - centre
    along, across = offset @ direction, offset @ np.array([-direction[1], direction[0]])
    following_along, following_across = np.roll(along, -1), np.roll(across, -1)
    crossed = (across >= 0) != (following_across >= 0)
    share = across[crossed] / (across[crossed] - following_across[crossed])
    at = along[crossed] + share * (following_along[crossed] - along[crossed])
    return float(at.max() - at.min())
