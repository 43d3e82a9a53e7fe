"""Marker detection of every dictionary on pictures of bent prints, beside OpenCV's own."""

import json
import tempfile
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from ..page import table, tick
from ..prints import KINDS, SIDE, SIZE, VIEWS, Picture, picture
from ..program import Program, spread

PICTURES = 3
"""Of each view."""
FOCAL = 600.0
"""Pixels; of depth alone, which is there because a recording has it."""

Found = list[tuple[int, np.ndarray]]
"""Ids, and middles in pixels."""


@dataclass
class Count:
    """Markers that are there, and of those and others how many a detector names."""

    there: int = 0
    ours: int = 0
    theirs: int = 0
    our_false: int = 0
    their_false: int = 0

    def add(self, shown: Picture, side: float, ours: Found, theirs: Found) -> None:
        self.there += len(shown.middles)
        for name, found in (("our", ours), ("their", theirs)):
            true = {i for i, middle in found if i in shown.middles and np.linalg.norm(middle - shown.middles[i]) < side / 2}
            setattr(self, f"{name}s", getattr(self, f"{name}s") + len(true))
            setattr(self, f"{name}_false", getattr(self, f"{name}_false") + len(found) - len(true))

    @property
    def text(self) -> str:
        return f"{self.ours} / {self.theirs} of {self.there}{tick(self.ours >= self.theirs)}"


def row(calvaria: Program, dictionary: str) -> dict[str, Count]:
    random = np.random.default_rng(KINDS.index(dictionary))
    pictures = [(name, picture(dictionary, view, random)) for name, view in VIEWS.items() for _ in range(PICTURES)]
    detector = cv2.aruco.ArucoDetector(
        cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, dictionary)), cv2.aruco.DetectorParameters())
    counts = {name: Count() for name in VIEWS}
    for (name, shown), ours in zip(pictures, detections(calvaria, dictionary, pictures), strict=True):
        corners, ids, _ = detector.detectMarkers(shown.image)
        theirs = [] if ids is None else [(int(i), c[0].mean(0)) for c, i in zip(corners, ids.ravel(), strict=True)]
        counts[name].add(shown, VIEWS[name].side, ours, theirs)
    return counts


def detections(calvaria: Program, dictionary: str, pictures: list[tuple[str, Picture]]) -> list[Found]:
    """What the program finds, picture by picture, as frames of a recording in Open3D's layout."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name, "recording")
        for part in ("color", "depth"):
            Path(folder, part).mkdir(parents=True)
        for k, (view, shown) in enumerate(pictures):
            cv2.imwrite(str(folder / "color" / f"{k:06}.png"), shown.image)
            depth = np.full(shown.image.shape, round(FOCAL * SIDE / VIEWS[view].side), np.uint16)
            cv2.imwrite(str(folder / "depth" / f"{k:06}.png"), depth)
        matrix = [FOCAL, 0, 0, 0, FOCAL, 0, SIZE[0] / 2, SIZE[1] / 2, 1]
        (folder / "intrinsic.json").write_text(json.dumps({"width": SIZE[0], "height": SIZE[1], "intrinsic_matrix": matrix}))
        cap, file, times = Path(name, "cap.yaml"), Path(name, "found.json"), Path(name, "times.json")
        cap.write_text(f"dictionary: {dictionary}\nmarker_size_mm: {SIDE}\n")
        done = calvaria.detections(folder, cap, file, times)
        if not file.exists():
            raise RuntimeError(f"info --detections: exit code {done.exit_code}: {done.errors.strip()}")
        found: list[Found] = [[] for _ in pictures]
        for frame in json.loads(file.read_text())["frames"]:
            found[frame["index"]] = [(m["id"], np.mean(m["corners_px"], 0)) for m in frame["markers"]]
        return found


def rows(calvaria: Program) -> dict[str, dict[str, Count]]:
    return dict(zip(KINDS, spread(lambda dictionary: row(calvaria, dictionary), KINDS), strict=True))


def page(rows: dict[str, dict[str, Count]]) -> str:
    lines = []
    for dictionary, counts in rows.items():
        false = [sum(getattr(count, of) for count in counts.values()) for of in ("our_false", "their_false")]
        lines.append([dictionary.removeprefix("DICT_"), *(count.text for count in counts.values()), f"{false[0]} / {false[1]}{tick(false[0] <= false[1])}"])
    return table([f"calvaria / OpenCV {cv2.__version__}", *VIEWS, "false"], lines)
