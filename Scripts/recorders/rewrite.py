#!/usr/bin/env python3
"""Writes a recording in TUM layout again as another recorder would have written it.

The files come from the libraries and programs that those recorders' users have (pyliblzfse, OpenEXR, plyfile, zlib,
ffmpeg), not from Calvaria, so that they test its readers. Needs: numpy pillow pyliblzfse OpenEXR plyfile, and ffmpeg.

    python3 Scripts/recorders/rewrite.py Datasets/sample OUT --to r3d [--frames 12] [--poses trajectory.txt]

Nobody knows the poses that a recorder's phone would have found, so those that are written are made up (`pose`).
--poses names lines of TUM's, camera to world, which formats with poses then have as if their tracker had found them.
"""

import argparse
import base64
import io
import json
import math
import shutil
import struct
import subprocess
import tempfile
import zipfile
import zlib
from pathlib import Path

import numpy as np
from PIL import Image

RATE = 30.0
FELT = (9.0, -3.6, 1.2)
"""Gravity of ZEISS's phone along its own axes (x to its right, y to its top, z towards who holds it), m/s²."""
BIT_EXACT = ("-fflags", "+bitexact", "-flags:v", "+bitexact")
"""No version, time or random number in what ffmpeg writes."""


class Scan:
    """The frames of a TUM recording: JPEG bytes, depth in metres (0: none), one camera."""

    def __init__(self, folder, most, poses=None):
        self.folder = Path(folder)
        self.poses = read_poses(poses) if poses else {}
        camera = json.loads((self.folder / "intrinsic.json").read_text())
        m = camera["intrinsic_matrix"]
        self.width, self.height = camera["width"], camera["height"]
        self.fx, self.fy, self.cx, self.cy = m[0], m[4], m[6], m[7]
        colour, depth = self._list("rgb.txt"), self._list("depth.txt")
        times = np.array([float(t) for t, _ in depth])
        pairs = [(t, path, depth[int(np.argmin(abs(times - float(t))))][1]) for t, path in colour]
        self.frames = pairs[:most] if most else pairs

    def _list(self, name):
        lines = (self.folder / name).read_text().splitlines()
        return [line.split(None, 1) for line in lines if line.strip() and not line.startswith("#")]

    def jpeg(self, frame):
        return (self.folder / frame[1].strip()).read_bytes()

    def codes(self, frame):
        return np.array(Image.open(self.folder / frame[2].strip()), dtype=np.uint16)

    def metres(self, frame):
        return (self.codes(frame) / 5000.0).astype("<f4")

    def pose(self, frame):
        """The camera in the world, y down and z forward: 3 × 3 rotation and metres."""
        known = self.poses.get(round(float(frame[0]), 3))
        matrix = pose_matrix(self.frames.index(frame))
        return known if known else (matrix[:3, :3], matrix[:3, 3])

    def arkit(self, frame):
        """The same with y up and z backward: quaternion x y z w, then metres."""
        if not self.poses:
            return arkit_pose(self.frames.index(frame))
        rotation, position = self.pose(frame)
        return [*quaternion(rotation @ np.diag([1, -1, -1])), *position]

    def companions(self, out, prefix=""):
        """What belongs to the recording, whoever recorded it."""
        shutil.copy(self.folder / "cap.yaml", out / f"{prefix}cap.yaml")

    def clicks(self, out, name_of, scale=1.0, prefix=""):
        """The clicks in the frames that are there, by the names that the recorder gives them."""
        file = self.folder / "landmarks.json"
        if not file.exists():
            return
        content = json.loads(file.read_text())
        names = {frame[0]: name_of(k, frame) for k, frame in enumerate(self.frames)}
        landmarks = {}
        for landmark, clicks in content["landmarks"].items():
            if not isinstance(clicks, list):
                continue
            kept = [
                {"frame": names[c["frame"]], "pixel": [(p + 0.5) * scale - 0.5 for p in c["pixel"]]}
                for c in clicks
                if c["frame"] in names
            ]
            if kept:
                landmarks[landmark] = kept
        if landmarks:
            (out / f"{prefix}landmarks.json").write_text(json.dumps({"landmarks": landmarks}, indent=1))


def pose(k):
    """The camera of frame k in a world: how far it is turned about y, radians, and where it is, metres."""
    return 0.02 * k, [0.01 * k, -0.02 * k, 0.03 * k]


