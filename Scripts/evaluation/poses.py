"""Errors of the camera's path and of the markers."""

import json
from pathlib import Path

import numpy as np

from . import rigid
from .truth import Recording


def read_trajectory(path: Path) -> dict[float, np.ndarray]:
    """`mesh_from_camera` in mm by timestamp, from TUM lines (metres)."""
    rows = np.loadtxt(path, ndmin=2)
    rotations = rigid.rotation_from_quaternion(rows[:, 4:8])
    return {row[0]: rigid.transform(rotation, row[1:4] * 1000) for row, rotation in zip(rows, rotations, strict=True)}


def pair(truth: Recording, path: dict[float, np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """True and estimated poses of the frames in both (timestamps equal within 0.1 ms)."""
    times = np.array(sorted(truth.poses))
    pairs = []
    for time, pose in path.items():
        nearest = times[np.abs(times - time).argmin()]
        if abs(nearest - time) < 1e-4:
            pairs.append((truth.poses[nearest], pose))
    return np.array([p[0] for p in pairs]), np.array([p[1] for p in pairs])


def head_from_mesh(true: np.ndarray, estimated: np.ndarray, centre: np.ndarray) -> np.ndarray:
    """The transform that fits the estimated poses to the true ones: the mean rotation (chordal), and the translation
    for which the head's centre has no mean error."""
    rotation = rigid.nearest_rotation((true[:, :3, :3] @ np.swapaxes(estimated[:, :3, :3], 1, 2)).sum(0))
    return rigid.transform(rotation, centre - rotation @ seen_from_mesh(true, estimated, centre).mean(0))


def seen_from_mesh(true: np.ndarray, estimated: np.ndarray, point: np.ndarray) -> np.ndarray:
    """Where each frame puts a true point of the head in the mesh's frame."""
    mesh_from_head = estimated @ rigid.inverse(true)
    return mesh_from_head[:, :3, :3] @ point + mesh_from_head[:, :3, 3]


def errors(true: np.ndarray, estimated: np.ndarray, alignment: np.ndarray, centre: np.ndarray) -> dict[str, float]:
    """RMS and largest error of translation at the head's centre (mm) and of rotation (degrees)."""
    shift = np.linalg.norm(rigid.apply(alignment, seen_from_mesh(true, estimated, centre)) - centre, axis=1)
    turn = rigid.angles(alignment[:3, :3] @ estimated[:, :3, :3] @ np.swapaxes(true[:, :3, :3], 1, 2))
    return {
        "pose_translation_rms": rms(shift), "pose_translation_max": shift.max(),
        "pose_rotation_rms": rms(turn), "pose_rotation_max": turn.max(),
    }


def rms(values: np.ndarray) -> float:
    return float(np.sqrt((values ** 2).mean()))


def marker_figures(truth: Recording, map_file: Path, result: dict, head_from_scan: np.ndarray) -> dict:
    """Which markers were found, which are missing, how far their centres are from the truth, and whether a stray print
    of one of the cap's ids was rejected and has left no trace in the map."""
    found = {int(key): np.array(m["corners_mm"]).mean(0) for key, m in json.loads(map_file.read_text())["markers"].items()}
    expected = truth.corner_means
    common = sorted(found.keys() & expected.keys())
    if not common:
        return {"markers_expected": len(expected), "markers_found": 0, "markers_missing": sorted(expected), "markers_foreign": sorted(found)}
    offsets = np.array([np.linalg.norm(rigid.apply(head_from_scan, found[i]) - expected[i]) for i in common])
    rejected = result["markers"]["rejected"]
    suspects = [truth.truth["stray_id"]] if truth.truth.get("stray_id") is not None else list(expected)
    reasons = [f"{entry['id']}: {entry['reason']}" for entry in rejected if entry["id"] in suspects]
    return {
        "markers_expected": len(expected), "markers_found": len(common),
        "markers_missing": sorted(expected.keys() - found.keys()), "markers_foreign": sorted(found.keys() - expected.keys()),
        "marker_centre_rms": rms(offsets), "marker_centre_max": offsets.max(),
        "marker_centre_worst": common[int(offsets.argmax())],
        "stray_rejected": bool(reasons) and not (found.keys() - expected.keys()) and bool(offsets.max() < 5),
        "rejected": "; ".join(reasons),
    }
