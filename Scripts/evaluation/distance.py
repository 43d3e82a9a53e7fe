"""Distances from points to the triangles of a mesh."""

import numpy as np
from scipy.spatial import cKDTree

from .ply import Mesh


def closest_on_triangles(p, a, b, c):
    """The points of triangles a b c that are closest to p (all n × 3); Ericson 2005, Real-Time Collision Detection, 5.1.5."""
    dot = lambda u, v: np.einsum("...i,...i->...", u, v)
    ab, ac, ap, bp, cp = b - a, c - a, p - a, p - b, p - c
    d1, d2, d3, d4, d5, d6 = dot(ab, ap), dot(ac, ap), dot(ab, bp), dot(ac, bp), dot(ab, cp), dot(ac, cp)
    va, vb, vc = d3 * d6 - d5 * d4, d5 * d2 - d1 * d6, d1 * d4 - d3 * d2
    with np.errstate(divide="ignore", invalid="ignore"):
        v, w = vb / (va + vb + vc), vc / (va + vb + vc)
        cases = [
            ((d1 <= 0) & (d2 <= 0), 0 * v, 0 * w),
            ((d3 >= 0) & (d4 <= d3), 1 + 0 * v, 0 * w),
            ((d6 >= 0) & (d5 <= d6), 0 * v, 1 + 0 * w),
            ((vc <= 0) & (d1 >= 0) & (d3 <= 0), d1 / (d1 - d3), 0 * w),
            ((vb <= 0) & (d2 >= 0) & (d6 <= 0), 0 * v, d2 / (d2 - d6)),
            ((va <= 0) & (d4 >= d3) & (d5 >= d6), (d5 - d6) / ((d4 - d3) + (d5 - d6)), (d4 - d3) / ((d4 - d3) + (d5 - d6))),
        ]
        v = np.select([case[0] for case in cases], [case[1] for case in cases], v)
        w = np.select([case[0] for case in cases], [case[2] for case in cases], w)
    return a + v[..., None] * ab + w[..., None] * ac


class Surface:
    """A mesh prepared for queries: the triangles around the nearest few vertices are searched exactly."""

    def __init__(self, mesh: Mesh, neighbours: int = 3):
        self.mesh = mesh
        corners = mesh.vertices[mesh.triangles]
        normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
        self.normals = normals / np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-30)
        self.used = np.unique(mesh.triangles)
        self.tree = cKDTree(mesh.vertices[self.used])
        self.neighbours = min(neighbours, len(self.used))
        self.incident = self._incident()

    def _incident(self) -> np.ndarray:
        """For each vertex the triangles around it, padded by repeating the first."""
        flat = self.mesh.triangles.ravel()
        order = np.argsort(flat, kind="stable")
        counts = np.bincount(flat, minlength=len(self.mesh.vertices))
        starts = np.concatenate([[0], np.cumsum(counts)[:-1]])
        steps = np.minimum(np.arange(counts.max())[None, :], np.maximum(counts - 1, 0)[:, None])
        return order[np.minimum(starts[:, None] + steps, len(order) - 1)] // 3

    def closest(self, points: np.ndarray, chunk: int = 20_000):
        """For each point: the closest point on the surface, the triangle it lies on, and the distance."""
        parts = [self._closest(points[i : i + chunk]) for i in range(0, len(points), chunk)]
        return tuple(np.concatenate(part) for part in zip(*parts, strict=True))

    def _closest(self, points):
        nearest = self.tree.query(points, self.neighbours)[1].reshape(len(points), -1)
        candidates = self.incident[self.used[nearest]].reshape(len(points), -1)
        return self._best(points, candidates)

    def _best(self, points, candidates):
        a, b, c = (self.mesh.vertices[self.mesh.triangles[candidates, corner]] for corner in range(3))
        on = closest_on_triangles(np.broadcast_to(points[:, None], a.shape), a, b, c)
        squares = ((on - points[:, None]) ** 2).sum(-1)
        best = squares.argmin(1)
        rows = np.arange(len(points))
        return on[rows, best], candidates[rows, best], np.sqrt(squares[rows, best])

    def brute_force(self, points: np.ndarray) -> np.ndarray:
        """Distances by trying every triangle: the oracle of `closest`."""
        everything = np.arange(len(self.mesh.triangles))[None]
        return np.array([self._best(point[None], everything)[2][0] for point in points])