def pose_matrix(k):
    """4 × 4 numbers; the camera looks along z with y down."""
    angle, place = pose(k)
    c, s = math.cos(angle), math.sin(angle)
    return np.array([[c, 0, s, place[0]], [0, 1, 0, place[1]], [-s, 0, c, place[2]], [0, 0, 0, 1]])


def arkit_pose(k):
    """Quaternion x y z w and place; the camera looks along −z with y up, so it is turned by half a turn about x first."""
    angle, place = pose(k)
    return [math.cos(angle / 2), 0, -math.sin(angle / 2), 0, *place]


def read_poses(file):
    poses = {}
    for line in Path(file).read_text().splitlines():
        if line.strip() and not line.startswith("#"):
            t, x, y, z, qx, qy, qz, qw = (float(word) for word in line.split()[:8])
            poses[round(t, 3)] = (rotation(qx, qy, qz, qw), np.array([x, y, z]))
    return poses


def rotation(x, y, z, w):
    return np.array([
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ])  # fmt: skip


def quaternion(m):
    """x, y, z, w of a rotation: the eigenvector of Bar-Itzhack's matrix."""
    k = np.array([
        [m[0, 0] - m[1, 1] - m[2, 2], m[1, 0] + m[0, 1], m[2, 0] + m[0, 2], m[2, 1] - m[1, 2]],
        [m[1, 0] + m[0, 1], m[1, 1] - m[0, 0] - m[2, 2], m[2, 1] + m[1, 2], m[0, 2] - m[2, 0]],
        [m[2, 0] + m[0, 2], m[2, 1] + m[1, 2], m[2, 2] - m[0, 0] - m[1, 1], m[1, 0] - m[0, 1]],
        [m[2, 1] - m[1, 2], m[0, 2] - m[2, 0], m[1, 0] - m[0, 1], m[0, 0] + m[1, 1] + m[2, 2]],
    ])  # fmt: skip
    return [float(v) for v in np.linalg.eigh(k)[1][:, -1]]


def ffmpeg(*words):
    subprocess.run(["ffmpeg", "-nostdin", "-v", "error", *map(str, words)], check=True)


def record3d_metadata(scan, step=1):
    k = [scan.fx, 0, 0, 0, scan.fy, 0, scan.cx, scan.cy, 1]
    n = len(scan.frames)
    start = float(scan.frames[0][0])
    return {
        "w": scan.width, "h": scan.height, "dw": scan.width // step, "dh": scan.height // step, "fps": RATE, "K": k,
        "perFrameIntrinsicCoeffs": [[scan.fx, scan.fy, scan.cx, scan.cy]] * n,
        "poses": [scan.arkit(frame) for frame in scan.frames], "initPose": [0, 0, 0, 1, 0, 0, 0],
        "frameTimestamps": [float(frame[0]) - start for frame in scan.frames],
    }  # fmt: skip


def write_r3d(scan, out, step=1):
    """With FaceID; with a step as LiDAR: every so many pixels have depth, and each of them a confidence of 0, 1 or 2."""
    import liblzfse

    with zipfile.ZipFile(out / "scan.r3d", "w", zipfile.ZIP_STORED) as archive:
        # Entries without a date, so that the same frames give the same bytes.
        write = lambda name, content: archive.writestr(zipfile.ZipInfo(name), content)
        write("metadata", json.dumps(record3d_metadata(scan, step)))
        for k, frame in enumerate(scan.frames):
            metres = np.ascontiguousarray(scan.metres(frame)[::step, ::step])
            write(f"rgbd/{k}.jpg", scan.jpeg(frame))
            write(f"rgbd/{k}.depth", liblzfse.compress(metres.tobytes()))
            if step > 1:
                confidence = (np.add.outer(np.arange(metres.shape[0]), np.arange(metres.shape[1])) + k) % 3
                write(f"rgbd/{k}.conf", liblzfse.compress(confidence.astype(np.uint8).tobytes()))
    scan.clicks(out, lambda k, frame: f"{k}")


def write_lidar(scan, out):
    write_r3d(scan, out, step=2)


def write_exr(scan, out):
    import OpenEXR

    (out / "rgb").mkdir()
    (out / "depth").mkdir()
    (out / "metadata.json").write_text(json.dumps(record3d_metadata(scan)))
    for k, frame in enumerate(scan.frames):
        (out / "rgb" / f"{k}.jpg").write_bytes(scan.jpeg(frame))
        header = {"compression": OpenEXR.ZIP_COMPRESSION, "type": OpenEXR.scanlineimage}
        OpenEXR.File(header, {"R": scan.metres(frame)}).write(str(out / "depth" / f"{k}.exr"))
    scan.clicks(out, lambda k, frame: f"{k}")


