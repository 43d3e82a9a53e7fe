"""Writes motion files of a simulated knee as pose models and OpenSim's friends write them: a standing body, seen from its
right side, that bends a knee so many times and rests at both ends.

Standard library only. The same seed gives the same files.
"""

import argparse
import json
import math
import random
from pathlib import Path

NAMES = ["Nose", "LEar", "REar", "LShoulder", "RShoulder", "LHip", "RHip", "LKnee", "RKnee", "LAnkle", "RAnkle",
         "LHeel", "RHeel", "LBigToe", "RBigToe"]
BODY_25 = dict(Nose=0, RShoulder=2, LShoulder=5, RHip=9, RKnee=10, RAnkle=11, LHip=12, LKnee=13, LAnkle=14, REar=17,
               LEar=18, LBigToe=19, LHeel=21, RBigToe=22, RHeel=24)
COCO_17 = dict(Nose=0, LEar=3, REar=4, LShoulder=5, RShoulder=6, LHip=11, RHip=12, LKnee=13, RKnee=14, LAnkle=15,
               RAnkle=16)
MEDIAPIPE = dict(Nose=0, LEar=7, REar=8, LShoulder=11, RShoulder=12, LHip=23, RHip=24, LKnee=25, RKnee=26, LAnkle=27,
                 RAnkle=28, LHeel=29, RHeel=30, LBigToe=31, RBigToe=32)
WIDTH, HEIGHT, SCALE = 1920, 1080, 400  # the picture in pixels, and pixels a metre


def course(options):
    """The knee's flexion over time: rest, least-jerk movement, rest, and back, so many times."""
    rest, move = round(options.rest * options.rate), round(options.move * options.rate)
    angles = [options.low] * rest

    def way(start, end):
        for i in range(1, move):
            t = i / move
            yield start + (end - start) * t**3 * (10 - 15 * t + 6 * t * t)

    while True:
        for start, end in ((options.low, options.high), (options.high, options.low)):
            angles += list(way(start, end)) + [end] * rest
        options.repeats -= 1
        if options.repeats <= 0 and len(angles) >= options.frames:
            return angles[: options.frames] if options.frames else angles


def body(angle, side, noise, rng):
    """The points of a frame in metres: x to the front, y up, z to the subject's right."""
    points = {}
    for letter, across in (("L", -1), ("R", 1)):
        bend = math.radians(angle) if letter == side else 0.0
        hip, knee = (0.0, 0.9, 0.09 * across), (0.0, 0.48, 0.09 * across)
        ankle = (-0.4 * math.sin(bend), 0.48 - 0.4 * math.cos(bend), 0.09 * across)
        ahead = (math.cos(bend), -math.sin(bend), 0.0)
        points[letter + "Hip"], points[letter + "Knee"], points[letter + "Ankle"] = hip, knee, ankle
        points[letter + "Heel"] = tuple(a - 0.05 * b for a, b in zip(ankle, ahead))
        points[letter + "BigToe"] = tuple(a + 0.15 * b for a, b in zip(ankle, ahead))
        points[letter + "Shoulder"] = (0.0, 1.4, 0.16 * across)
        points[letter + "Ear"] = (0.0, 1.65, 0.07 * across)
    points["Nose"] = (0.1, 1.63, 0.0)
    return {name: tuple(v + rng.gauss(0, noise) for v in points[name]) for name in NAMES}


def pixel(point):
    return 700 + SCALE * point[0], 900 - SCALE * point[1]


def triples(points, places, count, digits):
    numbers = [0.0] * (3 * count)
    for name, place in places.items():
        u, v = pixel(points[name])
        numbers[3 * place : 3 * place + 3] = [round(u, digits), round(v, digits), 0.9]
    return numbers


def write_openpose(frames, rate, path, digits):
    path.mkdir(parents=True)
    for i, points in enumerate(frames):
        person = {"person_id": [-1], "pose_keypoints_2d": triples(points, BODY_25, 25, digits)}
        (path / f"knee_{i:012}_keypoints.json").write_text(json.dumps({"version": 1.3, "people": [person]}))


def write_coco(frames, rate, path, digits):
    people = [
        {"image_id": i, "category_id": 1, "keypoints": triples(points, COCO_17, 17, digits), "score": 0.95}
        for i, points in enumerate(frames)
    ]
    path.write_text(json.dumps(people))


def write_mediapipe(frames, rate, path, digits):
    written = []
    for i, points in enumerate(frames):
        landmarks = [{"x": 0.5, "y": 0.5, "z": 0.0, "visibility": 0.5} for _ in range(33)]
        for name, place in MEDIAPIPE.items():
            u, v = pixel(points[name])
            landmarks[place] = {"x": round(u / WIDTH, digits + 4), "y": round(v / HEIGHT, digits + 4), "z": 0.0,
                                "visibility": 0.9}
        written.append({"timestamp_ms": 1000 * i / rate, "landmarks": landmarks})
    path.write_text(json.dumps({"width": WIDTH, "height": HEIGHT, "frames": written}))


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
        "\t".join([str(i + 1), f"{i / rate:.6f}"] + [f"{v:.{digits + 2}f}" for name in NAMES for v in points[name]])
        for i, points in enumerate(frames)
    ]
    path.write_text("\n".join(head + rows) + "\n")


WRITERS = {"openpose": write_openpose, "coco": write_coco, "mediapipe": write_mediapipe, "trc": write_trc}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("format", choices=WRITERS)
    parser.add_argument("path", type=Path)
    parser.add_argument("--frames", type=int, default=0, help="so many frames; by default as many as the repeats have")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--rate", type=float, default=30)
    parser.add_argument("--rest", type=float, default=1.0, help="seconds at either end")
    parser.add_argument("--move", type=float, default=1.2, help="seconds from end to end")
    parser.add_argument("--low", type=float, default=5)
    parser.add_argument("--high", type=float, default=125)
    parser.add_argument("--side", choices=("L", "R"), default="R")
    parser.add_argument("--noise-mm", type=float, default=0)
    parser.add_argument("--digits", type=int, default=3, help="decimals of a pixel")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    frames = [body(angle, options.side, options.noise_mm / 1000, rng) for angle in course(options)]
    WRITERS[options.format](frames, options.rate, options.path, options.digits)


if __name__ == "__main__":
    main()
