"""Recordings whose images were brought to another size or shape after they were recorded, with intrinsics that follow or
that do not."""

import json
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from .truth import Recording

JPEG_QUALITY = 92
COPIED = ("rgb.txt", "depth.txt", "cap.yaml", "truth.json", "truth_surface.ply", "truth_skin.ply")


@dataclass(frozen=True)
class Images:
    """What becomes of one camera's images: the part x, y, width, height that is kept, the size that it is brought to,
    whether the result is turned clockwise, and how far right and below the middle of a new pixel the pixel lies that it was
    taken from, in new pixels."""

    part: tuple[int, int, int, int] = (0, 0, 640, 480)
    size: tuple[int, int] = (640, 480)
    is_turned: bool = False
    aside: float = 0

    def apply(self, image: np.ndarray, interpolation: int) -> np.ndarray:
        x, y, width, height = self.part
        image = image[y:y + height, x:x + width]
        if self.size != (width, height):
            image = cv2.resize(image, self.size, interpolation=interpolation)
        return cv2.rotate(image, cv2.ROTATE_90_CLOCKWISE) if self.is_turned else image

    def pixel(self, at: list[float]) -> list[float]:
        """Where a pixel comes to lie."""
        x, y, width, height = self.part
        u, v = (at[0] - x + 0.5) * self.size[0] / width - 0.5 - self.aside, (at[1] - y + 0.5) * self.size[1] / height - 0.5 - self.aside
        return [self.size[1] - 1 - v, u] if self.is_turned else [u, v]

    def intrinsics(self, camera: dict) -> dict:
        matrix = camera["intrinsic_matrix"]
        fx, fy = matrix[0] * self.size[0] / self.part[2], matrix[4] * self.size[1] / self.part[3]
        (cx, cy), (width, height) = self.pixel([matrix[6], matrix[7]]), self.size
        if self.is_turned:
            (fx, fy), (width, height) = (fy, fx), (height, width)
        return {"width": width, "height": height, "intrinsic_matrix": [fx, 0, 0, 0, fy, 0, cx, cy, 1]}


@dataclass(frozen=True)
class Change:
    """What becomes of a recording of 640 × 480; the stated camera is by default the true one."""

    color: Images = Images()
    depth: Images = Images()
    depth_interpolation: int = cv2.INTER_NEAREST_EXACT
    stated: Callable[[dict, dict], dict] | None = None


def old(camera: dict, true: dict) -> dict:
    """The intrinsics of before, with the size of the new images."""
    return camera | {"width": true["width"], "height": true["height"]}


HALVED = Images(size=(320, 240))
PICKED = Images(size=(320, 240), aside=0.25)
"""Of four pixels the last is taken."""
CROP = Images((80, 60, 480, 360), (480, 360))
CASES = {
    "colour and depth halved": Change(HALVED, PICKED),
    "colour halved": Change(color=HALVED),
    "depth halved": Change(depth=PICKED),
    "depth enlarged to 1280 × 960, pixels copied": Change(depth=Images(size=(1280, 960))),
    "depth enlarged to 1280 × 960, interpolated": Change(depth=Images(size=(1280, 960)), depth_interpolation=cv2.INTER_LINEAR),
    "colour and depth enlarged to 1280 × 960, pixels of depth copied": Change(Images(size=(1280, 960)), Images(size=(1280, 960))),
    "squeezed to 640 × 360": Change(Images(size=(640, 360)), Images(size=(640, 360))),
    "cropped to 480 × 360": Change(CROP, CROP),
    "turned by 90°": Change(Images(is_turned=True), Images(is_turned=True)),
    "halved, the size alone stated anew": Change(HALVED, PICKED, stated=old),
    "cropped to 480 × 360, the size alone stated anew": Change(CROP, CROP, stated=old),
    "widened by 2 %, the size alone stated anew": Change(Images(size=(653, 480)), Images(size=(653, 480)), stated=old),
    "widened by 5 %, the size alone stated anew": Change(Images(size=(672, 480)), Images(size=(672, 480)), stated=old),
}


def write(recording: Recording, change: Change, folder: Path) -> Recording:
    """The recording with other images, and the truth that it had."""
    shutil.rmtree(folder, ignore_errors=True)
    for name in ("rgb", "depth"):
        (folder / name).mkdir(parents=True)
    for name in COPIED:
        if (recording.folder / name).exists():
            shutil.copy(recording.folder / name, folder)
    for path in listed(recording.folder / "rgb.txt"):
        image = cv2.imread(str(recording.folder / path))
        changed = change.color.apply(image, cv2.INTER_AREA if change.color.size[0] < image.shape[1] else cv2.INTER_CUBIC)
        cv2.imwrite(str(folder / path), changed, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    for path in listed(recording.folder / "depth.txt"):
        image = cv2.imread(str(recording.folder / path), cv2.IMREAD_UNCHANGED)
        cv2.imwrite(str(folder / path), change.depth.apply(image, change.depth_interpolation))
    camera = json.loads((recording.folder / "intrinsic.json").read_text())
    color, depth = change.color.intrinsics(camera), change.depth.intrinsics(camera)
    if change.stated:
        color, depth = change.stated(camera, color), change.stated(camera, depth)
    (folder / "intrinsic.json").write_text(json.dumps(color if color == depth else {"color": color, "depth": depth}))
    clicks = json.loads((recording.folder / "landmarks.json").read_text())
    for entries in clicks["landmarks"].values():
        for click in entries:
            click["pixel"] = change.color.pixel(click["pixel"])
    (folder / "landmarks.json").write_text(json.dumps(clicks))
    return Recording(folder, recording.truth)


def listed(file: Path) -> list[str]:
    return [line.split()[1] for line in file.read_text().splitlines() if line and not line.startswith("#")]
