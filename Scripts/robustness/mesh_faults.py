"""Meshes that are not what their landmarks were picked on, or not a head alone."""

from collections import Counter
from collections.abc import Iterator

import numpy as np
import trimesh
from scipy.spatial.transform import Rotation

from .rows import Row
from .sources import Head


def rows(heads: list[Head], pairs: list[tuple[Head, Head]]) -> Iterator[Row]:
    for head in heads:
        for family in (turned, framed, scaled, doubled, bodies, closed, holes, torn):
            yield from family(head)
    for a, b in pairs:
        yield halves(a, b)


def row(kind: str, head: Head, text: str, vertices=None, triangles=None) -> Row:
    return Row(kind, head, text, lambda folder: head.write(folder, vertices, triangles))


def turned(head: Head) -> Iterator[Row]:
    """The mesh turned about a point between the ears under its landmarks."""
    for name, axis in [("x", "right"), ("y", "front"), ("z", "up")]:
        for degrees in (3, 5, 8, 15):
            turn = Rotation.from_rotvec(np.radians(degrees) * head.axes[axis])
            yield row("mesh turned", head, f"turned by {degrees}° about {name}", turn.apply(head.vertices - head.middle) + head.middle)
    for mm in (3, 6, 10):
        for axis in ("right", "front", "up"):
            yield row("mesh turned", head, f"shifted {mm} mm to the {axis}", head.vertices + mm * head.axes[axis])


def framed(head: Head) -> Iterator[Row]:
    """The mesh in another frame than its landmarks."""
    inside_out = head.triangles[:, ::-1]
    yield row("mesh in another frame", head, "LPS for RAS", head.vertices * [-1, -1, 1])
    yield row("mesh in another frame", head, "y up for z up", head.vertices[:, [0, 2, 1]] * [1, 1, -1])
    yield row("mesh in another frame", head, "inside out", head.vertices, inside_out)
    for triangles, word in [(head.triangles, "inside out"), (inside_out, "with its normals")]:
        across = head.axes["right"]
        mirror = head.vertices - 2 * ((head.vertices - head.middle) @ across)[:, None] * across
        yield row("mesh in another frame", head, f"mirrored left to right, {word}", mirror, triangles)


def scaled(head: Head) -> Iterator[Row]:
    for factor in (0.001, 0.03937, 0.1, 0.9, 0.95, 0.98, 1.02, 1.05, 1.1, 10, 25.4):
        yield row("mesh scaled", head, f"all of it × {factor}", head.vertices * factor)
    for factor in (0.95, 1.05):
        stretch = np.outer(head.axes["right"], head.axes["right"]) * (factor - 1) + np.eye(3)
        yield row("mesh scaled", head, f"its width × {factor}", (head.vertices - head.middle) @ stretch + head.middle)


def doubled(head: Head) -> Iterator[Row]:
    for share, word in [(2 / len(head.triangles), "2"), (0.1, "10 %"), (1, "all")]:
        again = head.triangles[: round(share * len(head.triangles))]
        yield row("faces doubled", head, f"{word} of the faces twice", head.vertices, np.vstack([head.triangles, again]))


def bodies(head: Head) -> Iterator[Row]:
    """Something else in the file."""
    up, right, back = head.axes["up"], head.axes["right"], head.axes["back"]
    ball = lambda radius, at: trimesh.creation.icosphere(subdivisions=4, radius=radius).apply_translation(at)
    wall = trimesh.creation.box([600, 600, 2]).subdivide_loop(3)
    wall.apply_transform(trimesh.geometry.align_vectors([0, 0, 1], back))
    things = {
        "a ball of 80 mm beside it": ball(40, head.middle + 160 * right),
        "a ball of 300 mm behind it": ball(150, head.middle + 300 * back),
        "a ball of 20 mm, 15 mm over the crown": ball(10, head.crown + 25 * up),
        "a ball of 40 mm half in the crown": ball(20, head.crown),
        "a ball of 30 mm inside it": ball(15, head.middle + 20 * up),
        "a wall 150 mm behind it": wall.apply_translation(head.middle + 150 * back),
    }
    for word, thing in things.items():
        vertices, triangles = joined(head, thing.vertices, thing.faces)
        yield row("other bodies", head, word, vertices, triangles)


