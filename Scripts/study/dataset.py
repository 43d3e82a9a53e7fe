"""A dataset of 24 small scans in the manner of BIDS, for batches that are killed: 18 heads as meshes, each flattened by its
own amount, the recordings sample and plagio, and four scans that must fail: a truncated image, another cap, a pipe in place
of a list, a twin.

    python3 Scripts/study/dataset.py FOLDER

Standard library only.
"""

import json
import math
import os
import shutil
import sys
from pathlib import Path

DATASETS = Path(__file__).resolve().parent.parent.parent / "Datasets"
RINGS, SPOKES = 20, 40


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True)
    for number in range(18):
        session = folder / f"sub-{number + 10}" / "ses-1"
        session.mkdir(parents=True)
        scale = 0.9 + 0.01 * number
        (session / "scan-1.ply").write_text(mesh(scale, flattened=0.1 + 0.001 * number))
        places = {"sellion": [0, 75 * scale, 0], "tragion_left": [-60 * scale, 0, 0], "tragion_right": [60 * scale, 0, 0]}
        (session / "scan-1.landmarks.json").write_text(
            json.dumps({"landmarks": {name: {"point_mm": place} for name, place in places.items()}}))
    for name, source in [("sample", "sample"), ("plagio", "plagio"), ("twin", "sample"), ("truncated", "half"),
                         ("cap", "half"), ("pipe", "half")]:
        (folder / f"sub-{name}").mkdir()
        shutil.copytree(DATASETS / source, folder / f"sub-{name}" / "scan-1")
    image = sorted((folder / "sub-truncated" / "scan-1" / "depth").iterdir())[3]
    image.write_bytes(image.read_bytes()[:500])
    (folder / "sub-cap" / "scan-1" / "cap.yaml").write_text(
        "dictionary: DICT_7X7_50\nmarker_size_mm: 16\nthickness_mm: 1\n")
    (folder / "sub-pipe" / "scan-1" / "rgb.txt").unlink()
    os.mkfifo(folder / "sub-pipe" / "scan-1" / "rgb.txt")


def mesh(scale: float, flattened: float) -> str:
    """An ellipsoid of which the right half of the back is flattened, as an ASCII PLY in mm."""
    vertices, faces = [], []
    for ring in range(RINGS + 1):
        for spoke in range(SPOKES):
            polar, azimuth = math.pi * ring / RINGS, 2 * math.pi * spoke / SPOKES
            x, y = 60 * math.sin(polar) * math.cos(azimuth), 75 * math.sin(polar) * math.sin(azimuth)
            z = (90 if ring < RINGS / 2 else 60) * math.cos(polar)
            share = 1 - flattened if x > 0 and y < 0 else 1
            vertices.append(f"{scale * share * x:.6f} {scale * share * y:.6f} {scale * z:.6f}\n")
    for ring in range(RINGS):
        for spoke in range(SPOKES):
            a, b = ring * SPOKES + spoke, ring * SPOKES + (spoke + 1) % SPOKES
            faces += [f"3 {a} {a + SPOKES} {b + SPOKES}\n", f"3 {a} {b + SPOKES} {b}\n"]
    header = (
        f"ply\nformat ascii 1.0\nelement vertex {len(vertices)}\nproperty double x\nproperty double y\nproperty double z\n"
        f"element face {len(faces)}\nproperty list uchar int vertex_indices\nend_header\n")
    return header + "".join(vertices) + "".join(faces)


if __name__ == "__main__":
    main()
