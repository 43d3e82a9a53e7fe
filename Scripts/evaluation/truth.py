"""Recordings with truth: where they are and what is true of them. Only the evaluation reads these files."""

import json
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import numpy as np

from . import ply, rigid
from .distance import Surface

CAP_RADIUS = 20.0
"""The cap area: the true surface within this distance of the centre of a marker, mm."""

MEASURED_LANDMARKS = ("sellion", "tragion_left", "tragion_right")

VAULT_MM = 30.0
"""A head without a cap is compared above this height over the ears, mm."""


@dataclass
class Recording:
    """A recording with `truth.json` and `truth_surface.ply`."""

    folder: Path
    truth: dict = field(repr=False)

    @property
    def name(self) -> str:
        return self.folder.name

    @property
    def cap_mm(self) -> float:
        """The thickness of the cap on the true surface; 0 where no marker tells the program that there is one."""
        return self.truth.get("shape", {}).get("cap_mm", 0) if self.truth["markers"] else 0

    @cached_property
    def surface(self) -> Surface:
        return Surface(ply.read(self.folder / "truth_surface.ply"))

    @property
    def measured(self) -> tuple[Path, float]:
        """The surface whose measures are true, and the thickness of the cap on it: the skin itself where the cap does not
        lie on it everywhere."""
        skin = self.folder / "truth_skin.ply"
        return (skin, 0) if skin.exists() else (self.folder / "truth_surface.ply", self.cap_mm)

    @cached_property
    def marker_centres(self) -> dict[int, np.ndarray]:
        return {int(key): np.array(value["centre"]) for key, value in self.truth["markers"].items()}

    @property
    def marker_mm(self) -> float:
        """The side of a marker; the physical simulator leaves it to the cap file."""
        if "marker_mm" in self.truth:
            return self.truth["marker_mm"]
        lines = (self.folder / "cap.yaml").read_text().splitlines()
        return next(float(line.split(":")[1]) for line in lines if line.startswith("marker_size_mm:"))

    @cached_property
    def corner_means(self) -> dict[int, np.ndarray]:
        """The mean of each marker's four corners on the curved surface, which lies below the marker's centre."""
        half = self.marker_mm / 2
        square = half * np.array([[-1, 1, 0], [1, 1, 0], [1, -1, 0], [-1, -1, 0]])
        corners = [
            np.array(marker["corners_mm"]) if "corners_mm" in marker
            else self.surface.closest(square @ np.array(marker["R"]).T + np.array(marker["centre"]))[0]
            for marker in self.truth["markers"].values()
        ]
        return dict(zip(self.marker_centres, (quad.mean(0) for quad in corners), strict=True))

    @cached_property
    def centres(self) -> np.ndarray:
        """Points all over the cap area: the markers' centres, or their places where a fault took markers away; of a head
        without a cap, points of the vault."""
        area = self.truth.get("cap_area_mm") or list(self.marker_centres.values())
        if not area:
            vertices = self.surface.mesh.vertices
            return vertices[vertices[:, 2] > VAULT_MM][::50]
        return np.array(area)

    @cached_property
    def landmarks(self) -> dict[str, np.ndarray]:
        return {key: np.array(value) for key, value in self.truth["landmarks_mm"].items()}

    @cached_property
    def poses(self) -> dict[float, np.ndarray]:
        """`head_from_camera` of each frame, by the colour image's timestamp."""
        lines = (self.folder / "rgb.txt").read_text().splitlines()
        times = [float(line.split()[0]) for line in lines if line and not line.startswith("#")]
        return dict(zip(times, np.array(self.truth["head_from_camera"]), strict=True))

    @cached_property
    def head_centre(self) -> np.ndarray:
        return self.surface.mesh.vertices.mean(0)

    @cached_property
    def picked(self) -> set[str]:
        """The landmarks that the operator clicked at least once."""
        clicks = json.loads((self.folder / "landmarks.json").read_text())["landmarks"]
        return {name for name, observations in clicks.items() if observations}

    @property
    def supports_measurement(self) -> bool:
        """Whether every landmark of the head frame was clicked and nearly every marker was once seen face to face."""
        return self.picked.issuperset(MEASURED_LANDMARKS) and self.markers_faced >= 0.95

    @cached_property
    def markers_faced(self) -> float:
        """The share of the markers that some frame looked at within 60° of their normal."""
        cameras = np.array([pose[:3, 3] for pose in self.poses.values()])
        normals = np.array([np.array(m["R"])[:, 2] for m in self.truth["markers"].values()])
        towards = self.centres - self.centres.mean(0)
        normals *= np.sign((normals * towards).sum(1))[:, None]
        rays = cameras[None] - self.centres[:, None]
        cosine = (rays * normals[:, None]).sum(2) / np.linalg.norm(rays, axis=2)
        return float((cosine.max(1) > 0.5).mean())

    def point_landmarks(self, target_from_head: np.ndarray | None = None) -> dict:
        """The true landmarks of the head frame as a landmarks file for a mesh, moved where a transform is given; others,
        such as the nose tip, are left out, because a mesh may have a hole there."""
        move = np.eye(4) if target_from_head is None else target_from_head
        return {
            "landmarks": {name: {"point_mm": rigid.apply(move, self.landmarks[name]).tolist()} for name in MEASURED_LANDMARKS}
        }


def find(roots: list[Path]) -> list[Recording]:
    """All recordings with truth below the roots, by root and name."""
    return [
        Recording(path.parent, json.loads(path.read_text()))
        for root in roots
        for path in sorted(root.rglob("truth.json"))
        if (path.parent / "truth_surface.ply").exists() and (path.parent / "rgb.txt").exists()
    ]