def closed(head: Head) -> Iterator[Row]:
    """The neck cut off and closed by a lid; a shell of 3 mm."""
    height = (head.vertices - head.middle) @ head.axes["up"]
    kept = head.triangles[(height[head.triangles] > height.min() * 0.5).all(1)]
    yield row("lids and shells", head, "the lower half of the neck cut off", head.vertices, kept)
    rim = largest_rim(kept)
    centre = len(head.vertices)
    fan = np.column_stack([rim[:, ::-1], np.full(len(rim), centre)])
    yield row(
        "lids and shells", head, "cut off and closed by a fan",
        np.vstack([head.vertices, head.vertices[np.unique(rim)].mean(0)]), np.vstack([kept, fan]))
    normals = trimesh.Trimesh(head.vertices, head.triangles, process=False).vertex_normals
    vertices, triangles = joined(head, head.vertices - 3 * normals, head.triangles[:, ::-1])
    yield row("lids and shells", head, "a shell of 3 mm", vertices, triangles)


def holes(head: Head) -> Iterator[Row]:
    centres = head.vertices[head.triangles].mean(1)
    level = head.middle + 30 * head.axes["up"]
    places = {"at the crown": head.crown, "at the sellion": head.landmarks["sellion"]}
    for name in ("back", "right", "front"):
        places[f"at the {name}"] = head.surface.closest((level + 75 * head.axes[name])[None])[0][0]
    for word, place in places.items():
        for mm in (20, 40, 70):
            kept = head.triangles[np.linalg.norm(centres - place, axis=1) > mm / 2]
            yield row("holes", head, f"a hole of {mm} mm {word}", head.vertices, kept)


def torn(head: Head) -> Iterator[Row]:
    """Two parts of one head joined wrongly, and a surface that was dented or roughened."""
    side = (head.vertices - head.middle) @ head.axes["right"]
    behind = (head.vertices - head.middle) @ head.axes["back"]
    for mm in (3, 5, 10):
        yield row(
            "mesh torn", head, f"the right half {mm} mm ahead", head.vertices + np.where(side > 0, mm, 0)[:, None] * head.axes["front"])
        yield row(
            "mesh torn", head, f"the back half {mm} mm to the right",
            head.vertices + np.where(behind > 0, mm, 0)[:, None] * head.axes["right"])
    normals = trimesh.Trimesh(head.vertices, head.triangles, process=False).vertex_normals
    random = np.random.default_rng(1)
    for sd in (0.5, 1, 2):
        yield row("mesh torn", head, f"noise of {sd} mm", head.vertices + random.normal(0, sd, (len(side), 1)) * normals)


def halves(a: Head, b: Head) -> Row:
    """The right half of one head and the left half of another."""
    def half(head: Head, sign: int) -> np.ndarray:
        side = ((head.vertices - head.middle) @ head.axes["right"])[head.triangles].mean(1)
        return head.triangles[sign * side > 0]

    vertices = np.vstack([a.vertices, b.vertices - b.middle + a.middle])
    triangles = np.vstack([half(a, 1), half(b, -1) + len(a.vertices)])
    return row("mesh torn", a, f"its left half is that of {b.name}", vertices, triangles)


def joined(head: Head, vertices: np.ndarray, triangles: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    return np.vstack([head.vertices, vertices]), np.vstack([head.triangles, triangles + len(head.vertices)])


def largest_rim(triangles: np.ndarray) -> np.ndarray:
    """The edges of the longest open rim, in the direction of their triangles."""
    edges = np.vstack([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]])
    once = Counter(map(tuple, np.sort(edges, 1).tolist()))
    rim = [edge for edge in edges.tolist() if once[tuple(sorted(edge))] == 1]
    parts = trimesh.graph.connected_components(np.array(rim))
    longest = set(max(parts, key=len).tolist())
    return np.array([edge for edge in rim if edge[0] in longest])
