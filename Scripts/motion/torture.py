"""Has `calvaria motion` measure simulated movements of every joint from every reader with every fault that files of pose models
have, and counts what came of it: right within its interval, refused, warned of, or silently wrong.

    python3 Scripts/motion/torture.py CALVARIA [--seeds N] [--figures FILE] [--page FILE]

Standard library only. The exit code is 1 where anything is silently wrong.
"""

import argparse
import collections
import concurrent.futures
import json
import math
import random
import subprocess
import tempfile
from pathlib import Path

import simulate

# How a joint is named in a call, and from where to where it moves: angles that its form has, and a pose with it.
JOINTS = {
    "knee": (["knee"], (0, 110), {}),
    "hip": (["hip"], (-10, 95), {}),
    "hip_abduction": (["hip", "--movement", "abduction"], (-10, 35), {}),
    "hip_rotation": (["hip", "--movement", "rotation"], (-30, 40), {"knee": 90}),
    "knee_projection": (["knee", "--movement", "projection"], (-15, 20), {}),
    "ankle": (["ankle"], (-35, 15), {}),
    "shoulder": (["shoulder"], (-20, 150), {}),
    "shoulder_abduction": (["shoulder", "--movement", "abduction"], (0, 130), {}),
    "elbow": (["elbow"], (0, 130), {}),
    "neck_rotation": (["neck", "--movement", "rotation"], (-50, 40), {}),
    "neck_lateral": (["neck", "--movement", "lateral"], (-35, 30), {}),
    "neck_flexion": (["neck", "--movement", "flexion"], (-30, 40), {}),
}
# The columns of tables of angles, and the signs of their angles.
COLUMNS = {
    "knee": ("knee_angle_", 1), "hip": ("hip_flexion_", 1), "hip_abduction": ("hip_adduction_", -1),
    "hip_rotation": ("hip_rotation_", -1), "ankle": ("ankle_angle_", 1), "shoulder": ("arm_flex_", 1),
    "shoulder_abduction": ("arm_add_", -1), "elbow": ("elbow_flex_", 1), "neck_rotation": ("neck_rotation", -1),
    "neck_lateral": ("neck_bending", 1), "neck_flexion": ("neck_extension", -1),
}
# Points that a format does not have, and what can't be measured for it.
WITHOUT_FEET = {"coco", "mmpose"}


class Case:
    """A movement as a list of frames: points in metres or pixels by name, or None, each with its time."""

    def __init__(self, movement, format, rng):
        self.movement, self.format, self.rng = movement, format, rng
        self.is_flat = format not in simulate.IN_SPACE
        self.view = simulate.MOVEMENTS[movement] or "frontal"
        self.rate = 30
        self.low, self.high = (v + rng.uniform(-4, 4) for v in JOINTS[movement][1])
        if movement == "knee" or movement == "elbow" or movement == "shoulder_abduction":
            self.low = abs(self.low)
        self.side = "R" if self.view == "lateral" and self.is_flat else rng.choice("LR")
        self.noise = 0.003 if movement.startswith("neck") or movement == "ankle" else 0.005
        self.distance, self.tilt, self.elevation = None, 0.0, 0.0
        # Noses lie nearer to the ears or farther, and cameras stand above a face or below it.
        self.head = dict(simulate.HEAD)
        x, y, z = self.head["Nose"]
        self.head["Nose"] = (x * rng.gauss(1, 0.1), y, z)
        if movement in ("neck_rotation", "neck_lateral"):
            self.elevation, self.distance = rng.uniform(-20, 20), rng.uniform(1, 2.5)
        self.options, self.angles = [], self.course()
        self.truth = (self.low, self.high)

    def course(self, rest=1.0, move=1.2, repeats=3):
        # A neck begins in the middle, as an examiner has it.
        shape = argparse.Namespace(rest=rest, move=move, rate=self.rate, repeats=repeats, frames=0)
        if not self.movement.startswith("neck"):
            return simulate.course(shape, self.low, self.high)
        angles = simulate.course(shape, self.low, self.high)
        n = round(move * self.rate)
        ways = [[a + (b - a) * t**3 * (10 - 15 * t + 6 * t * t) for t in (i / n for i in range(1, n))]
                for a, b in ((0, self.low), (self.low, 0))]
        still = [0.0] * round(rest * self.rate)
        return still + ways[0] + angles + ways[1] + still

    def body(self, angle):
        pose = dict(JOINTS[self.movement][2])
        pose[self.movement] = angle
        return simulate.body(pose, self.side, self.head)

    def frames(self):
        """The points of each frame, or of a table its angle, without faults of the file."""
        if self.format == "mot":
            name, sign = COLUMNS[self.movement]
            name += self.side.lower() if name.endswith("_") else ""
            return [{name: sign * angle + self.rng.gauss(0, 300 * self.noise)} for angle in self.angles]
        written = []
        for angle in self.angles:
            points = simulate.noisy(self.body(angle), self.noise, self.rng)
            if self.is_flat:
                # A near camera shows what it is about.
                height = 1.55 if self.distance and self.elevation else (
                    1.3 if self.movement.startswith(("neck", "shoulder", "elbow")) else 0.9)
                points = {n: simulate.pixel(p, self.view, self.distance, self.tilt, height, self.elevation)
                          for n, p in points.items()}
            written.append(points)
        return written

    def call(self, path):
        joint, *movement = JOINTS[self.movement][0]
        call = [str(path), "--joint", joint, *movement]
        if joint != "neck":
            call += ["--side", "left" if self.side == "L" else "right"]
        if self.is_flat:
            call += ["--view", self.view]
        if self.format in ("openpose", "coco", "halpe", "mmpose"):
            call += ["--rate", str(self.rate)]
        return call + self.options


