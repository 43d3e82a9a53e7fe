"""Rigid transforms as 4 × 4 matrices."""

import numpy as np


def transform(rotation: np.ndarray, translation: np.ndarray) -> np.ndarray:
    result = np.eye(4)
    result[:3, :3], result[:3, 3] = rotation, translation
    return result


def inverse(a: np.ndarray) -> np.ndarray:
    rotation = np.swapaxes(a[..., :3, :3], -1, -2)
    result = np.zeros_like(a)
    result[..., :3, :3], result[..., 3, 3] = rotation, 1
    result[..., :3, 3] = -(rotation @ a[..., :3, 3, None])[..., 0]
    return result


def apply(a: np.ndarray, points: np.ndarray) -> np.ndarray:
    return points @ a[:3, :3].T + a[:3, 3]


def nearest_rotation(matrix: np.ndarray) -> np.ndarray:
    """The rotation nearest to a matrix in the Frobenius norm."""
    u, _, vt = np.linalg.svd(matrix)
    return u @ np.diag([1, 1, np.linalg.det(u @ vt)]) @ vt


def fit(source: np.ndarray, destination: np.ndarray) -> np.ndarray:
    """The least-squares rigid transform of points onto points (Kabsch 1976)."""
    a, b = source.mean(0), destination.mean(0)
    rotation = nearest_rotation((destination - b).T @ (source - a))
    return transform(rotation, b - rotation @ a)


def rotation_from_quaternion(q: np.ndarray) -> np.ndarray:
    """Rotation matrices (n × 3 × 3) of unit quaternions x y z w (n × 4)."""
    x, y, z, w = (q / np.linalg.norm(q, axis=1, keepdims=True)).T
    return np.stack([
        1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w),
        2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w),
        2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y),
    ], axis=1).reshape(-1, 3, 3)


def rotation_from_vector(v: np.ndarray) -> np.ndarray:
    """The rotation by |v| radians about v (Rodrigues)."""
    angle = np.linalg.norm(v)
    if angle < 1e-12:
        return np.eye(3)
    x, y, z = v / angle
    k = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + np.sin(angle) * k + (1 - np.cos(angle)) * k @ k


def angles(rotations: np.ndarray) -> np.ndarray:
    """The angles of rotation matrices (n × 3 × 3), degrees."""
    skew = rotations - np.swapaxes(rotations, -1, -2)
    sine = np.sqrt(skew[:, 0, 1] ** 2 + skew[:, 0, 2] ** 2 + skew[:, 1, 2] ** 2) / 2
    return np.degrees(np.arctan2(sine, (np.trace(rotations, axis1=1, axis2=2) - 1) / 2))
