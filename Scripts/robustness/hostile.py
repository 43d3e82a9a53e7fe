"""Files of at most 100 MB that are made to take time or memory: huge counts, bombs, deep nesting, long lines, large pictures."""

import json
import multiprocessing
import shutil
import sqlite3
import struct
import sys
import tempfile
import zipfile
import zlib
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from evaluation import page

from .outcome import run
from .verbs import CLIP, DATASETS

LARGE = 100_000_000
"""Bytes."""
USAGE = 64
"""The exit code of a call that is refused before its file is read."""

MEASURE = "measure {f} --landmarks {i}/head.json --units mm"
MARKS = "measure {i}/head.ply --landmarks {f} --units mm"
MOTION = f"motion {{f}} {CLIP}"
POSES = f"{MOTION} --rate 30 --image-size 640x480"


def repeated(text: str, start: str = "", end: str = "") -> bytes:
    return (start + text * ((LARGE - len(start) - len(end)) // len(text)) + end).encode()


def ply(body: bytes, vertices: int, faces: int, form: str = "binary_little_endian") -> bytes:
    return (f"ply\nformat {form} 1.0\nelement vertex {vertices}\nproperty float x\nproperty float y\nproperty float z\n"
            f"element face {faces}\nproperty list uchar int vertex_indices\nend_header\n").encode() + body


def grid(side: int) -> bytes:
    """A sound binary PLY: a dome of side × side vertices, in mm."""
    import numpy as np

    x, y = np.meshgrid(np.linspace(-70, 70, side), np.linspace(-70, 70, side))
    vertices = np.stack([x, y, np.sqrt(np.maximum(0, 12000 - x * x - y * y))], -1).astype("<f4")
    corner = np.arange(side * (side - 1)).reshape(-1, side)[:, :-1].ravel()
    triangles = np.concatenate([np.stack([corner, corner + 1, corner + side], 1), np.stack([corner + 1, corner + side + 1, corner + side], 1)])
    faces = np.zeros(len(triangles), np.dtype([("count", "u1"), ("index", "<i4", 3)]))
    faces["count"], faces["index"] = 3, triangles
    return ply(vertices.tobytes() + faces.tobytes(), side * side, len(triangles))


def noise(count: int) -> bytes:
    import numpy as np

    return np.random.default_rng(1).uniform(-100, 100, count).astype("<f4").tobytes()


def stl(count: int, triangles: bytes) -> bytes:
    return bytes(80) + struct.pack("<I", count) + triangles


def noisy_stl() -> bytes:
    import numpy as np

    count = (LARGE - 84) // 50
    records = np.zeros(count, np.dtype([("numbers", "<f4", 12), ("rest", "<u2")]))
    records["numbers"] = np.random.default_rng(1).uniform(-100, 100, (count, 12))
    return stl(count, records.tobytes())


def chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png(width: int, height: int, depth: int, colour: int, data: bytes, before: bytes = b"") -> bytes:
    header = struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + before + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def zeros(count: int) -> bytes:
    """A zlib stream of zeros."""
    packing = zlib.compressobj(9)
    return b"".join([*(packing.compress(bytes(1 << 24)) for _ in range(count >> 24)), packing.flush()])


def jpeg(width: int, height: int) -> bytes:
    return b"\xff\xd8\xff\xc0" + struct.pack(">HBHHB", 17, 8, height, width, 3) + b"\1\x11\0\2\x11\0\3\x11\0" + b"\xff\xda" + bytes(1000)


def tiff(width: int, height: int) -> bytes:
    entries = [(256, 4, 1, width), (257, 4, 1, height), (258, 3, 1, 16), (259, 3, 1, 1), (262, 3, 1, 1), (273, 4, 1, 200), (278, 4, 1, height), (279, 4, 1, 1000)]
    return b"II*\0\x08\0\0\0" + struct.pack("<H", len(entries)) + b"".join(struct.pack("<HHII", *entry) for entry in entries) + bytes(2000)


def archive(folder: Path, entries: dict[str, int], many: int = 0) -> bytes:
    """A ZIP of files of zeros, by their sizes."""
    path = folder / "made.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        for name, size in entries.items():
            with made.open(name, "w", force_zip64=True) as file:
                for _ in range(size >> 24):
                    file.write(bytes(1 << 24))
        for number in range(many):
            made.writestr(f"rgbd/{number}.jpg", b"")
    data = path.read_bytes()
    path.unlink()
    return data


def endless_store(folder: Path) -> bytes:
    """A store whose scans are a view without an end."""
    path = folder / "made.sqlite"
    connection = sqlite3.connect(path)
    connection.execute(
        "CREATE VIEW scans AS WITH RECURSIVE n(scan) AS (SELECT 1 UNION ALL SELECT scan + 1 FROM n) SELECT scan FROM n")
    connection.close()
    data = path.read_bytes()
    path.unlink()
    return data


def cases(folder: Path) -> list[tuple[str, str, str, object]]:
    """What it is, the file's name (below a copy of the small recording where it has a slash), the call, and the bytes."""
    dome = 2 ** 31 - 1
    deep = lambda pair, count: pair[0] * count + pair[1] * count
    return [
        ("PLY: 2³¹ − 1 vertices stated", "m.ply", MEASURE, lambda: ply(b"", dome, dome)),
        ("PLY: a face of 255 in 100 MB", "m.ply", MEASURE, lambda: ply(b"\xff" * (LARGE - 300), 3, LARGE // 1021)),
        ("PLY: one line of 100 MB", "m.ply", MEASURE, lambda: repeated("1 ", ply(b"", 3, 1, "ascii").decode())),
        ("PLY: a header of 100 MB", "m.ply", MEASURE, lambda: repeated("comment a\n", "ply\nformat ascii 1.0\n")),
        ("PLY: 100 MB of vertices without a face", "m.ply", MEASURE, lambda: ply(noise((LARGE - 300) // 4), (LARGE - 300) // 12, 0)),
        ("PLY: a dome of 100 MB", "m.ply", MEASURE, lambda: grid(1600)),
        ("STL: 2³² − 1 triangles stated", "m.stl", MEASURE, lambda: stl(2 ** 32 - 1, bytes(50))),
        ("STL: 100 MB of random triangles", "m.stl", MEASURE, noisy_stl),
        ("STL: 100 MB of one triangle", "m.stl", MEASURE, lambda: stl((LARGE - 84) // 50, struct.pack("<12f2x", 0, 0, 1, 0, 0, 0, 90, 0, 0, 0, 90, 0) * ((LARGE - 84) // 50))),
        ("OBJ: one line of 100 MB", "m.obj", MEASURE, lambda: repeated("1 ", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf ")),
        ("OBJ: 100 MB of one face", "m.obj", MEASURE, lambda: repeated("f 1 2 3\n", "v 0 0 0\nv 90 0 0\nv 0 90 0\n")),
        ("OBJ: 100 MB of continued lines", "m.obj", MEASURE, lambda: repeated("\\\n", "v 0 0 0\nf ")),
        ("glTF: lists in lists, 100 MB", "m.gltf", MEASURE, lambda: deep("[]", LARGE // 2).encode()),
        ("GLB: an accessor of 2³¹ − 1", "m.glb", MEASURE, lambda: glb(dome)),
        ("landmarks: lists in lists, 100 MB", "l.json", MARKS, lambda: deep("[]", LARGE // 2).encode()),
        ("landmarks: a text of 100 MB", "l.json", MARKS, lambda: repeated("a", '{"landmarks": "', '"}')),
        ("landmarks: 100 MB of keys", "l.json", MARKS, lambda: b"{" + b",".join(b'"%d":1' % n for n in range(8_000_000)) + b"}"),
        ("landmarks: a number of 100 MB", "l.json", MARKS, lambda: repeated("9", '{"landmarks": ', "}")),
        ("options: groups in groups, 100 MB", "o.json", "measure {i}/head.ply --landmarks {i}/head.json --units mm --options {f}", lambda: (b'{"a":' * (LARGE // 6))),
        ("cap: aliases of aliases (YAML)", "c.yaml", "info {i}/rec --cap {f}", lambda: ("a0: &a0 [x]\n" + "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 20))).encode()),
        ("cap: one line of 100 MB", "c.yaml", "info {i}/rec --cap {f}", lambda: repeated("1, ", "ids: [", "1]")),
        ("cap: lists in lists, 1 MB", "c.yaml", "info {i}/rec --cap {f}", lambda: deep("[]", 500_000).encode()),
        ("cap: 10⁹ ids in one range", "c.yaml", "info {i}/rec --cap {f}", lambda: b"dictionary: DICT_4X4_50\nmarker_size_mm: 16\nids: [0-1000000000]\n"),
        ("protocol: 100 MB of keys", "p.yaml", "measure {i}/head.ply --landmarks {i}/head.json --units mm --protocol {f}", lambda: b"".join(b"k%d: 1\n" % n for n in range(8_000_000))),
        ("norms: a sheet that inflates to 2 GB", "n.xlsx", "measure {i}/head.ply --landmarks {i}/head.json --units mm --norms {f} --age-days 90 --sex male", lambda: archive(folder, {"xl/worksheets/sheet1.xml": 2 << 30, "xl/workbook.xml": 1 << 24})),
        ("list: one line of 100 MB", "rec/rgb.txt", "info {r}", lambda: repeated("1 ")),
        ("list: 100 MB of frames", "rec/rgb.txt", "info {r}", lambda: b"".join(b"%d rgb/a.jpg\n" % n for n in range(4_800_000))),
        ("PNG: 65,535 × 65,535 stated", "rec/depth", "reconstruct {r} --output {o}", lambda: png(65535, 65535, 16, 0, zeros(1 << 24))),
        ("PNG: 640 × 480 that inflates to 2 GB", "rec/depth", "reconstruct {r} --output {o}", lambda: png(640, 480, 16, 0, zeros(2 << 30))),
        ("PNG: a text that inflates to 2 GB", "rec/depth", "reconstruct {r} --output {o}", lambda: png(640, 480, 16, 0, zeros(1 << 24), chunk(b"zTXt", b"a\0\0" + zeros(2 << 30)))),
        ("JPEG: 65,500 × 65,500 stated", "rec/rgb", "reconstruct {r} --output {o}", lambda: jpeg(65500, 65500)),
        ("TIFF: 2³¹ − 1 pixels wide", "rec/depth", "reconstruct {r} --output {o}", lambda: tiff(dome, dome)),
        ("Record3D: 4 GB in a ZIP", "a.r3d", "info {f}", lambda: archive(folder, {"metadata": 2 << 30, "rgbd/0.depth": 2 << 30, "rgbd/0.jpg": 1 << 24})),
        ("Record3D: 200,000 files in a ZIP", "a.r3d", "info {f}", lambda: archive(folder, {}, many=200_000)),
        (".sens: 2⁶³ frames stated", "a.sens", "info {f}", lambda: struct.pack("<IQ", 4, 1) + b"a" + struct.pack("<64f", *([1.0] * 64)) + struct.pack("<iiIIIIfQQ", 1, 1, 640, 480, 640, 480, 1000, 2 ** 63, 2 ** 63) + bytes(1000)),
        (".mkv: 100 MB of noise", "a.mkv", "info {f}", lambda: b"\x1a\x45\xdf\xa3" + noise(LARGE // 4 - 1)),
        ("TRC: one line of 100 MB", "a.trc", MOTION, lambda: repeated("1\t")),
        ("TRC: 2³¹ − 1 markers stated", "a.trc", MOTION, lambda: f"PathFileType\t4\t(X/Y/Z)\ta.trc\nDataRate\tCameraRate\tNumFrames\tNumMarkers\tUnits\tOrigDataRate\tOrigDataStartFrame\tOrigNumFrames\n30\t30\t{dome}\t{dome}\tm\t30\t1\t{dome}\nFrame#\tTime\tNose\n\t\tX1\n\n1\t0\t1\n".encode()),
        ("C3D: 65,535 points in 65,535 frames", "a.c3d", MOTION, lambda: c3d()),
        ("pose JSON: lists in lists, 100 MB", "a.json", POSES, lambda: deep("[]", LARGE // 2).encode()),
        ("pose JSON: 100 MB of people", "a.json", POSES, lambda: repeated('{"keypoints": [1, 2, 3], "image_id": 1},', "[", "{}]")),
        ("hand JSON: 100 MB of frames", "a.json", "gesture {f}", lambda: repeated('{"landmarks": []},', '{"frames": [', "{}]}")),
        ("result.json: lists in lists, 100 MB", "rec/result.json", "report {f}", lambda: deep("[]", LARGE // 2).encode()),
        ("result.json: 100 MB of keys", "rec/result.json", "report {f}", lambda: b'{"schema": "calvaria/result/1",' + b",".join(b'"%d":1' % n for n in range(8_000_000)) + b"}"),
        ("rating form: aliases of aliases", "f.yaml", "rate {i}/scan --form {f} --set a=1", lambda: ("a0: &a0 [x]\n" + "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 20))).encode()),
        ("study: scans are a view without an end", "study/study.sqlite", "study export {r}", lambda: endless_store(folder)),
        ("study: a store of noise", "study/study.sqlite", "study export {r}", lambda: noise(LARGE // 4)),
        ("dataset: a table of 100 MB", "data/scans.csv", "study check {r}", lambda: repeated("a,b\n", "path,subject\n")),
        ("dataset: scan.json of 100 MB", "data/sub-0/scan.json", "study check {r}", lambda: repeated("a", '{"subject": "', '"}')),
        ("a pose model of noise", "m.onnx", "motion {i}/rec --pose-model {f} --joint knee --side right --view lateral", lambda: noise(LARGE // 4)),
    ]


def glb(count: int) -> bytes:
    text = json.dumps({
        "asset": {"version": "2.0"}, "buffers": [{"byteLength": 12}], "bufferViews": [{"buffer": 0, "byteLength": 12}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": count, "type": "VEC3"}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}], "nodes": [{"mesh": 0}], "scenes": [{"nodes": [0]}]}).encode()
    text += b" " * (-len(text) % 4)
    chunks = struct.pack("<I4s", len(text), b"JSON") + text + struct.pack("<I4s", 12, b"BIN\0") + bytes(12)
    return struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks


def c3d() -> bytes:
    data = bytearray((DATASETS / "movements/knee.c3d").read_bytes())
    data[2:4] = struct.pack("<H", 65535)
    data[6:10] = struct.pack("<HH", 1, 65535)
    return bytes(data)


def campaign(program: Path, inputs: Path) -> tuple[str, int]:
    """The table of all files, and how many took too long, too much, ended without a line, or were not even read."""
    rows, wrong = [], 0
    # What starts a program counts as its memory: a process that holds nothing does.
    starter = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"))
    with tempfile.TemporaryDirectory() as name, starter:
        folder = Path(name)
        for what, file, call, made in cases(folder):
            place = folder / "case"
            shutil.rmtree(place, ignore_errors=True)
            place.mkdir()
            top = file.split("/")[0]
            if "/" in file:
                shutil.copytree(inputs / top, place / top)
            path = place / file
            if path.is_dir():
                # Every image of the folder.
                data = made()
                for image in path.iterdir():
                    image.write_bytes(data)
            else:
                path.write_bytes(made())
            size = max(each.stat().st_size for each in place.rglob("*") if each.is_file())
            words = [word.format(f=path, i=inputs, r=place / top, o=place / "out") for word in call.split()]
            outcome = starter.submit(run, [program, *words]).result()
            lines = [line for line in outcome.errors.splitlines() if line.startswith("error: ")]
            verdict = outcome.kind
            if verdict == "refused" and (len(lines) != 1 or len(lines[0].encode()) > 1000):
                verdict = "no line"
            if outcome.code == USAGE:
                verdict = "not tried"
            if verdict not in ("refused", "result"):
                wrong += 1
                print(f"{verdict}: {what}: exit {outcome.code}, {outcome.errors[-200:]!r}", file=sys.stderr, flush=True)
            rows.append([what, f"{size / 1e6:.1f}", verdict, str(outcome.code), f"{outcome.seconds:.1f}", f"{outcome.bytes / 2 ** 20:.0f}"])
    kinds = Counter(row[2] for row in rows)
    print(f"hostile files: {dict(kinds)}", flush=True)
    return page.table(["file", "MB", "ended", "exit code", "processor s", "MiB"], rows), wrong