def stretch(frames, rng, share=0.25):
    """A stretch of so many frames, somewhere."""
    count = max(1, round(share * len(frames)))
    first = rng.randrange(0, len(frames) - count)
    return range(first, first + count)


def exchanged(points):
    swap = {"L": "R", "R": "L"}
    return {(swap[n[0]] + n[1:] if n != "Nose" else n): p for n, p in points.items()}


# Each fault changes a case before its frames are made, or the frames; it returns frames.


def plain(case):
    return case.frames()


def frozen(case):
    frames = case.frames()
    at = stretch(frames, case.rng, 0.2)
    for i in at:
        frames[i] = frames[at[0]]
    return frames


def zero_filled(case):
    frames = case.frames()
    for i in stretch(frames, case.rng, 0.2):
        frames[i] = {name: (0.0, 0.0, 0.0)[: len(p)] for name, p in frames[i].items()}
    return frames


def sides_exchanged(case):
    frames = case.frames()
    for i in stretch(frames, case.rng, case.rng.choice([0.02, 0.1, 0.3])):
        frames[i] = exchanged(frames[i])
    return frames


def turned_round(case):
    """The subject turns the other way for a third of the time."""
    frames = case.frames()
    for i in stretch(frames, case.rng, 0.3):
        if case.is_flat:
            frames[i] = {n: (simulate.WIDTH - p[0], p[1]) for n, p in frames[i].items()}
        else:
            frames[i] = {n: (-p[0], p[1], -p[2]) for n, p in frames[i].items()}
    return frames


def other_person(case):
    """Somebody else, who stands still beside, takes the place for a while."""
    frames = case.frames()
    other = case.body(0)
    away = 600 if case.is_flat else 1.5
    for i in stretch(frames, case.rng, 0.2):
        points = simulate.noisy(other, case.noise, case.rng)
        if case.is_flat:
            points = {n: simulate.pixel(p, case.view) for n, p in points.items()}
        frames[i] = {n: (p[0] + away, *p[1:]) for n, p in points.items()}
    return frames


def mirrored(case):
    """A front camera's picture: the model takes the mirror's left for the left, and --mirrored says so."""
    frames = case.frames()
    if case.is_flat:
        frames = [{n: (simulate.WIDTH - p[0], p[1]) for n, p in exchanged(f).items()} for f in frames]
    else:
        frames = [{n: (p[0], p[1], -p[2]) for n, p in exchanged(f).items()} for f in frames]
    case.options.append("--mirrored")
    return frames


def left_handed(case):
    """Axes of the other hand in space; in a picture x turned round without the sides."""
    frames = case.frames()
    return [{n: (simulate.WIDTH - p[0], p[1]) if case.is_flat else (p[0], p[1], -p[2]) for n, p in f.items()} for f in frames]


