"""Errors of a reconstructed surface."""

from dataclasses import dataclass

import numpy as np

from . import alignment
from .distance import Surface
from .ply import Mesh
from .poses import rms
from .truth import CAP_RADIUS, Recording

COMPLETE_WITHIN = 2.0
FOREIGN_BEYOND = (3.0, 5.0)
CHECKED = 24
"""How many distances are checked against every triangle."""


@dataclass(frozen=True)
class Comparison:
    """A mesh aligned with the truth: signed distances of its vertices (positive outside), which lie in the cap area, and
    the distances of the true vertices of the cap area to the mesh."""

    mesh: Mesh
    head_from_mesh: np.ndarray
    signed: np.ndarray
    in_cap: np.ndarray
    cap_vertices: np.ndarray
    to_mesh: np.ndarray
    check: float

    def figures(self) -> dict:
        cap, size = self.signed[self.in_cap], np.abs(self.signed)
        foreign = {f"foreign_{limit:.0f}mm": int((size > limit).sum()) for limit in FOREIGN_BEYOND}
        return {
            "surface_rms": rms(cap), "surface_median": float(np.median(np.abs(cap))),
            "surface_p95": float(np.percentile(np.abs(cap), 95)), "surface_mean": float(cap.mean()),
            "surface_spread": float(cap.std()), "surface_rms_whole": rms(self.signed),
            "completeness": float((self.to_mesh <= COMPLETE_WITHIN).mean() * 100), **foreign,
            "foreign_share": foreign["foreign_5mm"] / len(size) * 100, "foreign_farthest": float(size.max()),
            "mesh_vertices": len(size), "distance_check": self.check,
        }


def compare(mesh: Mesh, truth: Recording, guess: np.ndarray) -> Comparison | None:
    """Aligns a mesh with the truth over the cap area and measures its distances point to triangle; none where so little of it
    lies there that it can't be aligned."""
    head_from_mesh = alignment.align(mesh.vertices, truth.surface, truth.centres, CAP_RADIUS, guess)
    if head_from_mesh is None:
        return None
    moved = mesh.moved(head_from_mesh)
    on, triangle, distance = truth.surface.closest(moved.vertices)
    outside = ((moved.vertices - on) * truth.surface.normals[triangle]).sum(1) >= 0
    cap_vertices = truth.surface.mesh.vertices
    cap_vertices = cap_vertices[alignment.near(cap_vertices, truth.centres, CAP_RADIUS)]
    sample = np.linspace(0, len(distance) - 1, CHECKED).astype(int)
    check = np.abs(truth.surface.brute_force(moved.vertices[sample]) - distance[sample]).max()
    return Comparison(
        moved, head_from_mesh, np.where(outside, distance, -distance), alignment.near(on, truth.centres, CAP_RADIUS),
        cap_vertices, Surface(moved).closest(cap_vertices)[2], float(check))


def by_region(comparison: Comparison) -> dict[str, tuple[int, float, float]]:
    """Vertices, mean signed distance and RMS by part of the head, in the truth's frame (x right, y front, z up)."""
    x, y, z = (comparison.mesh.vertices - comparison.cap_vertices.mean(0)).T
    side = np.abs(x) > np.abs(y)
    cap, outside = comparison.in_cap, ~comparison.in_cap
    parts = {
        "cap, crown": cap & (z > 25), "cap, front": cap & (z <= 25) & ~side & (y > 0), "cap, back": cap & (z <= 25) & ~side & (y <= 0),
        "cap, right": cap & (z <= 25) & side & (x > 0), "cap, left": cap & (z <= 25) & side & (x <= 0),
        "face": outside & ~side & (y > 0), "right below the cap (ear)": outside & side & (x > 0),
        "left below the cap (ear)": outside & side & (x <= 0), "nape": outside & ~side & (y <= 0),
    }
    return {
        name: (int(part.sum()), float(comparison.signed[part].mean()), rms(comparison.signed[part]))
        for name, part in parts.items() if part.any()
    }
