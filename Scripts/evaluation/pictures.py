"""Pictures of surfaces: an orthographic view by splatting points of the triangles into a depth buffer."""

from pathlib import Path

import matplotlib
import numpy as np
from PIL import Image

from .ply import Mesh
from .surface import Comparison

matplotlib.use("Agg")
import matplotlib.pyplot as plt

VIEWS = {
    "front": ((-1, 0, 0), (0, 0, 1)), "left": ((0, -1, 0), (0, 0, 1)), "right": ((0, 1, 0), (0, 0, 1)),
    "back": ((1, 0, 0), (0, 0, 1)), "top": ((1, 0, 0), (0, 1, 0)),
}
"""The directions that point right and up in each view (x to the subject's right, y forward, z up)."""

LIMIT = 0.6
"""The end of the error map's colour scale, mm."""

INSIDE = 0.88
"""The grey of a surface seen from inside."""


def view(mesh: Mesh, colours: np.ndarray, right, up, size: int, span: float, shade: bool = True) -> np.ndarray:
    """An image (size × size × 3, white where there is nothing) of a mesh with colours per vertex; `span` mm fill it."""
    right, up = np.array(right, float), np.array(up, float)
    towards = np.cross(right, up)
    corners = mesh.vertices[mesh.triangles]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    facing = normals @ towards / np.maximum(np.linalg.norm(normals, axis=1), 1e-30)
    weights = barycentric(samples=6)
    points = np.einsum("kc,tcx->tkx", weights, corners).reshape(-1, 3)
    paint = np.einsum("kc,tcx->tkx", weights, colours[mesh.triangles])
    if shade:
        paint = paint * (0.72 + 0.28 * facing)[:, None, None]
    paint[facing <= 0] = INSIDE
    paint = paint.reshape(-1, 3)
    centre = (mesh.vertices.min(0) + mesh.vertices.max(0)) / 2
    scale = size / span
    column = np.round(size / 2 + (points - centre) @ right * scale).astype(int)
    row = np.round(size / 2 - (points - centre) @ up * scale).astype(int)
    inside = (column >= 0) & (column < size) & (row >= 0) & (row < size)
    order = np.argsort((points @ towards)[inside], kind="stable")
    image = np.ones((size, size, 3))
    image[row[inside][order], column[inside][order]] = paint[inside][order]
    return image


def barycentric(samples: int) -> np.ndarray:
    """Evenly spread barycentric coordinates, the rim included."""
    steps = [(i, j, samples - i - j) for i in range(samples + 1) for j in range(samples + 1 - i)]
    return np.array(steps) / samples


def half(image: np.ndarray) -> np.ndarray:
    """The mean of blocks of 2 × 2 pixels, against jagged edges."""
    return (image[::2, ::2] + image[1::2, ::2] + image[::2, 1::2] + image[1::2, 1::2]) / 4


def head(mesh: Mesh, path: Path, size: int = 300, span: float = 168) -> None:
    """The head in colour from five sides."""
    colours = mesh.colours if mesh.colours is not None else np.full_like(mesh.vertices, 0.8)
    figure, axes = plt.subplots(1, len(VIEWS), figsize=(len(VIEWS) * 2.3, 2.5), dpi=100)
    for axis, (name, (right, up)) in zip(axes, VIEWS.items(), strict=True):
        axis.imshow(half(view(mesh, colours, right, up, 2 * size, span)))
        axis.set_title(name, fontsize=11)
        axis.axis("off")
    figure.subplots_adjust(0, 0, 1, 0.9, 0.01)
    save(figure, path)


def errors(comparison: Comparison, name: str, path: Path, size: int = 300, span: float = 168) -> None:
    """Signed distances to the true surface from five sides."""
    scale = plt.Normalize(-LIMIT, LIMIT)
    colours = matplotlib.colormaps["RdBu_r"](scale(comparison.signed))[:, :3]
    colours = np.where(comparison.in_cap[:, None], colours, 0.35 * colours + 0.65 * colours.mean(1, keepdims=True))
    figure, axes = plt.subplots(1, len(VIEWS), figsize=(len(VIEWS) * 2.3 + 0.8, 2.5), dpi=90)
    for axis, (side, (right, up)) in zip(axes, VIEWS.items(), strict=True):
        axis.imshow(half(view(comparison.mesh, colours, right, up, 2 * size, span, shade=False)))
        axis.set_title(f"{name}, {side}" if side == "front" else side, fontsize=11)
        axis.axis("off")
    figure.subplots_adjust(0, 0, 0.92, 0.88, 0.01)
    bar = figure.colorbar(
        matplotlib.cm.ScalarMappable(scale, "RdBu_r"), cax=figure.add_axes((0.935, 0.1, 0.012, 0.75)), extend="both")
    bar.set_label("mm outside (+) or inside (−)", fontsize=9)
    bar.ax.tick_params(labelsize=8)
    save(figure, path)


def save(figure, path: Path) -> None:
    """Writes a PNG with 6 bits a channel, so that it stays small without a palette's false contours."""
    figure.canvas.draw()
    pixels = np.asarray(figure.canvas.buffer_rgba())[..., :3]
    plt.close(figure)
    coarse = np.round(pixels / 255 * 63) * 255 / 63
    Image.fromarray(coarse.astype(np.uint8)).save(path, optimize=True)