def dropped(case):
    """Frames that are not there, single ones and in a row."""
    frames = case.frames()
    lost = {i for i in range(len(frames)) if case.rng.random() < 0.1} | set(stretch(frames, case.rng, 0.05))
    return [None if i in lost else f for i, f in enumerate(frames)]


def doubled(case):
    """Frames that repeat the one before, as videos of another rate have them."""
    frames = case.frames()
    return [frames[i - 1] if i % 6 == 5 else f for i, f in enumerate(frames)]


def jitter(case):
    """Noise four times as large, and single points far away."""
    case.noise *= 4
    frames = case.frames()
    for i in range(len(frames)):
        if case.rng.random() < 0.03 and case.format != "mot":
            name = case.rng.choice(simulate.NAMES)
            far = 300 if case.is_flat else 0.5
            frames[i] = dict(frames[i], **{name: tuple(v + case.rng.uniform(-far, far) for v in frames[i][name])})
    return frames


def scale_step(case):
    """A picture of another size, or another unit, from the middle on."""
    frames = case.frames()
    factor = case.rng.choice([0.5, 0.75, 1.3])
    return [f if i < len(frames) // 2 else {n: tuple(v * factor for v in p) for n, p in f.items()}
            for i, f in enumerate(frames)]


def tilted(case):
    """A camera that is turned about its axis, and near."""
    case.tilt, case.distance = case.rng.uniform(-25, 25), case.distance or 4.0
    if not case.is_flat:
        c, s = math.cos(0.4), math.sin(0.4)
        return [{n: (c * p[0] - s * p[1], s * p[0] + c * p[1], p[2]) for n, p in f.items()} for f in case.frames()]
    return case.frames()


def lying(case):
    """A subject who lies across the picture, or in space."""
    frames = case.frames()
    if case.is_flat:
        return [{n: (420 + simulate.HEIGHT - p[1], p[0] - 420) for n, p in f.items()} for f in frames]
    return [{n: (-p[1], p[0], p[2]) for n, p in f.items()} for f in frames]


def without_rest(case):
    """A movement like that of a walk, which never rests; an end that is told all the same would be a guess."""
    n = round(1.4 * case.rate)
    middle, half = (case.low + case.high) / 2, (case.high - case.low) / 2
    case.angles = [middle - half * math.cos(2 * math.pi * i / n) for i in range(8 * n)]
    return case.frames()


def slow_drift(case):
    """The whole body turns away from the camera's plane by 40° in the course of the file."""
    frames = []
    for i, angle in enumerate(case.angles):
        a = math.radians(40 * i / len(case.angles))
        points = simulate.noisy(case.body(angle), case.noise, case.rng)
        points = {n: (math.cos(a) * x - math.sin(a) * z, y, math.sin(a) * x + math.cos(a) * z)
                  for n, (x, y, z) in points.items()}
        if case.is_flat:
            points = {n: simulate.pixel(p, case.view) for n, p in points.items()}
        frames.append(points)
    return frames


FAULTS = [plain, frozen, zero_filled, sides_exchanged, turned_round, other_person, mirrored, left_handed, dropped, doubled,
          jitter, scale_step, tilted, lying, without_rest]
# Those that a table of angles may have.
OF_TABLES = {plain, frozen, dropped, doubled, jitter, without_rest}
# What no program can see: it is counted by itself and is no part of the verdict.
UNSEEABLE = [slow_drift]
# Where an end differs by less, nobody minds, in degrees; intervals of 95 % miss now and then.
ALLOWED, MISSES = 3.0, 1.5


def ends(result):
    """The ends of a result by which of the two they are, with half of their intervals."""
    values = result["values"]
    return {key: (v["degrees"], (v["ci95"][1] - v["ci95"][0]) / 2)
            for key, v in values.items() if key in ("minimum", "maximum") and v}