def write_cyborg(scan, out):
    from plyfile import PlyData, PlyElement

    # Intrinsics at a reference size, counted from the image's corner, as Apple does.
    ratio = 3088 / scan.width
    for k, frame in enumerate(scan.frames):
        metadata = {
            "width": scan.width, "height": scan.height, "timestamp": float(frame[0]), "color_space": "sRGB",
            "camera_intrinsics": {
                "intrinsic_matrix": [scan.fx * ratio, 0, 0, 0, scan.fy * ratio, 0,
                                     (scan.cx + 0.5) * ratio, (scan.cy + 0.5) * ratio, 1],
                "intrinsic_matrix_reference_dimensions_width": scan.width * ratio,
                "intrinsic_matrix_reference_dimensions_height": scan.height * ratio,
            },
        }  # fmt: skip
        text = np.frombuffer(json.dumps(metadata).encode(), dtype=np.uint8)
        levels = np.array(Image.open(io.BytesIO(scan.jpeg(frame))).convert("RGB")).reshape(-1, 3)
        colour = (levels / 255.0) ** 2.2  # light, as StandardCyborg stores it
        depth = scan.metres(frame).ravel()
        depth = np.where(depth > 0, depth, 9999).astype("<f4")
        elements = [
            PlyElement.describe(text.astype([("char", "u1")]), "metadata"),
            PlyElement.describe(
                np.array([tuple(c) for c in colour.astype("<f4")], dtype=[("r", "<f4"), ("g", "<f4"), ("b", "<f4")]),
                "color",
            ),
            PlyElement.describe(depth.astype([("d", "<f4")]), "depth"),
        ]
        PlyData(elements, byte_order="<").write(str(out / f"frame-{k:03d}.ply"))
    scan.clicks(out, lambda k, frame: f"frame-{k:03d}")


def write_scenes(scan, out):
    for k, frame in enumerate(scan.frames):
        Image.open(io.BytesIO(scan.jpeg(frame))).convert("RGB").save(out / f"frame-{k:06d}.color.png")
        millimetres = np.rint(scan.codes(frame) / 5.0)
        codes = np.where(millimetres > 0, millimetres, 65535).astype(np.uint16)
        Image.fromarray(codes).save(out / f"frame-{k:06d}.depth.png")
        np.savetxt(out / f"frame-{k:06d}.pose.txt", pose_matrix(k))
    shutil.copy(scan.folder / "intrinsic.json", out)
    scan.clicks(out, lambda k, frame: f"frame-{k:06d}")


def write_zeiss(scan, out):
    """As the ZEISS TrueDepth recorder: depth in 0.1 mm, names by milliseconds, the principal point counted from the image's
    corner. The phone leans, so that what it feels of gravity has a part along each of its axes."""
    start, entries, felt = float(scan.frames[0][0]), [], ""
    stamp = lambda frame: 1_000_000 + round((float(frame[0]) - start) * 1000)
    for frame in scan.frames:
        codes = scan.codes(frame)
        Image.open(io.BytesIO(scan.jpeg(frame))).convert("RGB").save(out / f"rgb_{stamp(frame)}.png")
        Image.fromarray(np.where(codes < 32768, codes * 2, 0).astype(np.uint16)).save(out / f"depth_{stamp(frame)}.png")
        entries.append({
            "Accuracy": 1, "DataType": 1717855600, "DepthDataFiltered": False, "Height": scan.height,
            "IntrinsicMatrix.0": f"({scan.fx}, 0.0, {scan.cx + 0.5})",
            "IntrinsicMatrix.1": f"(0.0, {scan.fy}, {scan.cy + 0.5})", "IntrinsicMatrix.2": "(0.0, 0.0, 1.0)",
            "IntrinsicMatrixReferenceDimensions": "(4032.0, 3024.0)", "MediaSubType": "fdep", "MediaType": "vide",
            "Quality": 1, "Timestamp": stamp(frame), "Width": scan.width,
        })  # fmt: skip
        felt += f"{stamp(frame)} {' '.join(map(str, FELT))}\n"
    (out / "DepthMetadata.json").write_text(json.dumps(entries, indent=1) + "\n")
    (out / "Accelerometer.txt").write_text(felt)
    scan.clicks(out, lambda k, frame: f"{stamp(frame)}")


