"""OpenCV's ArUco detector with one thread: milliseconds an image, as JSON, with default settings and with sub-pixel corners.

python opencv_detection.py RECORDING DICTIONARY IMAGES

The images, evenly chosen from the recording's rgb.txt, are decoded beforehand; each detector runs once before it is timed.
"""

import json
import sys
import time
from pathlib import Path

import cv2
import numpy as np


def main(recording: str, dictionary: str, most: str) -> None:
    cv2.setNumThreads(1)
    lines = [line.split(maxsplit=1) for line in Path(recording, "rgb.txt").read_text().splitlines() if not line.startswith("#")]
    count = min(int(most), len(lines))
    paths = [Path(recording, lines[k * len(lines) // count][1].strip()) for k in range(count)]
    images = [cv2.imread(str(path), cv2.IMREAD_GRAYSCALE) for path in paths]
    plain, refined = cv2.aruco.DetectorParameters(), cv2.aruco.DetectorParameters()
    refined.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    choices = {"default settings": plain, "CORNER_REFINE_SUBPIX": refined}
    print(json.dumps({
        f"OpenCV {cv2.__version__}, {name}": milliseconds(images, dictionary, parameters) for name, parameters in choices.items()}))


def milliseconds(images: list[np.ndarray], dictionary: str, parameters: cv2.aruco.DetectorParameters) -> float:
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, dictionary)), parameters)
    detector.detectMarkers(images[0])
    start = time.perf_counter()
    for image in images:
        detector.detectMarkers(image)
    return (time.perf_counter() - start) / len(images) * 1000


if __name__ == "__main__":
    main(*sys.argv[1:])