def outcome(case, run, usual):
    """What came of a call: `right`, `refused`, `warned` or `silent`, with what was said."""
    if run.returncode not in (0, 2):
        code = run.stderr.strip().splitlines()[-1][:100] if run.stderr.strip() else ""
        return ("crashed" if run.returncode not in (64, 65, 66) else "refused"), code
    result = json.loads(run.stdout)
    found = ends(result)
    codes = [f["code"] for f in result["findings"]]
    if not found:
        return "refused", ", ".join(f["code"] for f in result["findings"] if f["severity"] == "withheld")
    wrong = []
    for key, (degrees, reach) in found.items():
        truth = case.truth[0 if key == "minimum" else 1]
        if abs(degrees - truth) > max(ALLOWED, MISSES * reach):
            wrong.append(f"{key} {degrees:.1f} ± {reach:.1f} where {truth:.1f} is true")
    if not wrong:
        return "right", ""
    warned = [f["code"] for f in result["findings"] if f["severity"] == "warning" and f["code"] not in usual]
    return ("warned" if warned else "silent"), "; ".join(wrong) + " " + ", ".join(warned or codes)


def one(arguments):
    program, movement, format, fault, seed = arguments
    case = Case(movement, format, random.Random(f"{movement} {format} {fault.__name__} {seed}"))
    with tempfile.TemporaryDirectory() as folder:
        ending = format if format in ("trc", "c3d", "mot") else "json"
        path = Path(folder) / ("frames" if format == "openpose" else "file." + ending)
        frames = fault(case)
        simulate.WRITERS[format](frames, case.rate, path, 3)
        run = subprocess.run([program, "motion", *case.call(path), "--json"], capture_output=True, text=True)
        # Warnings that every such result has say nothing of a fault.
        usual = {"neck.rotation_in_picture", "neck.lateral_in_picture", "neck.from_table"}
        kind, said = outcome(case, run, usual)
    return movement, format, fault.__name__, seed, kind, said


def sequences(seeds, faults):
    for movement, view in simulate.MOVEMENTS.items():
        for format in simulate.WRITERS:
            if movement == "knee_projection" and format in simulate.IN_SPACE:
                continue
            if view is None and format not in simulate.IN_SPACE or movement == "ankle" and format in WITHOUT_FEET:
                continue
            for fault in faults:
                # A mirrored TRC file is one of left-handed axes.
                if fault is mirrored and format in ("trc", "c3d") or format == "mot" and fault not in OF_TABLES:
                    continue
                for seed in range(seeds):
                    yield movement, format, fault, seed


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--only", help="only this fault or movement")
    parser.add_argument("--figures", type=Path, help="write what came of each as JSON")
    parser.add_argument("--page", type=Path, help="write the counts as a table in Markdown")
    options = parser.parse_args()
    calls = [(options.program, *call) for call in sequences(options.seeds, FAULTS + UNSEEABLE)
             if options.only in (None, call[0], call[1], call[2].__name__)]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = list(pool.map(one, calls))
    counts = collections.defaultdict(collections.Counter)
    for _, _, fault, _, kind, _ in results:
        counts[fault][kind] += 1
    kinds = ("right", "refused", "warned", "silent", "crashed")
    lines = ["| fault | sequences | " + " | ".join(kinds) + " |", "| --- " + "| --: " * (len(kinds) + 1) + "|"]
    for fault in counts:
        row = counts[fault]
        name = fault.replace("_", " ")
        lines.append(f"| {name} | {sum(row.values())} | " + " | ".join(str(row[kind]) for kind in kinds) + " |")
    judged = [r for r in results if r[2] not in {f.__name__ for f in UNSEEABLE}]
    all_ = collections.Counter(r[4] for r in judged)
    lines.append(f"| **all but drift** | {len(judged)} | " + " | ".join(str(all_[kind]) for kind in kinds) + " |")
    print("\n".join(lines))
    for movement, format, fault, seed, kind, said in judged:
        if kind in ("silent", "crashed"):
            print(f"{kind}: {movement}, {format}, {fault}, seed {seed}: {said}")
    if options.figures:
        keys = ("movement", "format", "fault", "seed", "kind", "said")
        options.figures.write_text(json.dumps([dict(zip(keys, r, strict=True)) for r in results], indent=1) + "\n")
    if options.page:
        options.page.write_text("\n".join(lines) + "\n")
    # What has no fault must be measured, or refusing everything would pass.
    plainly = [r for r in judged if r[2] == "plain" and r[4] != "right"]
    for movement, format, _, seed, kind, said in plainly:
        print(f"{kind} though plain: {movement}, {format}, seed {seed}: {said}")
    raise SystemExit(1 if all_["silent"] or all_["crashed"] or len(plainly) > counts["plain"].total() / 20 else 0)


if __name__ == "__main__":
    main()
