"""Marker detection on the same images, ours and OpenCV's, one thread each."""

from .figures import Part, add
from .setup import Setup

IMAGES = 100


def run(setup: Setup, part: Part) -> None:
    """One round: ours, OpenCV with default settings, OpenCV with sub-pixel corners."""
    timed = setup.time_stages("--stages", "corners", "--frames", IMAGES, "--repeats", 1, "--threads", 1)
    add(part, "calvaria", ms=timed["corners"]["median_ms"])
    if setup.peer:
        for name, milliseconds in setup.run_peer("opencv_detection.py", setup.recording, setup.dictionary, IMAGES).items():
            add(part, name, ms=milliseconds)
