"""Rigid alignment of a reconstructed surface with the true one."""

import numpy as np
from scipy.spatial import cKDTree

from . import rigid
from .distance import Surface

POINTS = 8_000
FEWEST = 100
KEPT = 0.95
ITERATIONS = 40


def align(points: np.ndarray, truth: Surface, centres: np.ndarray, cap_radius: float, guess: np.ndarray) -> np.ndarray | None:
    """The transform of `points` onto the truth by trimmed point-to-plane ICP over the cap area
    (Chen & Medioni 1992; Chetverikov et al. 2002): each round keeps the closest 95 % of the points. None where fewer than
    100 points lie there."""
    result = guess
    for _ in range(ITERATIONS):
        moved = rigid.apply(result, points)
        cap = moved[near(moved, centres, cap_radius)]
        if len(cap) < FEWEST:
            return None
        cap = cap[:: max(1, len(cap) // POINTS)]
        on, triangle, distance = truth.closest(cap)
        kept = distance <= np.quantile(distance, KEPT)
        step = point_to_plane(cap[kept], on[kept], truth.normals[triangle[kept]])
        result = step @ result
        if np.abs(step - np.eye(4)).max() < 1e-5:
            break
    return result


def near(points: np.ndarray, centres: np.ndarray, radius: float) -> np.ndarray:
    """Which points lie within `radius` of one of the centres."""
    return cKDTree(centres).query(points)[0] <= radius


def point_to_plane(source: np.ndarray, destination: np.ndarray, normals: np.ndarray) -> np.ndarray:
    """One Gauss–Newton step that moves points onto planes, about the points' centre."""
    centre = source.mean(0)
    rows = np.hstack([np.cross(source - centre, normals), normals])
    residual = ((destination - source) * normals).sum(1)
    solution = np.linalg.lstsq(rows, residual, rcond=None)[0]
    rotation = rigid.rotation_from_vector(solution[:3])
    return rigid.transform(rotation, centre + solution[3:] - rotation @ centre)
