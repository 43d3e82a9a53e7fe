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
    return of_section(section(head, LEVEL * head.vertices[:, 2].max())) | of_ears(points)


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


def section(head: trimesh.Trimesh, height: float) -> shapely.Polygon:
    """The largest closed outline at a height."""
    path = head.section(plane_origin=[0, 0, height], plane_normal=[0, 0, 1])
    return max((shapely.Polygon(loop[:, :2]) for loop in path.discrete), key=lambda polygon: polygon.area)


def of_section(outline: shapely.Polygon) -> dict[str, float]:
    x_low, y_low, x_high, y_high = outline.bounds
    length, width, middle = y_high - y_low, x_high - x_low, (y_low + y_high) / 2
    left, right = (chord(outline, middle, side) for side in (-1, 1))
    longer, shorter = max(left, right), min(left, right)
    return {
        "length": length, "width": width, "cranial_index": 100 * width / length,
        # In a plane SciPy's hull calls its perimeter `area`.
        "circumference": ConvexHull(np.array(outline.exterior.coords)).area, "perimeter": outline.length,
        "diagonal_left_front": left, "diagonal_right_front": right, "cva": longer - shorter,
        "cvai": 100 * (longer - shorter) / longer, "cvai_shorter": 100 * (longer - shorter) / shorter,
        "oddi": 100 * longer / shorter,
    }


def chord(outline: shapely.Polygon, middle: float, side: int) -> float:
    """The length of the outline's diagonal through the middle of the midline."""
    reach = 1000 * np.array([side * np.sin(ANGLE), np.cos(ANGLE)])
    line = shapely.LineString([np.array([0, middle]) - reach, np.array([0, middle]) + reach])
    ends = np.array([point.coords[0] for point in shapely.get_parts(outline.exterior.intersection(line))])
    return float(np.linalg.norm(ends[:, None] - ends[None], axis=2).max())


def of_ears(points: dict[str, np.ndarray]) -> dict[str, float]:
    ears = points["tragion_right"] - points["tragion_left"]
    return {"ear_shift": ears[1], "ap_axis_difference": np.degrees(np.arctan2(ears[1], ears[0]))}
