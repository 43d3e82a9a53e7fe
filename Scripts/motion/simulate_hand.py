"""Writes hand landmarks of a made-up hand as MediaPipe's hand landmarker gives them: it is not in the picture, comes up,
shows thumbs up, down or an open hand, holds that, and goes.

Standard library only. The same seed gives the same file.
"""

import argparse
import json
import math
import random
from pathlib import Path

WIDTH, HEIGHT = 1280, 720  # pixels
PALM = 90.0  # pixels from the wrist to the middle knuckle
KNUCKLES = (0.33, 0.11, -0.11, -0.33)  # along the row, index to little finger, in palms


def hand(angle, fold, centre, side):
    """21 pixels. angle: degrees by which the thumb is tilted from up; fold: degrees between a finger's end and the back of
    the hand, 180 in a fist; side: +1 for a hand whose wrist is to the left in the picture, -1 mirrored."""
    thumb = (0.0, 1.0)  # hand axes: x from wrist to knuckles, y along the row towards the thumb
    points = [(0.0, 0.0), (0.2, 0.25), (0.45, 0.4), (0.45, 0.4 + 0.35 * thumb[1]), (0.45, 0.4 + 0.65 * thumb[1])]
    bend = math.radians(fold)
    for row in KNUCKLES:
        knuckle = (1.0, row)
        length = math.hypot(*knuckle)
        ahead = (knuckle[0] / length, knuckle[1] / length)
        middle = (knuckle[0] + 0.35 * math.cos(bend / 2), knuckle[1] + 0.02)
        end = (ahead[0] * math.cos(bend) - ahead[1] * math.sin(bend), ahead[1] * math.cos(bend) + ahead[0] * math.sin(bend))
        points += [knuckle, middle, tuple(m + 0.2 * e for m, e in zip(middle, end, strict=True)),
                   tuple(m + 0.4 * e for m, e in zip(middle, end, strict=True))]
    turn = math.radians(angle)
    placed = []
    for x, y in points:
        u, v = side * (x - 0.5), -(y - 0.2)  # pixels' y is down
        placed.append((centre[0] + PALM * (u * math.cos(turn) - v * math.sin(turn)),
                       centre[1] + PALM * (u * math.sin(turn) + v * math.cos(turn))))
    return placed


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("path", type=Path)
    parser.add_argument("--show", choices=("up", "down", "open"), default="up")
    parser.add_argument("--rate", type=float, default=10)
    parser.add_argument("--away", type=float, default=0.5, help="seconds without a hand, before and after")
    parser.add_argument("--hold", type=float, default=3.0, help="seconds")
    parser.add_argument("--tilt", type=float, default=8.0, help="degrees from straight up or down")
    parser.add_argument("--noise-px", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    away, hold = round(options.away * options.rate), round(options.hold * options.rate)
    angle = options.tilt + (180 if options.show == "down" else 0)
    fold = 10 if options.show == "open" else 170
    frames = []
    for i in range(2 * away + hold):
        frame = {"timestamp_ms": round(1000 * i / options.rate), "handLandmarks": [], "handedness": []}
        if away <= i < away + hold:
            points = hand(angle, fold, (700, 360), 1)
            frame["handLandmarks"] = [[
                {"x": round((x + rng.gauss(0, options.noise_px)) / WIDTH, 5),
                 "y": round((y + rng.gauss(0, options.noise_px)) / HEIGHT, 5), "z": 0.0} for x, y in points]]
            frame["handedness"] = [[{"index": 0, "score": 0.97, "categoryName": "Right", "displayName": "Right"}]]
        frames.append(frame)
    options.path.write_text(
        f'{{"width": {WIDTH}, "height": {HEIGHT}, "frames": [\n'
        + ",\n".join(json.dumps(f, separators=(",", ":")) for f in frames) + "\n]}\n")


if __name__ == "__main__":
    main()
