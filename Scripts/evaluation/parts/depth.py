"""What depth is off by over the image, from the true surface and poses, and what of it the program's correction leaves."""

import json
import sys
from dataclasses import dataclass

import cv2
import numpy as np
from scipy.spatial import cKDTree

from . import faults, heads
from ..assess import assess_once
from .heads import number
from ..page import table, tick
from ..phantoms import Phantoms
from ..program import Program, spread
from ..truth import Recording

HEADS = ("brachycephaly", "right-severe")
"""Simulated sensors without a fault; the practice recordings have those of another renderer."""

FAULTS = (
    "depth field 1 mm", "depth field 4 mm", "range bias 1 mm", "depth 1 % too long", "range bias 4 mm", "depth 2.5 % too short",
    "depth 3 % too long")

FRAMES, PIXELS = 40, 15_000
"""A sample of the pixels of so many frames."""
NEAR_MM = 20.0
"""Only pixels so near to a marker's centre."""
FARTHEST_MM = 15.0
"""What misses by more is no depth of the cap."""
FEWEST = 200
"""A cell with fewer pixels says nothing."""


@dataclass
class Row:
    name: str
    verdict: str
    reach: float
    """Half of the 95 % interval of the correction's mean, mm."""
    true: np.ndarray
    """What is to be added to depth in each cell, mm."""
    left: np.ndarray
    """What is added less that."""
    weights: np.ndarray

    @staticmethod
    def spread(values: np.ndarray, weights: np.ndarray) -> tuple[float, float]:
        """Mean and standard deviation over the image."""
        mean = np.average(values, weights=weights)
        return float(mean), float(np.sqrt(np.average((values - mean) ** 2, weights=weights)))


def rows(calvaria: Program, phantoms: Phantoms, practice: list[Recording]) -> list[Row]:
    recordings = [(each.name, each) for each in practice]
    recordings += spread(lambda name: (name, heads.recording(phantoms, name)), HEADS)
    recordings += spread(lambda name: (name, faults.recording_of(phantoms, name)), FAULTS)
    return [row for row in spread(lambda pair: row_of(pair[0], calvaria, pair[1]), recordings) if row]


def row_of(name: str, calvaria: Program, recording: Recording) -> Row | None:
    print(f"{name}: reconstructing", file=sys.stderr)
    calibration = (assess_once(calvaria, recording).result or {}).get("calibration") or {}
    correction = calibration.get("depth_correction")
    if correction is None:
        return None
    added = np.array([[np.nan if value is None else value for value in line] for line in correction["added_mm"]])
    cells, depth, missing = pixels(recording, added.shape)
    counts = np.bincount(cells, minlength=added.size)
    with np.errstate(invalid="ignore"):
        mean = lambda values: np.bincount(cells, values, minlength=added.size) / counts
        true = mean(missing)
        # The correction is stated at one depth; the cells' are others.
        found = added.ravel() + (calibration["depth_scale"]["value"] - 1) * (mean(depth) - correction["depth_mm"])
    use = (counts >= FEWEST) & np.isfinite(found)
    low, high = correction["mean_mm"]["ci95"]
    return Row(name, calibration["verdict"], (high - low) / 2, true[use], (found - true)[use], counts[use])


def pixels(recording: Recording, shape: tuple[int, int]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The cell, the measured depth and what it is too short by, mm, of pixels on the cap."""
    matrix = np.array(recording.truth.get("intrinsic_matrix") or stated(recording)).reshape(3, 3).T
    names = [line.split()[1] for line in (recording.folder / "depth.txt").read_text().splitlines() if line and line[0] != "#"]
    poses, cap = list(recording.poses.values()), cKDTree(recording.centres)
    draw, found = np.random.default_rng(1), []
    for index in range(0, min(len(names), len(poses)), max(1, len(names) // FRAMES)):
        image = cv2.imread(str(recording.folder / names[index]), cv2.IMREAD_UNCHANGED)
        v, u = np.nonzero(image)
        chosen = draw.choice(len(v), min(PIXELS, len(v)), replace=False)
        v, u = v[chosen], u[chosen]
        depth = 1000.0 * image[v, u] / recording.truth["depth_factor"]
        rays = np.stack([(u - matrix[0, 2]) / matrix[0, 0], (v - matrix[1, 2]) / matrix[1, 1], np.ones(len(u))], 1)
        directions, camera = rays @ poses[index][:3, :3].T, poses[index][:3, 3]
        near = np.isfinite(cap.query(directions * depth[:, None] + camera, distance_upper_bound=NEAR_MM)[0])
        if not near.any():
            continue
        u, v, depth, directions = u[near], v[near], depth[near], directions[near]
        missing, use = too_short(recording, camera, directions, depth)
        cells = v * shape[0] // image.shape[0] * shape[1] + u * shape[1] // image.shape[1]
        found.append((cells[use], depth[use], missing[use]))
    return tuple(np.concatenate(each) for each in zip(*found, strict=True))


def too_short(
    recording: Recording, camera: np.ndarray, directions: np.ndarray, depth: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """By what depth ends before the true surface, in Newton's steps along the ray, and where that can be told: at less than
    60° from the normal, and not off a rim."""
    true = depth.copy()
    for _ in range(3):
        points = directions * true[:, None] + camera
        nearest, triangles, _ = recording.surface.closest(points)
        normals = recording.surface.normals[triangles]
        slope = (directions * normals).sum(1)
        step = ((nearest - points) * normals).sum(1) / np.where(np.abs(slope) > 0.2, slope, np.inf)
        true += step
    cosine = -slope / np.linalg.norm(directions, axis=1)
    return true - depth, (cosine > 0.5) & (np.abs(step) < 0.05) & (np.abs(true - depth) < FARTHEST_MM)


def stated(recording: Recording) -> list[float]:
    return json.loads((recording.folder / "intrinsic.json").read_text())["intrinsic_matrix"]


def page(found: list[Row]) -> str:
    header = ["Recording", "true mean, mm", "mean found, mm", "holds", "true SD over the image, mm", "SD left, mm", "verdict"]
    body = []
    for row in found:
        (mean, spread), (left, left_spread) = Row.spread(row.true, row.weights), Row.spread(row.left, row.weights)
        holds = "–" if row.verdict == "suspect" else tick(abs(left) <= row.reach).strip()
        body.append([
            row.name, number(mean, 2, sign=True), f"{number(mean + left, 2, sign=True)} ± {row.reach:.1f}", holds, number(spread, 2),
            number(left_spread, 2), row.verdict])
    return table(header, body)
