"""Recordings and meshes whose content is disturbed, and copies of them in which a part is another one."""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import cv2
import numpy as np
import trimesh

from evaluation import ply
from evaluation.distance import Surface
from evaluation.truth import MEASURED_LANDMARKS, Recording

FRAME = MEASURED_LANDMARKS


class Landmarked:
    """What both kinds of sources have: a surface and true landmarks on it, in mm in one frame."""

    name: str
    landmarks: dict[str, np.ndarray]
    surface: Surface

    @cached_property
    def axes(self) -> dict[str, np.ndarray]:
        """Unit vectors of the subject's directions, by the landmarks."""
        sellion, left, right = (self.landmarks[name] for name in FRAME)
        across = unit(right - left)
        ahead = sellion - (left + right) / 2
        ahead = unit(ahead - (ahead @ across) * across)
        up = np.cross(across, ahead)
        return {"right": across, "left": -across, "front": ahead, "back": -ahead, "up": up, "down": -up}

    @property
    def middle(self) -> np.ndarray:
        """The middle between the ears."""
        return (self.landmarks["tragion_left"] + self.landmarks["tragion_right"]) / 2

    def walked(self, landmark: str, direction: np.ndarray, mm: float) -> np.ndarray:
        """Where a walk along the surface ends that starts at a landmark: steps of 1 mm, each put back onto the surface."""
        point, left = self.surface.closest(self.landmarks[landmark][None])[0][0], mm
        while left > 0:
            point = self.surface.closest((point + min(left, 1) * direction)[None])[0][0]
            left -= 1
        return point

    def operator(self, random: np.random.Generator, sd_mm: float) -> dict[str, np.ndarray]:
        """The landmarks as another operator picks them: each off along the surface, Gaussian along two directions."""
        moved = {}
        for name in FRAME:
            a, b = self.axes["up"], self.axes["right"] if name == "sellion" else self.axes["front"]
            off = random.normal(0, sd_mm, 2)
            distance = float(np.linalg.norm(off))
            moved[name] = self.walked(name, (off[0] * a + off[1] * b) / distance, distance)
        return moved

    def sound(self, folder: Path) -> list[object]:
        """The command that reads the source as it is."""
        return self.write(folder)

    def write(self, folder: Path) -> list[object]:
        raise NotImplementedError

    def moved(self, folder: Path, points: dict[str, np.ndarray]) -> list[object]:
        """Writes a copy whose landmarks lie elsewhere and returns its command."""
        raise NotImplementedError

    def renamed(self, folder: Path, names: dict[str, str]) -> list[object]:
        """Writes a copy in which a landmark has the place of another one and returns its command."""
        raise NotImplementedError