def write_open3d(scan, out):
    """As Open3D's realsense_recorder.py names its files: millimetres, aligned to colour, and no times."""
    (out / "color").mkdir()
    (out / "depth").mkdir()
    for k, frame in enumerate(scan.frames):
        (out / "color" / f"{k:06d}.jpg").write_bytes(scan.jpeg(frame))
        Image.fromarray(np.rint(scan.codes(frame) / 5.0).astype(np.uint16)).save(out / "depth" / f"{k:06d}.png")
    shutil.copy(scan.folder / "intrinsic.json", out / "camera_intrinsic.json")
    scan.clicks(out, lambda k, frame: f"{k:06d}")


def write_sens(scan, out):
    k = np.eye(4, dtype="<f4")
    k[0, 0], k[1, 1], k[0, 2], k[1, 2] = scan.fx, scan.fy, scan.cx, scan.cy
    eye = np.eye(4, dtype="<f4")
    start = float(scan.frames[0][0])
    with open(out / "scan.sens", "wb") as file:
        file.write(struct.pack("<I", 4) + struct.pack("<Q", 5) + b"scan\0")
        for matrix in (k, eye, k, eye):
            file.write(matrix.tobytes())
        file.write(struct.pack("<iiIIIIf", 2, 1, scan.width, scan.height, scan.width, scan.height, 5000))
        file.write(struct.pack("<Q", len(scan.frames)))
        for index, frame in enumerate(scan.frames):
            stamp = int(round((float(frame[0]) - start) * 1e6)) + 1_000_000
            jpeg, depth = scan.jpeg(frame), zlib.compress(scan.codes(frame).astype("<u2").tobytes())
            file.write(pose_matrix(index).astype("<f4").tobytes() + struct.pack("<QQQQ", stamp, stamp, len(jpeg), len(depth)) + jpeg + depth)
        file.write(struct.pack("<Q", 0))
    scan.clicks(out, lambda k, frame: f"{k}")


def write_sizes(scan, out, width=1440):
    """Colour enlarged, depth as it was: two cameras that see the same."""
    scale = width / scan.width
    height = round(scan.height * scale)
    (out / "rgb").mkdir()
    (out / "depth").mkdir()
    lists = {"rgb": "", "depth": ""}
    for frame in scan.frames:
        image = Image.open(io.BytesIO(scan.jpeg(frame))).convert("RGB").resize((width, height), Image.LANCZOS)
        image.save(out / "rgb" / f"{frame[0]}.jpg", quality=95)
        shutil.copy(scan.folder / frame[2].strip(), out / "depth" / f"{frame[0]}.png")
        for kind, ending in (("rgb", "jpg"), ("depth", "png")):
            lists[kind] += f"{frame[0]} {kind}/{frame[0]}.{ending}\n"
    for kind, text in lists.items():
        (out / f"{kind}.txt").write_text(text)

    def section(s, w, h):
        cx, cy = (scan.cx + 0.5) * s - 0.5, (scan.cy + 0.5) * s - 0.5
        return {"width": w, "height": h, "intrinsic_matrix": [scan.fx * s, 0, 0, 0, scan.fy * s, 0, cx, cy, 1]}

    cameras = {"color": section(scale, width, height), "depth": section(1, scan.width, scan.height)}
    (out / "intrinsic.json").write_text(json.dumps(cameras))
    scan.clicks(out, lambda k, frame: frame[0], scale)


def write_stray(scan, out, crf=16):
    """Colour as HEVC of the stated quality, rotated for display only; depth to the millimetre."""
    (out / "depth").mkdir()
    (out / "confidence").mkdir()
    with tempfile.TemporaryDirectory() as folder:
        for k, frame in enumerate(scan.frames):
            (Path(folder) / f"{k:06d}.jpg").write_bytes(scan.jpeg(frame))
        ffmpeg("-framerate", RATE, "-i", f"{folder}/%06d.jpg", "-vf", "scale=out_color_matrix=bt709:out_range=tv",
               "-pix_fmt", "yuv420p", "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709",
               "-c:v", "libx265", "-crf", crf, "-preset", "medium", "-tag:v", "hvc1",
               "-x265-params", "log-level=none:keyint=30:info=0", *BIT_EXACT, f"{folder}/plain.mp4")  # fmt: skip
        ffmpeg("-i", f"{folder}/plain.mp4", "-c", "copy", "-metadata:s:v", "rotate=90", *BIT_EXACT, out / "rgb.mp4")
    rows = "timestamp, frame, x, y, z, qx, qy, qz, qw\n"
    for k, frame in enumerate(scan.frames):
        millimetres = np.rint(scan.codes(frame) / 5.0).astype(np.uint16)
        Image.fromarray(millimetres).save(out / "depth" / f"{k:06d}.png")
        Image.fromarray(np.full(millimetres.shape, 2, dtype=np.uint8)).save(out / "confidence" / f"{k:06d}.png")
        turn, position = scan.pose(frame)
        numbers = ", ".join(f"{v}" for v in [*position, *quaternion(turn)])
        rows += f"{frame[0]}, {k:06d}, {numbers}\n"
    (out / "odometry.csv").write_text(rows)
    (out / "camera_matrix.csv").write_text(f"{scan.fx}, 0.0, {scan.cx}\n0.0, {scan.fy}, {scan.cy}\n0.0, 0.0, 1.0")
    scan.clicks(out, lambda k, frame: f"{k:06d}")


