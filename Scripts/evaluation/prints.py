"""Pictures of markers on a round head, of every dictionary, bright, dim, blurred, near and far."""

from dataclasses import dataclass

import cv2
import numpy as np

KINDS = [
    *(f"DICT_{n}X{n}_{count}" for n in (4, 5, 6, 7) for count in (50, 100, 250, 1000)), "DICT_ARUCO_ORIGINAL",
    *(f"DICT_APRILTAG_{kind}" for kind in ("16h5", "25h9", "36h10", "36h11"))]
"""The dictionaries that a cap can have (Docs/formats/cap.md)."""

SIZE = (640, 480)
SIDE = 16.0
"""Of a marker, mm."""
RADIUS = 65.0
"""Of the head on which a print is bent, mm."""
FINE = 4
"""How many times finer than the image it is drawn."""


@dataclass(frozen=True)
class View:
    """How a print is seen: its side and the blur in pixels, the grey levels of black and white, and their noise."""

    side: float = 40
    blur: float = 0.5
    black: float = 30
    white: float = 220
    noise: float = 2


VIEWS = {
    "bright": View(), "dim": View(black=12, white=55, noise=3), "blurred": View(blur=1.6),
    "near": View(side=90), "far": View(side=24)}
"""The least side of which OpenCV finds most markers is 24 to 28 pixels (Docs/methods/markers.md)."""


@dataclass
class Picture:
    """An image with the ids that it shows, and the middle of each in pixels."""

    image: np.ndarray
    middles: dict[int, np.ndarray]


def picture(dictionary: str, view: View, random: np.random.Generator) -> Picture:
    """As many different markers as there is room for on white cloth, each up to 60° aslant, in front of a rough wall."""
    kind = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, dictionary))
    pitch = 2.2 * view.side
    columns, rows = int(SIZE[0] / pitch), int(SIZE[1] / pitch)
    ids = random.choice(len(kind.bytesList), min(columns * rows, len(kind.bytesList), 30), replace=False)
    wall = cv2.GaussianBlur(random.normal(0, 1, (SIZE[1], SIZE[0])).astype(np.float32), (0, 0), 3)
    levels = cv2.resize(0.5 + 1.5 * wall, None, fx=FINE, fy=FINE).clip(0, 1)
    middles = {}
    for k, marker in enumerate(ids):
        middle = (np.array([k % columns, k // columns]) + 0.5) * pitch + random.uniform(-3, 3, 2)
        bits = kind.getBitsFromByteList(kind.bytesList[marker:marker + 1], kind.markerSize)
        draw(levels, bits, middle, view.side, random)
        middles[int(marker)] = middle
    seen = cv2.GaussianBlur(cv2.resize(levels, SIZE, interpolation=cv2.INTER_AREA), (0, 0), view.blur)
    image = view.black + (view.white - view.black) * seen + random.normal(0, view.noise, seen.shape)
    return Picture(image.round().clip(0, 255).astype(np.uint8), middles)


def draw(levels: np.ndarray, bits: np.ndarray, middle: np.ndarray, side: float, random: np.random.Generator) -> None:
    """Draws a bent print on its cloth, turned and slanting at random."""
    turn, axis, slant = random.uniform(0, 2 * np.pi), random.uniform(0, 2 * np.pi), np.arccos(random.uniform(0.5, 1))
    rotation = cv2.Rodrigues(slant * np.array([np.cos(axis), np.sin(axis), 0]))[0] @ cv2.Rodrigues(np.array([0, 0, turn]))[0]

    def fill(x: float, y: float, size: float, level: float) -> None:
        ring = np.array([[x, y], [x + size, y], [x + size, y + size], [x, y + size]])
        edge = np.concatenate([a + np.linspace(0, 1, 5)[:-1, None] * (b - a) for a, b in zip(ring, np.roll(ring, -1, 0), strict=True)])
        flat = (edge - 0.5) * SIDE
        places = np.column_stack([flat, (flat ** 2).sum(1) / (2 * RADIUS)]) @ rotation.T
        pixels = middle + places[:, :2] * side / SIDE / (1 + places[:, 2:] / 300)
        fine = (pixels + 0.5) * FINE - 0.5
        cv2.fillPoly(levels, [np.round(fine * 16).astype(np.int32)], level, shift=4)

    cells = len(bits) + 2
    fill(-1 / cells, -1 / cells, 1 + 2 / cells, 1)
    fill(0, 0, 1, 0)
    for row, column in np.argwhere(bits):
        # A little over its edge, so that no seam shows between white cells.
        fill((column + 1 - 0.01) / cells, (row + 1 - 0.01) / cells, 1.02 / cells, 1)
