#!/usr/bin/env python3
"""Writes Datasets/recorders again: four frames of Datasets/sample at an eighth of their size, as each recorder writes them.

Needs the packages of rewrite.py (Scripts/requirements-evaluation.txt), and ffmpeg.

    python3 Scripts/recorders/samples.py [OUT]
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
REWRITE = Path(__file__).resolve().parent / "rewrite.py"
RECORDERS = ("r3d", "r3d-lidar", "record3d-exr", "standard-cyborg", "7-scenes", "sens", "av-depth-data-lens",
             "stray-scanner", "mkv-binned", "zeiss", "open3d")
FRAMES = 4


def main():
    out = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "Datasets" / "recorders"
    small = out / "tum"
    rewrite(ROOT / "Datasets" / "sample", small, "small", "--frames", FRAMES)
    for recorder in RECORDERS:
        rewrite(small, out / recorder, recorder)


def rewrite(recording, output, to, *options):
    words = [sys.executable, REWRITE, recording, output, "--to", to, *options]
    subprocess.run([str(word) for word in words], check=True)


if __name__ == "__main__":
    main()
