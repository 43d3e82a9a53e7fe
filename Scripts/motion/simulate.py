"""Writes motion files of a simulated body as pose models and OpenSim's friends write them: somebody who moves one joint away
and back, so many times, and rests at both ends.

Standard library only. The same seed gives the same files.
"""

import argparse
import json
import math
import random
import struct
from pathlib import Path

NAMES = [
    "Nose", "LEye", "REye", "LEar", "REar", "LShoulder", "RShoulder", "LElbow", "RElbow", "LWrist", "RWrist", "LHip", "RHip",
    "LKnee", "RKnee", "LAnkle", "RAnkle", "LHeel", "RHeel", "LBigToe", "RBigToe",
]
BODY_25 = dict(
    Nose=0, RShoulder=2, RElbow=3, RWrist=4, LShoulder=5, LElbow=6, LWrist=7, RHip=9, RKnee=10, RAnkle=11, LHip=12, LKnee=13,
    LAnkle=14, REye=15, LEye=16, REar=17, LEar=18, LBigToe=19, LHeel=21, RBigToe=22, RHeel=24)
COCO_17 = dict(
    Nose=0, LEye=1, REye=2, LEar=3, REar=4, LShoulder=5, RShoulder=6, LElbow=7, RElbow=8, LWrist=9, RWrist=10, LHip=11,
    RHip=12, LKnee=13, RKnee=14, LAnkle=15, RAnkle=16)
HALPE_26 = dict(COCO_17, LBigToe=20, RBigToe=21, LHeel=24, RHeel=25)
MEDIAPIPE = dict(
    Nose=0, LEye=2, REye=5, LEar=7, REar=8, LShoulder=11, RShoulder=12, LElbow=13, RElbow=14, LWrist=15, RWrist=16, LHip=23,
    RHip=24, LKnee=25, RKnee=26, LAnkle=27, RAnkle=28, LHeel=29, RHeel=30, LBigToe=31, RBigToe=32)
WIDTH, HEIGHT, FOCAL = 1920, 1080, 1600  # the picture and the camera's focal length in pixels
RIGHT = (0.0, 0.0, 1.0)
SCALE = 400  # pixels a metre of a camera without perspective

# From where to where those move that go to both sides, or not so far.
USUAL = {
    "hip": (-10, 100), "hip_abduction": (-10, 35), "hip_rotation": (-30, 40), "knee_projection": (-15, 20), "ankle": (-35, 15),
    "neck_rotation": (-50, 40), "neck_lateral": (-35, 30), "neck_flexion": (-30, 40),
}
# What is moved: the joint and the movement, and the view that shows it.
MOVEMENTS = {
    "knee": "lateral", "hip": "lateral", "hip_abduction": "frontal", "hip_rotation": None, "ankle": "lateral",
    "knee_projection": "frontal", "shoulder": "lateral", "shoulder_abduction": "frontal", "elbow": "lateral", "neck_rotation": "frontal",
    "neck_lateral": "frontal", "neck_flexion": "lateral",
}


def course(options, low, high):
    """The angle over time: rest, least-jerk movement, rest, and back, so many times."""
    rest, move = round(options.rest * options.rate), round(options.move * options.rate)
    angles, left = [low] * rest, options.repeats

    def way(start, end):
        for i in range(1, move):
            t = i / move
            yield start + (end - start) * t**3 * (10 - 15 * t + 6 * t * t)

    while True:
        for start, end in ((low, high), (high, low)):
            angles += list(way(start, end)) + [end] * rest
        left -= 1
        if left <= 0 and len(angles) >= options.frames:
            return angles[: options.frames] if options.frames else angles


def turned(vector, axis, angle):
    """A vector turned about an axis of length one by the right hand, in radians (Rodrigues)."""
    c, s = math.cos(angle), math.sin(angle)
    dot = sum(a * b for a, b in zip(axis, vector, strict=True))
    cross = (
        axis[1] * vector[2] - axis[2] * vector[1], axis[2] * vector[0] - axis[0] * vector[2],
        axis[0] * vector[1] - axis[1] * vector[0])
    return tuple(c * v + s * x + (1 - c) * dot * a for v, x, a in zip(vector, cross, axis, strict=True))


