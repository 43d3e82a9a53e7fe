"""The printed ChArUco board of a real recording: where its markers lie, and how an image shows it."""

import cv2
import numpy as np

COLUMNS, ROWS, SQUARE = 10, 8, 20.875
MARKER = SQUARE / 2

Found = dict[int, np.ndarray]
"""The four corners of each marker in pixels, by id."""


def layout(first: int) -> Found:
    """The board's corners in mm, y down, with markers in the squares whose column + row is `first` modulo 2; ids row by row."""
    squares = [(c, r) for r in range(ROWS) for c in range(COLUMNS) if (c + r) % 2 == first]
    inset = (SQUARE - MARKER) / 2
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * MARKER + inset
    return {i: unit + np.array(square) * SQUARE for i, square in enumerate(squares)}


def fit(found: Found, board: Found) -> np.ndarray | None:
    """The homography from the board to the image, robust against wrong corners (RANSAC)."""
    ids = [i for i in found if i in board]
    if len(ids) < 4:
        return None
    source, target = (np.concatenate([corners[i] for i in ids]).astype(np.float64) for corners in (board, found))
    return cv2.findHomography(source, target, cv2.RANSAC, 2.0)[0]


def project(homography: np.ndarray, points: np.ndarray) -> np.ndarray:
    return cv2.perspectiveTransform(points.reshape(-1, 1, 2).astype(np.float64), homography).reshape(-1, 2)


def residuals(found: Found, board: Found, homography: np.ndarray) -> np.ndarray:
    return np.concatenate([
        np.linalg.norm(project(homography, board[i]) - corners, axis=1) for i, corners in found.items() if i in board])


def board_of(frames: list[Found]) -> Found:
    """The layout that fits better: OpenCV changed which squares hold markers."""
    def misfit(board: Found) -> float:
        fits = [(found, fit(found, board)) for found in frames]
        return float(np.median(np.concatenate([residuals(f, board, h) for f, h in fits if h is not None])))

    return min((layout(0), layout(1)), key=misfit)


def visible(board: Found, homography: np.ndarray, size: tuple[int, int]) -> int:
    """How many markers lie wholly in the image."""
    inside = lambda points: (points >= 0).all() and (points[:, 0] < size[0]).all() and (points[:, 1] < size[1]).all()
    return sum(inside(project(homography, corners)) for corners in board.values())
