"""Decodes the dot models' outputs in Python, to check what the program does by other means: prints the errors of the places and of
a knee's angle for both heads.

  decode_dots.py FOLDER     the folder with dots-heatmap.onnx and dots-simcc.onnx (Tests/Movement/MovementTests/BodyLandmarks/Fixtures)

Needs `numpy`, `onnx` and `opencv-python-headless` from PyPI.
"""

import math
import sys
from pathlib import Path

import cv2
import numpy as np

from make_dot_model import COLOURS, DEVIATION, HEIGHT, MEAN, STRIDE, WIDTH


def draw(places, width, height, radius):
    """A picture with a dot at each place, its edge shaded by the part of a pixel that is covered."""
    picture = np.full((height, width, 3), 60, np.uint8)
    y, x = np.mgrid[0:height, 0:width]
    for colour, place in zip(COLOURS, places, strict=True):
        if place is not None:
            cover = np.clip(radius + 0.5 - np.hypot(x - place[0], y - place[1]), 0, 1)[..., None]
            picture = np.rint(picture * (1 - cover) + np.array(colour) * cover).astype(np.uint8)
    return picture


def prepared(picture, padding=1.25):
    """The network's input for the whole picture, and scale and shift of the crop."""
    height, width = picture.shape[:2]
    aspect = WIDTH / HEIGHT
    extent = np.array([max(width, height * aspect), max(height, width / aspect)]) * padding
    size = np.array([WIDTH, HEIGHT])
    scale = size / extent
    shift = size / 2 - scale * np.array([width / 2, height / 2])
    matrix = np.array([[scale[0], 0, shift[0]], [0, scale[1], shift[1]]])
    crop = cv2.warpAffine(picture, matrix, (WIDTH, HEIGHT), flags=cv2.INTER_LINEAR)
    values = (crop.astype(np.float32) - MEAN) / DEVIATION
    return values.transpose(2, 0, 1)[None].astype(np.float32), scale, shift


def dark(heat):
    """The peak of a heat map to parts of a cell (Zhang et al. 2020)."""
    height, width = heat.shape
    y, x = divmod(int(heat.argmax()), width)
    line = np.exp(-0.5 * np.arange(-5, 6) ** 2 / 4)
    line /= line.sum()
    smooth = np.apply_along_axis(lambda v: np.convolve(v, line, "valid"), 1, np.pad(heat, 5))
    smooth = np.apply_along_axis(lambda v: np.convolve(v, line, "valid"), 0, smooth)
    if not (2 <= x < width - 2 and 2 <= y < height - 2):
        return np.array([x, y], float)
    log = np.log(np.maximum(smooth, 1e-10 * heat[y, x]))[y - 2 : y + 3, x - 2 : x + 3]
    gradient = np.array([(log[2, 3] - log[2, 1]) / 2, (log[3, 2] - log[1, 2]) / 2])
    across = (log[2, 4] - 2 * log[2, 2] + log[2, 0]) / 4
    down = (log[4, 2] - 2 * log[2, 2] + log[0, 2]) / 4
    mixed = (log[3, 3] - log[1, 3] - log[3, 1] + log[1, 1]) / 4
    offset = -np.linalg.solve([[across, mixed], [mixed, down]], gradient)
    return np.array([x, y]) + offset if abs(offset).max() <= 1 else np.array([x, y], float)


def points(network, picture):
    values, scale, shift = prepared(picture)
    network.setInput(values)
    outputs = network.forward(network.getUnconnectedOutLayersNames())
    if len(outputs) == 1:
        places = [dark(heat) * STRIDE for heat in outputs[0][0]]
    else:
        places = [np.array([x.argmax(), y.argmax()]) / 2 for x, y in zip(outputs[0][0], outputs[1][0], strict=True)]
    return [(place - shift) / scale for place in places]


def scattered(rng, width, height, apart=74):
    places = []
    while len(places) < len(COLOURS):
        place = rng.uniform([apart / 2] * 2, [width - apart / 2, height - apart / 2])
        if all(np.hypot(*(place - other)) > apart for other in places):
            places.append(place)
    return places


def knee(network, degrees, size=62):
    """The error of a knee's angle, in degrees."""
    angle, middle = math.radians(degrees), np.array([150.0, 180.0])
    places = [None] * len(COLOURS)
    places[12], places[14] = middle - [0, size], middle
    places[16] = middle + np.array([-math.sin(angle), math.cos(angle)]) * size
    found = points(network, draw(places, 240, 300, 9))
    thigh, shank = found[14] - found[12], found[16] - found[14]
    return math.degrees(math.atan2(thigh[0] * shank[1] - thigh[1] * shank[0], thigh @ shank)) - degrees


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: decode_dots.py FOLDER")
    print("| head | places, RMS | at most | the knee's angle |\n| --- | --: | --: | --: |")
    for name in ("dots-heatmap", "dots-simcc"):
        network = cv2.dnn.readNetFromONNX(str(Path(sys.argv[1]) / f"{name}.onnx"))
        rng = np.random.default_rng(1)
        misses = []
        for width, height in [(640, 480), (480, 640), (480, 640)]:
            places = scattered(rng, width, height)
            found = points(network, draw(places, width, height, 22))
            misses += [np.hypot(*(a - b)) for a, b in zip(found, places, strict=True)]
        angles = [knee(network, degrees) for degrees in (5, 20, 25, 40, 50, 65)]
        print(
            f"| {name} | {np.sqrt(np.mean(np.square(misses))):.2f} | {max(misses):.2f} "
            f"| {min(angles):.2f}° to {max(angles):.2f}° |")


if __name__ == "__main__":
    main()