# A head about the middle of its ears: front, up, to the subject's right, in metres.
HEAD = {"Nose": (0.105, -0.018, 0.0), "Eye": (0.085, 0.03, 0.032), "Ear": (0.0, 0.0, 0.075)}


def body(pose, side="R", head=HEAD):
    """The points of somebody who stands, in metres: x to the front, y up, z to the subject's right.

    `pose` has angles in degrees by the names of `MOVEMENTS`; those of limbs are of one side.
    """
    get = lambda name: math.radians(pose.get(name, 0.0))
    points = {}
    front, up = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)
    for letter, across in (("L", -1), ("R", 1)):
        own = get if letter == side else lambda name: 0.0
        # A leg: abduction about the front, then flexion about the right, rotation about the thigh, the knee about its axis.
        lift = lambda v, own=own, across=across: turned(turned(v, front, -across * own("hip_abduction")), RIGHT, own("hip"))
        thigh = lift((0.0, -1.0, 0.0))
        axis = turned(lift(RIGHT), thigh, across * own("hip_rotation"))
        # Seen from the front, a shank that is turned outwards makes the projected angle.
        shank = turned(turned(thigh, axis, -own("knee")), front, -across * own("knee_projection"))
        ahead = turned(turned(lift(front), thigh, across * own("hip_rotation")), axis, -own("knee"))
        ahead = turned(ahead, axis, own("ankle"))
        at = lambda start, direction, length: tuple(a + length * b for a, b in zip(start, direction, strict=True))
        hip = (0.0, 0.9, 0.09 * across)
        knee = at(hip, thigh, 0.42)
        ankle = at(knee, shank, 0.4)
        points[letter + "Hip"], points[letter + "Knee"], points[letter + "Ankle"] = hip, knee, ankle
        points[letter + "Heel"], points[letter + "BigToe"] = at(ankle, ahead, -0.05), at(ankle, ahead, 0.15)
        # An arm.
        raise_ = lambda v, own=own, across=across: turned(turned(v, front, -across * own("shoulder_abduction")), RIGHT, own("shoulder"))
        upper = raise_((0.0, -1.0, 0.0))
        forearm = turned(upper, raise_(RIGHT), own("elbow"))
        shoulder = (0.0, 1.4, 0.16 * across)
        elbow = at(shoulder, upper, 0.3)
        points[letter + "Shoulder"], points[letter + "Elbow"], points[letter + "Wrist"] = (
            shoulder, elbow, at(elbow, forearm, 0.26))
    # A head: rotation about its long axis first, then lateral flexion and flexion about the neck's foot.
    neck = (0.0, 1.45, 0.0)

    def held(point):
        v = (point[0], point[1] + 0.2, point[2])
        v = turned(v, up, -get("neck_rotation"))
        v = turned(v, front, get("neck_lateral"))
        v = turned(v, RIGHT, -get("neck_flexion"))
        return tuple(a + b for a, b in zip(neck, v, strict=True))

    points["Nose"] = held(head["Nose"])
    for letter, across in (("L", -1), ("R", 1)):
        for name in ("Eye", "Ear"):
            x, y, z = head[name]
            points[letter + name] = held((x, y, z * across))
    return points


def noisy(points, deviation, rng):
    return {name: tuple(v + rng.gauss(0, deviation) for v in points[name]) for name in NAMES}


def pixel(point, view="lateral", distance=None, tilt=0.0, height=0.9, elevation=0.0):
    """A point in a picture from the subject's right side, or from the front; without a distance without perspective.

    `tilt` is how far the camera is turned about its own axis, in degrees, `height` what it looks at, in metres, and
    `elevation` from how far above it looks down on that, in degrees.
    """
    x, y, z = point
    if elevation and view == "frontal":
        c, s = math.cos(math.radians(elevation)), math.sin(math.radians(elevation))
        x, y = c * x + s * (y - height), height + c * (y - height) - s * x
    across = x if view == "lateral" else -z
    depth = -z if view == "lateral" else -x
    if distance is None:
        u, v = SCALE * across, SCALE * (height - y)
    else:
        scale = FOCAL / (distance + depth)
        u, v = scale * across, scale * (height - y)
    c, s = math.cos(math.radians(tilt)), math.sin(math.radians(tilt))
    return WIDTH / 2 + c * u - s * v, HEIGHT / 2 + s * u + c * v


