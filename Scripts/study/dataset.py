"""A dataset of 27 small scans in the manner of BIDS, for batches that are killed: 18 heads as meshes, each flattened by its
own amount, the recordings sample and plagio, and seven scans that must fail: a truncated image, another cap, a recording
that shows no marker, a pipe in place of a list, a twin, a mesh that needs more memory than 160 MB (sub-memory; a release
build takes 230 MB), and one that is held so that it hangs (sub-hang).

    python3 Scripts/study/dataset.py FOLDER

The last two fail only as they should with --memory-limit 160 --time-limit 20, and with sub-hang held (kill.py).

Standard library only.
"""

import json
import math
import os
import shutil
import struct
import sys
from pathlib import Path

DATASETS = Path(__file__).resolve().parent.parent.parent / "Datasets"
RINGS, SPOKES = 20, 40


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True)
    for number in range(18):
        add_mesh(folder / f"sub-{number + 10}" / "ses-1", 0.9 + 0.01 * number, flattened=0.1 + 0.001 * number)
    for name in ("sample", "plagio"):
        add_recording(folder, name, DATASETS / name)
    add_faults(folder, DATASETS / "half", twin=DATASETS / "sample")


def add_faults(folder: Path, recording: Path, twin: Path, fineness: int = 30) -> None:
    """Adds the scans that must fail: five of a recording in the layout of TUM, a twin of another, and two meshes. The larger
    `fineness`, the more memory sub-memory needs."""
    add_mesh(folder / "sub-hang", 0.85)
    add_mesh(folder / "sub-memory", 0.86, fineness=fineness)
    add_recording(folder, "twin", twin)
    image = sorted((add_recording(folder, "truncated", recording) / "depth").iterdir())[3]
    image.write_bytes(image.read_bytes()[:500])
    (add_recording(folder, "cap", recording) / "cap.yaml").write_text(
        "dictionary: DICT_7X7_50\nmarker_size_mm: 16\nthickness_mm: 1\n")
    for image in (add_recording(folder, "markerless", recording) / "rgb").iterdir():
        image.with_suffix(".jpg").write_bytes(grey_jpeg(*size(image)))
    pipe = add_recording(folder, "pipe", recording) / "rgb.txt"
    pipe.unlink()
    os.mkfifo(pipe)


def add_recording(folder: Path, name: str, source: Path) -> Path:
    """Copies a recording; what is changed in the copy is not changed in the source."""
    place = folder / f"sub-{name}" / "scan-1"
    place.parent.mkdir()
    return shutil.copytree(source, place)


def size(image: Path) -> tuple[int, int]:
    """Width and height of a JPEG, from its frame header."""
    data, at = image.read_bytes(), 2
    while data[at + 1] not in (0xC0, 0xC1, 0xC2):
        at += 2 + struct.unpack(">H", data[at + 2:at + 4])[0]
    height, width = struct.unpack(">HH", data[at + 5:at + 9])
    return width, height


def grey_jpeg(width: int, height: int) -> bytes:
    """A JPEG of one grey: in every block all differences are 0, each a code of one bit."""
    def segment(mark: int, content: bytes) -> bytes:
        return struct.pack(">BBH", 0xFF, mark, len(content) + 2) + content

    blocks = -(-width // 8) * -(-height // 8)
    one_code = bytes([1] + [0] * 15 + [0])
    return (
        b"\xff\xd8" + segment(0xDB, b"\0" + b"\1" * 64)
        + segment(0xC0, struct.pack(">BHHB", 8, height, width, 3) + b"".join(bytes([i, 0x11, 0]) for i in (1, 2, 3)))
        + segment(0xC4, b"\x00" + one_code) + segment(0xC4, b"\x10" + one_code)
        + segment(0xDA, b"\3" + b"".join(bytes([i, 0]) for i in (1, 2, 3)) + b"\0\x3f\0")
        + bytes(-(-blocks * 6 // 8)) + b"\xff\xd9")


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
