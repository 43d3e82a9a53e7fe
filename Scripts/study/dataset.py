"""A dataset of 26 small scans in the manner of BIDS, for batches that are killed: 18 heads as meshes, each flattened by its
own amount, the recordings sample and plagio, and six scans that must fail: a truncated image, another cap, a pipe in place
of a list, a twin, a mesh that needs more memory than 160 MB (sub-memory; a release build takes 230 MB), and one that is
held so that it hangs (sub-hang).

    python3 Scripts/study/dataset.py FOLDER

The last two fail only as they should with --memory-limit 160 --time-limit 20, and with sub-hang held (kill.py).

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
        add_mesh(folder / f"sub-{number + 10}" / "ses-1", 0.9 + 0.01 * number, flattened=0.1 + 0.001 * number)
    add_mesh(folder / "sub-hang", 0.85)
    add_mesh(folder / "sub-memory", 0.86, fineness=30)
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


def add_mesh(folder: Path, scale: float, flattened: float = 0.1, fineness: int = 1) -> None:
    """Adds a head with its landmarks."""
    folder.mkdir(parents=True)
    (folder / "scan-1.ply").write_text(mesh(scale, flattened, fineness))
    places = {"sellion": [0, 75 * scale, 0], "tragion_left": [-60 * scale, 0, 0], "tragion_right": [60 * scale, 0, 0]}
    (folder / "scan-1.landmarks.json").write_text(
        json.dumps({"landmarks": {name: {"point_mm": place} for name, place in places.items()}}))


def mesh(scale: float, flattened: float, fineness: int = 1) -> str:
    """An ellipsoid of which the right half of the back is flattened, as an ASCII PLY in mm."""
    vertices, faces = [], []
    rings, spokes = RINGS * fineness, SPOKES * fineness
    for ring in range(rings + 1):
        for spoke in range(spokes):
            polar, azimuth = math.pi * ring / rings, 2 * math.pi * spoke / spokes
            x, y = 60 * math.sin(polar) * math.cos(azimuth), 75 * math.sin(polar) * math.sin(azimuth)
            z = (90 if ring < rings / 2 else 60) * math.cos(polar)
            share = 1 - flattened if x > 0 and y < 0 else 1
            vertices.append(f"{scale * share * x:.6f} {scale * share * y:.6f} {scale * z:.6f}\n")
    for ring in range(rings):
        for spoke in range(spokes):
            a, b = ring * spokes + spoke, ring * spokes + (spoke + 1) % spokes
            faces += [f"3 {a} {a + spokes} {b + spokes}\n", f"3 {a} {b + spokes} {b}\n"]
    header = (
        f"ply\nformat ascii 1.0\nelement vertex {len(vertices)}\nproperty double x\nproperty double y\nproperty double z\n"
        f"element face {len(faces)}\nproperty list uchar int vertex_indices\nend_header\n")
    return header + "".join(vertices) + "".join(faces)


if __name__ == "__main__":
    main()
