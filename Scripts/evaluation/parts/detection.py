"""Marker detection on a real recording of a printed ChArUco board: normals, corners, recall, time, beside OpenCV's own."""

import json
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from ..charuco import MARKER, Found, board_of, fit, residuals, visible
from ..page import table, tick
from ..program import Program

CAP = f"dictionary: DICT_ARUCO_ORIGINAL\nmarker_size_mm: {MARKER}\n"
WRONG = 20.0
"""Normals farther than this from the board's are wrong, degrees."""
ROUNDS = 5


@dataclass
class Figures:
    """One detector on all frames."""

    found: int
    visible: int
    corner_rms: float
    far: float
    milliseconds: float
    wrong_depth: float | None = None
    wrong_pose: float | None = None

    @property
    def recall(self) -> float:
        return 100 * self.found / self.visible


def figures(frames: list[Found], board: Found, homographies: list[np.ndarray], size: tuple[int, int], milliseconds: float) -> Figures:
    """The corners of each detector are judged by its own fit of the board; what should be seen, by ours."""
    errors = np.concatenate([residuals(found, board, fit(found, board)) for found in frames])
    return Figures(
        sum(sum(i in board for i in found) for found in frames), sum(visible(board, h, size) for h in homographies),
        float(np.sqrt((errors ** 2).mean())), float((errors > 5).mean() * 100), milliseconds)


def ours(calvaria: Program, recording: Path) -> tuple[list[dict], float]:
    """Our sightings, frame by frame, and the milliseconds of processor time a frame: the median of the quickest of some runs."""
    with tempfile.TemporaryDirectory() as folder:
        cap, file, times = Path(folder, "cap.yaml"), Path(folder, "found.json"), Path(folder, "times.json")
        cap.write_text(CAP)
        rounds = []
        for _ in range(ROUNDS):
            # The program does not replace a file without being told.
            for earlier in (file, times):
                earlier.unlink(missing_ok=True)
            done = calvaria.detections(recording, cap, file, times)
            if done.exit_code != 0:
                raise RuntimeError(f"info --detections: exit code {done.exit_code}: {done.errors.strip()}")
            rounds.append(json.loads(times.read_text())["detection"])
        return json.loads(file.read_text())["frames"], float(np.median(np.min(rounds, axis=0)) * 1000)


def opencv(recording: Path) -> tuple[list[Found], float, tuple[int, int]]:
    """OpenCV's detector with default settings, on one core, timed in the same way; and the size of the images."""
    cv2.setNumThreads(1)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_ARUCO_ORIGINAL)
    detector = cv2.aruco.ArucoDetector(dictionary, cv2.aruco.DetectorParameters())
    frames, seconds, size = [], [], (0, 0)
    for path in sorted(recording.glob("rgb_*.png")):
        image = cv2.imread(str(path), cv2.IMREAD_GRAYSCALE)
        size = (image.shape[1], image.shape[0])
        rounds = []
        for _ in range(ROUNDS):
            start = time.thread_time()
            corners, ids, _ = detector.detectMarkers(image)
            rounds.append(time.thread_time() - start)
        frames.append({} if ids is None else {int(i): c[0].astype(float) for c, i in zip(corners, ids.ravel(), strict=True)})
        seconds.append(min(rounds))
    return frames, float(np.median(seconds) * 1000), size


def wrong_normals(frames: list[dict], key: str) -> float | None:
    """The share of normals that are off the board's plane in depth, per cent."""
    wrong = total = 0
    for frame in frames:
        points = np.concatenate([marker["corners_mm"] for marker in frame["markers"] if "corners_mm" in marker])
        normal = plane_normal(points)
        for marker in frame["markers"]:
            if key in marker and "corners_mm" in marker:
                cosine = abs(float(np.dot(marker[key], normal)))
                total += 1
                wrong += cosine < np.cos(np.radians(WRONG))
    return 100 * wrong / total if total else None


def plane_normal(points: np.ndarray) -> np.ndarray:
    """The normal of the plane through points, those far from it left out in turn."""
    kept = points
    for _ in range(5):
        centre = kept.mean(0)
        normal = np.linalg.svd(kept - centre)[2][2]
        distance = np.abs((points - centre) @ normal)
        kept = points[distance <= max(3 * 1.4826 * np.median(distance), 1e-9)]
    return normal


def run(calvaria: Program, recording: Path) -> dict[str, Figures]:
    sightings, milliseconds = ours(calvaria, recording)
    mine = [{m["id"]: np.array(m["corners_px"]) for m in frame["markers"]} for frame in sightings]
    theirs, opencv_milliseconds, size = opencv(recording)
    board = board_of(mine)
    homographies = [fit(found, board) for found in mine]
    result = figures(mine, board, homographies, size, milliseconds)
    result.wrong_depth, result.wrong_pose = wrong_normals(sightings, "normal"), wrong_normals(sightings, "pose_normal")
    name = f"OpenCV {cv2.__version__}, default settings"
    return {"calvaria": result, name: figures(theirs, board, homographies, size, opencv_milliseconds)}


def page(results: dict[str, Figures]) -> str:
    mine = results["calvaria"]
    best = max(f.recall for name, f in results.items() if name != "calvaria")
    share = lambda value, limit: "–" if value is None else f"{value:.2f} %{tick(value <= limit)}"
    rows = [
        ["normals from depth > 20° off the board's plane (≤ 0.5 %)", *(share(f.wrong_depth, 0.5) for f in results.values())],
        ["normals of the chosen poses > 20° off (≤ 0.5 %)", *(share(f.wrong_pose, 0.5) for f in results.values())],
        ["corners against the board, RMS (≤ 0.75 px)", *(f"{f.corner_rms:.2f} px{tick(f.corner_rms <= 0.75) if f is mine else ''}" for f in results.values())],
        ["corners more than 5 px off", *(f"{f.far:.2f} %" for f in results.values())],
        ["recall of the markers wholly in the image (no worse than OpenCV's)",
         *(f"{f.found} of {f.visible}, {f.recall:.1f} %{tick(f.recall >= best) if f is mine else ''}" for f in results.values())],
        ["a frame on one core (≤ 10 ms)", *(f"{f.milliseconds:.1f} ms{tick(f.milliseconds <= 10) if f is mine else ''}" for f in results.values())],
    ]
    return table(["truedepth-iphone11pro", *results], rows)