def triples(points, places, count, digits):
    numbers = [0.0] * (3 * count)
    for name, place in places.items():
        if name in points:
            u, v = points[name][:2]
            numbers[3 * place : 3 * place + 3] = [round(u, digits), round(v, digits), 0.9]
    return numbers


# Each writer takes the points of each frame: pixels, or of a TRC file metres; None for a frame without anybody.


def write_openpose(frames, rate, path, digits):
    path.mkdir(parents=True)
    for i, points in enumerate(frames):
        people = [{"person_id": [-1], "pose_keypoints_2d": triples(points, BODY_25, 25, digits)}] if points else []
        (path / f"frame_{i:012}_keypoints.json").write_text(json.dumps({"version": 1.3, "people": people}))


def write_coco(frames, rate, path, digits, places=COCO_17, count=17):
    people = [
        {"image_id": i, "category_id": 1, "keypoints": triples(points, places, count, digits), "score": 0.95}
        for i, points in enumerate(frames) if points
    ]
    path.write_text(json.dumps(people))


def write_halpe(frames, rate, path, digits):
    write_coco(frames, rate, path, digits, HALPE_26, 26)


def write_mmpose(frames, rate, path, digits):
    info = []
    for i, points in enumerate(frames):
        row = triples(points or {}, COCO_17, 17, digits)
        person = {"keypoints": [row[k : k + 2] for k in range(0, 51, 3)], "keypoint_scores": row[2::3]}
        info.append({"frame_id": i + 1, "instances": [person] if points else []})
    path.write_text(json.dumps({"meta_info": {"dataset_name": "coco"}, "instance_info": info}))


def landmarks_of(points, digits, scale):
    landmarks = [{"x": 0.5, "y": 0.5, "z": 0.0, "visibility": 0.1} for _ in range(33)]
    for name, place in MEDIAPIPE.items():
        if name in points:
            x, y, z = (list(points[name]) + [0.0])[:3]
            landmarks[place] = {"x": round(x / scale[0], digits + 4), "y": round(y / scale[1], digits + 4),
                                "z": round(z, digits + 4), "visibility": 0.9}
    return landmarks


def write_mediapipe(frames, rate, path, digits):
    written = [
        {"timestamp_ms": 1000 * i / rate, "landmarks": landmarks_of(points, digits, (WIDTH, HEIGHT)) if points else []}
        for i, points in enumerate(frames)
    ]
    path.write_text(json.dumps({"width": WIDTH, "height": HEIGHT, "frames": written}))


def write_mediapipe_world(frames, rate, path, digits):
    """Metres about the hips as a camera before the subject has them: x to its right, y down, z away from it."""
    written = []
    for i, points in enumerate(frames):
        seen = {name: (-z, 0.9 - y, -x) for name, (x, y, z) in points.items()} if points else {}
        written.append({"timestamp_ms": 1000 * i / rate, "world_landmarks": landmarks_of(seen, digits, (1, 1)) if seen else []})
    path.write_text(json.dumps({"frames": written}))


def write_trc(frames, rate, path, digits):
    head = [
        f"PathFileType\t4\t(X/Y/Z)\t{path.name}",
        "DataRate\tCameraRate\tNumFrames\tNumMarkers\tUnits\tOrigDataRate\tOrigDataStartFrame\tOrigNumFrames",
        f"{rate}\t{rate}\t{len(frames)}\t{len(NAMES)}\tm\t{rate}\t1\t{len(frames)}",
        "Frame#\tTime\t" + "\t\t\t".join(NAMES) + "\t\t",
        "\t\t" + "\t".join(f"X{k}\tY{k}\tZ{k}" for k in range(1, len(NAMES) + 1)),
        "",
    ]
    rows = [
        "\t".join([str(i + 1), f"{i / rate:.6f}"]
                  + [f"{v:.{digits + 2}f}" for name in NAMES for v in points[name]])
        for i, points in enumerate(frames) if points
    ]
    path.write_text("\n".join(head + rows) + "\n")


