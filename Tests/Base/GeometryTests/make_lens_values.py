"""Prints the values of OpenCVLens in CameraTests.swift, as OpenCV computes them (opencv-contrib-python-headless 5.0.0.93)."""

import cv2
import numpy as np

PLACES = np.array([[0.31, -0.27], [-0.42, 0.35], [0.05, 0.02], [0.6, 0.45]])
# k1 k2 p1 p2 k3
LENSES = ([0.06, -0.02, 0.0008, -0.0012, 0.004], [-0.12, 0.03, 0, 0, 0], [0.1, -0.25, -0.003, 0.002, 0.1])


def vectors(values):
    return "[" + ", ".join(f"[{x!r}, {y!r}]" for x, y in values.tolist()) + "]"


for lens in LENSES:
    k = np.array(lens, dtype=float)
    rays = np.c_[PLACES, np.ones(len(PLACES))].reshape(-1, 1, 3)
    distorted = cv2.projectPoints(rays, np.zeros(3), np.zeros(3), np.eye(3), k)[0].reshape(-1, 2)
    stop = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 200, 1e-15)
    undistorted = cv2.undistortPoints(PLACES.reshape(-1, 1, 2), np.eye(3), k, criteria=stop).reshape(-1, 2)
    print(f"    OpenCVLens(\n      coefficients: {lens},\n      distorted: {vectors(distorted)},")
    print(f"      undistorted: {vectors(undistorted)}),")