@dataclass
class Scan(Landmarked):
    """A recording in TUM layout with its truth."""

    recording: Recording
    name: str = field(init=False)

    def __post_init__(self):
        self.name = self.recording.name
        self.folder = self.recording.folder.resolve()
        self.colour, self.depth = (self.listed(f"{kind}.txt") for kind in ("rgb", "depth"))
        self.landmarks = self.recording.landmarks
        self.clicks = json.loads((self.folder / "landmarks.json").read_text())["landmarks"]
        self.intrinsics = json.loads((self.folder / "intrinsic.json").read_text())
        self.cap = (self.folder / "cap.yaml").read_text()

    def listed(self, file: str) -> list[Path]:
        lines = (self.folder / file).read_text().splitlines()
        return [self.folder / line.split()[1] for line in lines if line and not line.startswith("#")]

    @cached_property
    def surface(self) -> Surface:
        return self.recording.surface

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The place of each frame in the list, by its name."""
        return {path.stem: index for index, path in enumerate(self.colour)}

    def projected(self, point: np.ndarray, frame: str) -> np.ndarray:
        """The pixel of a point of the head in a frame."""
        place = np.linalg.inv(self.recording.truth["head_from_camera"][self.numbers[frame]]) @ np.append(point, 1)
        # Open3D writes the matrix by columns.
        pixel = np.reshape((self.intrinsics.get("color") or self.intrinsics)["intrinsic_matrix"], (3, 3)).T @ place[:3]
        return pixel[:2] / pixel[2]

    def moved(self, folder: Path, points: dict[str, np.ndarray]) -> list[object]:
        clicks = dict(self.clicks)
        for name, point in points.items():
            clicks[name] = [
                {**click, "pixel": (click["pixel"] + self.projected(point, click["frame"]) - self.projected(self.landmarks[name], click["frame"])).tolist()}
                for click in self.clicks[name]
            ]
        return self.write(folder, clicks=clicks)

    def renamed(self, folder: Path, names: dict[str, str]) -> list[object]:
        return self.write(folder, clicks={**self.clicks, **{name: self.clicks[place] for name, place in names.items()}})

    def late(self, frames: int) -> dict:
        """The clicks at the same pixels of frames that come later."""
        last = len(self.colour) - 1
        return {
            name: [{**click, "frame": self.colour[min(self.numbers[click["frame"]] + frames, last)].stem} for click in clicks]
            for name, clicks in self.clicks.items()
        }

    def write(
        self, folder: Path, colour: Iterable[Path | np.ndarray] | None = None, depth: Iterable[Path | np.ndarray] | None = None,
        times: list[str] | None = None, depth_times: list[str] | None = None, clicks: dict | None = None,
        cap: str | None = None, intrinsics: dict | None = None,
    ) -> list[object]:
        """Writes a copy, images as links where they are as they were, and returns the command that reads it."""
        folder.mkdir(parents=True)
        stamps = [path.stem for path in self.colour]
        for kind, images, end, stated in [
            ("rgb", colour or self.colour, "jpg", times), ("depth", depth or self.depth, "png", depth_times or times)
        ]:
            (folder / kind).mkdir()
            lines = []
            for stamp, text, image in zip(stamps, stated or stamps, images, strict=True):
                place = f"{kind}/{stamp}.{end}"
                put(image, folder / place)
                lines.append(f"{text} {place}\n")
            (folder / f"{kind}.txt").write_text("# timestamp filename\n" + "".join(lines))
        (folder / "landmarks.json").write_text(json.dumps({"landmarks": self.clicks if clicks is None else clicks}))
        (folder / "intrinsic.json").write_text(json.dumps(intrinsics or self.intrinsics))
        (folder / "cap.yaml").write_text(self.cap if cap is None else cap)
        return ["reconstruct", folder, "--output", folder / "result", "--threads", 1, "--json"]


@dataclass
class Head(Landmarked):
    """A mesh in mm with its landmarks."""

    name: str
    vertices: np.ndarray
    triangles: np.ndarray
    landmarks: dict[str, np.ndarray]

    @cached_property
    def surface(self) -> Surface:
        return Surface(ply.Mesh(self.vertices, self.triangles))

    @property
    def crown(self) -> np.ndarray:
        return self.vertices[np.argmax(self.vertices @ self.axes["up"])]

    def moved(self, folder: Path, points: dict[str, np.ndarray]) -> list[object]:
        return self.write(folder, landmarks={**self.landmarks, **points})

    def renamed(self, folder: Path, names: dict[str, str]) -> list[object]:
        return self.moved(folder, {name: self.landmarks[place] for name, place in names.items()})

    def write(
        self, folder: Path, vertices: np.ndarray | None = None, triangles: np.ndarray | None = None,
        landmarks: dict[str, np.ndarray] | None = None,
    ) -> list[object]:
        folder.mkdir(parents=True)
        mesh = trimesh.Trimesh(
            self.vertices if vertices is None else vertices, self.triangles if triangles is None else triangles, process=False)
        (folder / "mesh.ply").write_bytes(mesh.export(file_type="ply", vertex_normal=False))
        points = {name: {"point_mm": list(point)} for name, point in (landmarks or self.landmarks).items()}
        (folder / "landmarks.json").write_text(json.dumps({"landmarks": points}))
        return ["measure", folder / "mesh.ply", "--landmarks", folder / "landmarks.json", "--units", "mm", "--json"]


def scans(roots: list[Path], names: list[str]) -> list[Scan]:
    """The recordings of these names that the roots hold."""
    folders = [root / name for name in names for root in roots if (root / name / "truth.json").exists()]
    return [Scan(Recording(folder, json.loads((folder / "truth.json").read_text()))) for folder in folders]


def heads(scans: list[Scan], shared: Path) -> list[Head]:
    """The true surfaces of recordings, and published mean heads where they are present."""
    found = [Head(f"{scan.name}, true surface", scan.surface.mesh.vertices, scan.surface.mesh.triangles, scan.landmarks) for scan in scans]
    for name, file in [("metopic mean head", "false-damage-note/ms_metopic.ply"), ("mean head", "formats-stl/plain.stl")]:
        path = shared / "faults/meshes" / file
        if path.exists():
            mesh = trimesh.load(path)
            points = json.loads((path.parent / "landmarks.json").read_text())["landmarks"]
            landmarks = {name: np.array(point["point_mm"]) for name, point in points.items()}
            found.append(Head(name, np.array(mesh.vertices), np.array(mesh.faces), landmarks))
    return found


def put(image: Path | np.ndarray, path: Path) -> None:
    if isinstance(image, Path):
        path.symlink_to(image)
    elif not cv2.imwrite(str(path), image, [cv2.IMWRITE_PNG_COMPRESSION, 1] if path.suffix == ".png" else []):
        raise OSError(f"{path}: could not be written")


def read(path: Path) -> np.ndarray:
    return cv2.imread(str(path), cv2.IMREAD_UNCHANGED)


def unit(vector: np.ndarray) -> np.ndarray:
    return vector / np.linalg.norm(vector)