def write_c3d(frames, rate, path, digits):
    """Floats of an Intel processor in metres; a frame without anybody has residuals of -1."""
    def group(number, name):
        return struct.pack("<bb", len(name), -number) + name.encode() + struct.pack("<hB", 3, 0)

    def parameter(name, kind, sides, data):
        rest = struct.pack("<bB", kind, len(sides)) + bytes(sides) + data + b"\0"
        return struct.pack("<bb", len(name), 1) + name.encode() + struct.pack("<h", 2 + len(rest)) + rest

    count, low = len(frames), min(len(frames), 65535)
    labels = "".join(f"{name:<16}" for name in NAMES).encode()
    chain = group(1, "POINT") + b"".join([
        parameter("USED", 2, [], struct.pack("<h", len(NAMES))), parameter("RATE", 4, [], struct.pack("<f", rate)),
        parameter("SCALE", 4, [], struct.pack("<f", -1)), parameter("UNITS", -1, [1], b"m"),
        parameter("FRAMES", 2, [], struct.pack("<H", low)), parameter("LONG_FRAMES", 4, [], struct.pack("<f", count)),
        parameter("LABELS", -1, [16, len(NAMES)], labels)]) + b"\0"
    blocks = -(-(4 + len(chain)) // 512)
    header = struct.pack("<BBHHHHHfHHf", 2, 0x50, len(NAMES), 0, 1, low, 0, -1, 2 + blocks, 0, rate)
    rows = b"".join(
        struct.pack("<4f", *(round(v, digits + 2) for v in points[name]), 0) if points else struct.pack("<4f", 0, 0, 0, -1)
        for points in frames for name in NAMES)
    path.write_bytes(header.ljust(512, b"\0") + (bytes([1, 80, blocks, 84]) + chain).ljust(512 * blocks, b"\0") + rows)


def write_mot(frames, rate, path, digits):
    """Angles that another program has computed: `frames` have them by the names of their columns."""
    names = list(next(points for points in frames if points))
    rows = [
        "\t".join([f"{i / rate:.6f}"] + [f"{points[name]:.{digits + 2}f}" for name in names])
        for i, points in enumerate(frames) if points
    ]
    head = ["Coordinates", "version=1", f"nRows={len(rows)}", f"nColumns={len(names) + 1}", "inDegrees=yes", "endheader"]
    path.write_text("\n".join(head + ["\t".join(["time"] + names)] + rows) + "\n")


WRITERS = {
    "openpose": write_openpose, "coco": write_coco, "halpe": write_halpe, "mmpose": write_mmpose,
    "mediapipe": write_mediapipe,
    "mediapipe-world": write_mediapipe_world, "trc": write_trc, "c3d": write_c3d, "mot": write_mot,
}
# Formats whose points are in space.
IN_SPACE = {"trc", "c3d", "mediapipe-world", "mot"}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("format", choices=[name for name in WRITERS if name != "mot"])
    parser.add_argument("path", type=Path)
    parser.add_argument("--movement", choices=MOVEMENTS, default="knee")
    parser.add_argument("--frames", type=int, default=0, help="so many frames; by default as many as the repeats have")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--rate", type=float, default=30)
    parser.add_argument("--rest", type=float, default=1.0, help="seconds at either end")
    parser.add_argument("--move", type=float, default=1.2, help="seconds from end to end")
    parser.add_argument("--low", type=float, help="one end in degrees; by default that of the movement")
    parser.add_argument("--high", type=float, help="the other end")
    parser.add_argument("--side", choices=("L", "R"), default="R")
    parser.add_argument("--distance", type=float, help="metres from the camera; by default there is no perspective")
    parser.add_argument("--noise-mm", type=float, default=0)
    parser.add_argument("--digits", type=int, default=3, help="decimals of a pixel")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    view = MOVEMENTS[options.movement] or "frontal"
    low, high = USUAL.get(options.movement, (5, 125))
    options.low = low if options.low is None else options.low
    options.high = high if options.high is None else options.high
    frames = []
    for angle in course(options, options.low, options.high):
        pose = {options.movement: angle}
        if options.movement == "hip_rotation":
            pose["knee"] = 90
        points = noisy(body(pose, options.side), options.noise_mm / 1000, rng)
        if options.format not in IN_SPACE:
            height = 1.4 if options.movement.startswith("neck") else 0.9
            points = {name: pixel(point, view, options.distance, height=height) for name, point in points.items()}
        frames.append(points)
    WRITERS[options.format](frames, options.rate, options.path, options.digits)


if __name__ == "__main__":
    main()