def lens_tables(most, count=42):
    """Magnifications that grow with the square of the radius, up to the farthest corner, and those of the way back."""
    radii = np.linspace(0, 1, count)
    fine = np.linspace(0, 1, 10_001)
    ideal = np.interp(radii, fine * (1 + most * fine**2), fine)
    back = np.divide(ideal, radii, out=np.ones(count), where=radii > 0) - 1
    return most * radii**2, back


def write_depth_data(scan, out, most=0.0, centre=(0.5, 0.5)):
    """Half-precision depth, as AVDepthData of the front camera is; with a lens, images are what they are without it."""
    ratio = 3088 / scan.width
    to_image, back = (base64.b64encode(t.astype("<f4").tobytes()).decode() for t in lens_tables(most))
    (out / "calibration.json").write_text(json.dumps({
        "intrinsic": [scan.fx * ratio, 0, 0, 0, scan.fy * ratio, 0,
                      (scan.cx + 0.5) * ratio, (scan.cy + 0.5) * ratio, 1],
        "intrinsicReferenceDimensionWidth": scan.width * ratio,
        "intrinsicReferenceDimensionHeight": scan.height * ratio,
        "lensDistortionLookup": to_image, "inverseLensDistortionLookup": back,
        "lensDistortionCenter": [scan.width * ratio * centre[0], scan.height * ratio * centre[1]], "pixelSize": 0.001,
    }))  # fmt: skip
    for k, frame in enumerate(scan.frames):
        colour = np.array(Image.open(io.BytesIO(scan.jpeg(frame))).convert("RGBA"))
        (out / f"video{k:02d}.bin").write_bytes(colour[:, :, [2, 1, 0, 3]].tobytes())
        depth = scan.metres(frame)
        (out / f"depth{k:02d}.bin").write_bytes(np.where(depth > 0, depth, np.nan).astype("<f2").tobytes())
    scan.clicks(out, lambda k, frame: f"{k}")


def write_depth_data_lens(scan, out):
    """As much of a lens as real phones' tables have."""
    write_depth_data(scan, out, most=0.0127, centre=(0.51, 0.49))


