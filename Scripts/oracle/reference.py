"""The default protocol by trimesh, Shapely and SciPy (definitions: Docs/methods)."""

import numpy as np
import shapely
import trimesh
from scipy.spatial import ConvexHull

LEVEL = 0.3
ANGLE = np.radians(30)


def measure(mesh: trimesh.Trimesh, landmarks: dict[str, np.ndarray]) -> dict[str, float]:
    """Every measure, in mm, % and degrees, of a closed mesh in mm."""
    head = mesh.copy()
    head_from_mesh = frame(landmarks)
    head.apply_transform(head_from_mesh)
    points = {name: head_from_mesh[:3, :3] @ at + head_from_mesh[:3, 3] for name, at in landmarks.items()}
    return of_section(section(head, LEVEL * head.vertices[:, 2].max())) | of_volume(head) | of_ears(points)


def frame(landmarks: dict[str, np.ndarray]) -> np.ndarray:
    """The transform to the head frame (4 × 4)."""
    left, right, sellion = (landmarks[name] for name in ("tragion_left", "tragion_right", "sellion"))
    origin = (left + right) / 2
    up, forward = np.cross(right - left, sellion - origin), sellion - origin
    axes = np.stack([np.cross(forward, up), forward, up])
    axes /= np.linalg.norm(axes, axis=1, keepdims=True)
    transform = np.eye(4)
    transform[:3, :3], transform[:3, 3] = axes, -axes @ origin
    return transform


def outlines(head: trimesh.Trimesh, height: float) -> list[shapely.Polygon]:
    """The closed outlines at a height."""
    path = head.section(plane_origin=[0, 0, height], plane_normal=[0, 0, 1])
    return [shapely.Polygon(loop[:, :2]) for loop in path.discrete]


def section(head: trimesh.Trimesh, height: float) -> shapely.Polygon:
    """The largest of them."""
    return max(outlines(head, height), key=lambda polygon: polygon.area)


def of_section(outline: shapely.Polygon) -> dict[str, float]:
    x_low, y_low, x_high, y_high = outline.bounds
    length, width, middle = y_high - y_low, x_high - x_low, (y_low + y_high) / 2
    left, right = (chord(outline, middle, side * ANGLE) for side in (-1, 1))
    longer, shorter = max(left, right), min(left, right)
    wide = sorted(chord(outline, middle, side * np.radians(40)) for side in (-1, 1))
    steps = np.radians(np.arange(15, 180, 15))
    return {
        "length": length, "width": width, "cranial_index": 100 * width / length,
        # In a plane SciPy's hull calls its perimeter `area`.
        "circumference": ConvexHull(np.array(outline.exterior.coords)).area, "perimeter": outline.length,
        "diagonal_left_front": left, "diagonal_right_front": right, "cva": longer - shorter,
        "cvai": 100 * (longer - shorter) / longer, "cvai_shorter": 100 * (longer - shorter) / shorter,
        "oddi": 100 * longer / shorter, "oclr": 100 * wide[1] / wide[0],
        "rsi": sum(abs(radius(outline, middle, angle) - radius(outline, middle, -angle)) for angle in steps),
    }


def chord(outline: shapely.Polygon, middle: float, angle: float) -> float:
    """The length of the outline's diagonal through the middle of the midline."""
    return radius(outline, middle, angle) + radius(outline, middle, angle + np.pi)


def radius(outline: shapely.Polygon, middle: float, angle: float) -> float:
    """How far the outline reaches from the middle of the midline, clockwise from the front."""
    centre = np.array([0, middle])
    ray = shapely.LineString([centre, centre + 1000 * np.array([np.sin(angle), np.cos(angle)])])
    return shapely.hausdorff_distance(shapely.Point(centre), outline.exterior.intersection(ray))


def of_volume(head: trimesh.Trimesh) -> dict[str, float]:
    """Volumes above the base plane in ml: areas of sections, summed over the height by Gauss and Legendre in 20 layers."""
    nodes, weights = np.polynomial.legendre.leggauss(10)
    layer = head.vertices[:, 2].max() / 20
    heights = [layer * (i + (node + 1) / 2) for i in range(20) for node in nodes]
    boxes = {
        "left_front": shapely.box(-999, 0, 0, 999), "right_front": shapely.box(0, 0, 999, 999),
        "left_back": shapely.box(-999, -999, 0, 0), "right_back": shapely.box(0, -999, 999, 0),
    }
    levels = [shapely.union_all(outlines(head, height)) for height in heights]
    volume = {
        name: sum(w * level.intersection(box).area for w, level in zip(np.tile(weights, 20), levels, strict=True)) * layer / 2000
        for name, box in boxes.items()
    }
    ratios = {}
    for part, ratio, index in (("front", "asr", "acai"), ("back", "psr", "pcai")):
        small, large = sorted((volume[f"left_{part}"], volume[f"right_{part}"]))
        ratios |= {ratio: 100 * small / large, index: 100 * (large - small) / large}
    return {"volume": sum(volume.values())} | {f"volume_{name}": ml for name, ml in volume.items()} | ratios


def of_ears(points: dict[str, np.ndarray]) -> dict[str, float]:
    ears = points["tragion_right"] - points["tragion_left"]
    return {"ear_shift": ears[1], "ap_axis_difference": np.degrees(np.arctan2(ears[1], ears[0]))}