def write_mkv(scan, out, depth_size=(640, 576), crop=(192, 180), sensor=1024):
    """As k4arecorder: colour as the JPEG that it was, depth in millimetres in the middle of a larger image."""
    width, height = depth_size
    left, top = (width - scan.width) // 2, (height - scan.height) // 2

    def camera(name, place, fx, fy, cx, cy):
        return {
            "Intrinsics": {"ModelParameterCount": 14, "ModelType": "CALIBRATION_LensDistortionModelBrownConrady",
                           "ModelParameters": [cx, cy, fx, fy] + [0] * 10},
            "Location": place, "Purpose": f"CALIBRATION_CameraPurpose{name}",
            "Rt": {"Rotation": [1, 0, 0, 0, 1, 0, 0, 0, 1], "Translation": [0, 0, 0]},
        }  # fmt: skip

    full = scan.width * 3 / 4
    cameras = [
        camera("Depth", "CALIBRATION_CameraLocationD0", scan.fx / sensor, scan.fy / sensor,
               (scan.cx + left + crop[0] + 0.5) / sensor, (scan.cy + top + crop[1] + 0.5) / sensor),
        camera("PhotoVideo", "CALIBRATION_CameraLocationPV0", scan.fx / scan.width, scan.fy / full,
               (scan.cx + 0.5) / scan.width, (scan.cy + 0.5 + (full - scan.height) / 2) / full),
    ]  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        (folder / "calibration.json").write_text(json.dumps({"CalibrationInformation": {"Cameras": cameras}}))
        with open(folder / "depth.raw", "wb") as file:
            for k, frame in enumerate(scan.frames):
                (folder / f"{k:06d}.jpg").write_bytes(scan.jpeg(frame))
                image = np.zeros((height, width), dtype=">u2")
                image[top:top + scan.height, left:left + scan.width] = np.rint(scan.codes(frame) / 5.0)
                file.write(image.tobytes())
        ffmpeg("-framerate", RATE, "-i", folder / "%06d.jpg",
               "-f", "rawvideo", "-pix_fmt", "gray16be", "-s", f"{width}x{height}", "-framerate", RATE,
               "-i", folder / "depth.raw", "-map", "0:v", "-map", "1:v", "-c", "copy", "-allow_raw_vfw", 1,
               "-metadata:s:v:0", "title=COLOR", "-metadata:s:v:1", "title=DEPTH",
               "-metadata", "title=Azure Kinect", "-metadata", "K4A_DEPTH_DELAY_NS=0",
               "-attach", folder / "calibration.json", "-metadata:s:t", "mimetype=application/octet-stream",
               "-metadata:s:t", "filename=calibration.json", *BIT_EXACT, out / "scan.mkv")  # fmt: skip
    # ffmpeg's writer leaves the track's BITMAPINFOHEADER without the name of the code, which k4arecorder states.
    content = (out / "scan.mkv").read_bytes()
    written = struct.pack("<iii", 40, width, -height)
    place = content.index(written)
    header = struct.pack("<iiiHH4s", 40, width, height, 1, 16, b"b16g")
    (out / "scan.mkv").write_bytes(content[:place] + header + content[place + len(header):])
    scan.clicks(out, lambda k, frame: f"{k}")


def write_mkv_binned(scan, out):
    """The mode with a narrow field of view whose pixels are binned by two: for a small recording."""
    write_mkv(scan, out, depth_size=(320, 288), crop=(96, 90), sensor=512)


def write_small(scan, out, step=8):
    """The same layout, every so many pixels: for samples that take little room."""
    (out / "rgb").mkdir()
    (out / "depth").mkdir()
    lists = {"rgb": "", "depth": ""}
    for frame in scan.frames:
        image = Image.open(io.BytesIO(scan.jpeg(frame))).convert("RGB")
        image.resize((scan.width // step, scan.height // step), Image.BOX).save(
            out / "rgb" / f"{frame[0]}.jpg", quality=90)
        codes = np.ascontiguousarray(scan.codes(frame)[step // 2 :: step, step // 2 :: step])
        Image.fromarray(codes).save(out / "depth" / f"{frame[0]}.png")
        for kind, ending in (("rgb", "jpg"), ("depth", "png")):
            lists[kind] += f"{frame[0]} {kind}/{frame[0]}.{ending}\n"
    for kind, text in lists.items():
        (out / f"{kind}.txt").write_text(text)
    cx, cy = (scan.cx + 0.5) / step - 0.5, (scan.cy + 0.5) / step - 0.5
    matrix = [scan.fx / step, 0, 0, 0, scan.fy / step, 0, cx, cy, 1]
    intrinsics = {"width": scan.width // step, "height": scan.height // step, "intrinsic_matrix": matrix}
    (out / "intrinsic.json").write_text(json.dumps(intrinsics) + "\n")


WRITERS = {
    "stray-scanner": write_stray, "av-depth-data": write_depth_data,
    "av-depth-data-lens": write_depth_data_lens, "mkv": write_mkv,
    "mkv-binned": write_mkv_binned,
    "r3d": write_r3d, "r3d-lidar": write_lidar, "record3d-exr": write_exr, "standard-cyborg": write_cyborg,
    "7-scenes": write_scenes, "sens": write_sens, "zeiss": write_zeiss, "open3d": write_open3d,
    "two-sizes": write_sizes, "small": write_small,
}  # fmt: skip


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("recording")
    parser.add_argument("output")
    parser.add_argument("--to", choices=sorted(WRITERS), required=True)
    parser.add_argument("--frames", type=int, default=0, help="only so many, from the first on")
    parser.add_argument("--poses", help="a trajectory in TUM's lines, as a result has it")
    arguments = parser.parse_args()
    out = Path(arguments.output)
    out.mkdir(parents=True)
    scan = Scan(arguments.recording, arguments.frames, arguments.poses)
    WRITERS[arguments.to](scan, out)
    scan.companions(out)


if __name__ == "__main__":
    main()
