"""Compares `calvaria motion --joint neck` with the truth of simulated recordings (`calvaria phantom --preset neck`).

Angles of the truth are taken about the axes of its exact landmarks, from where the head rests in the beginning, and an end is
the mean over the time that it is held. Needs NumPy.
"""

import argparse
import itertools
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

# What is simulated, by the name of its recordings.
RECORDINGS = {
    "plain": [],
    "held": ["--jitter", "1"],
    "slip": ["--patch-slip-deg", "5"],
    "bare": ["--no-torso-patch"],
}
# What is compared: a kind of recording, and options of `motion`.
CASES = {
    "patch": ("plain", []),
    "patch, camera held by hand": ("held", []),
    "patch that slips by 5°": ("slip", []),
    "torso's surface": ("bare", ["--reference", "surface"]),
    "camera, no patch": ("bare", ["--reference", "camera"]),
}


def head_axes(landmarks):
    """Right, anterior and superior as columns, as docs/methods/head-frame has them: the sellion axis."""
    sellion, left, right = (np.array(landmarks[name]) for name in ("sellion", "tragion_left", "tragion_right"))
    forward = sellion - (left + right) / 2
    y = forward / np.linalg.norm(forward)
    z = np.cross(right - left, forward)
    z /= np.linalg.norm(z)
    return np.stack([np.cross(y, z), y, z], axis=1)


def true_angles(truth):
    """Flexion, lateral flexion and rotation of each frame, in degrees, from the mean of the first second."""
    torso_from_head = np.array(truth["head_from_torso"])[:, :3, :3].transpose(0, 2, 1)
    axes = head_axes(truth["landmarks_mm"])
    u, _, v = np.linalg.svd(torso_from_head[:20].mean(axis=0))
    neutral = u @ v
    m = np.einsum("ji,kj,nkl,lm->nim", axes, neutral, torso_from_head, axes)
    return {
        "flexion": np.degrees(-np.arctan2(-m[:, 1, 2], m[:, 2, 2])),
        "lateral": np.degrees(np.arcsin(np.clip(m[:, 0, 2], -1, 1))),
        "rotation": np.degrees(-np.arctan2(-m[:, 0, 1], m[:, 0, 0])),
    }


def true_sides(angles, times):
    """How far the angle goes to the left and to the right while it is held near the farthest place."""
    speed = np.abs(np.gradient(angles, times))
    held = lambda sign: angles[(speed < 6) & (sign * angles > 0.9 * np.max(sign * angles))].mean()
    return -held(-1), held(1)


def true_speed(angles, times):
    """The mean speed over the middle 80 % of the ways from one held end to the other without a rest between; None without any."""
    still = np.abs(np.gradient(angles, times)) < 6
    edges = np.flatnonzero(np.diff(still.astype(int)))
    rests = [part for part in np.split(np.arange(len(angles)), edges + 1) if still[part[0]] and np.ptp(times[part]) >= 0.3]
    left, right = true_sides(angles, times)
    speeds = []
    for before, after in itertools.pairwise(rests):
        levels = angles[before].mean(), angles[after].mean()
        if min(abs(levels[0] + left), abs(levels[0] - right)) > 5 or min(abs(levels[1] + left), abs(levels[1] - right)) > 5:
            continue
        way = levels[1] - levels[0]
        if abs(way) < (left + right) / 2:
            continue
        part = np.arange(before[-1], after[0] + 1)
        share = (angles[part] - levels[0]) / way
        early, late = (times[part[0]] + np.interp(level, share, times[part] - times[part[0]]) for level in (0.1, 0.9))
        speeds.append(0.8 * abs(way) / (late - early))
    return float(np.mean(speeds)) if speeds else None


def true_times(angles, times, least=5):
    """For how long the head is turned to the left, to neither side and to the right, in seconds."""
    shares = np.gradient(times)
    return {"left": shares[angles < -least].sum(), "middle": shares[np.abs(angles) <= least].sum(), "right": shares[angles > least].sum()}


def paced(result, angles, times):
    """Errors of speed and times, and whether their intervals hold the truth; frames that do not count may be on any side."""
    pace = {}
    speed, wanted = result.get("speed"), true_speed(angles, times)
    if speed and wanted:
        pace["speed"] = {"error": speed["mean_deg_s"] - wanted, "reach": (speed["mean_ci95"][1] - speed["mean_ci95"][0]) / 2,
                         "held": speed["mean_ci95"][0] <= wanted <= speed["mean_ci95"][1]}
    spent = result.get("time_to_side_s")
    for side, truth in true_times(angles, times).items() if spent else ():
        low, high = spent[f"{side}_ci95"]
        pace[side] = {"error": spent[side] - truth, "reach": (high - low) / 2, "unseen": spent["unseen"],
                      "held": bool(low <= truth <= high + spent["unseen"])}
    return pace


def measured(program, recording, movement, words):
    call = [program, "motion", str(recording), "--joint", "neck", "--movement", movement, "--json", *words]
    start = time.perf_counter()
    process = subprocess.Popen(call, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    text, _ = process.stdout.read(), process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    code = os.waitstatus_to_exitcode(status)
    return code, json.loads(text) if text else None, seconds, usage.ru_maxrss / 1024


def compare(program, recording, name, seed, words):
    """A row for each movement."""
    truth = json.loads((recording / "truth.json").read_text())
    times = np.array([float(line.split()[0]) for line in (recording / "rgb.txt").read_text().splitlines() if line[0] != "#"])
    rows = []
    for movement in ("rotation", "lateral"):
        angles = true_angles(truth)[movement]
        left, right = true_sides(angles, times - times[0])
        wanted = {"range": left + right, "left": left, "right": right, "difference": left - right}
        code, result, seconds, memory = measured(program, recording, movement, words)
        row = {"case": name, "seed": seed, "movement": movement, "exit": code, "frames_s": len(times) / seconds,
               "memory_mb": memory, "errors": {}, "held": {}, "reach": {}, "pace": {}, "codes": []}
        if result:
            row["reference"], row["valid"] = result.get("reference"), result["gates"]["valid_share"]
            row["codes"] = [finding["code"] for finding in result["findings"] if finding["code"].startswith("neck.")]
            row["pace"] = paced(result, angles, times - times[0])
            found = {"range": result["values"].get("range"), "difference": result.get("difference"), **result.get("sides", {})}
            for key, value in found.items():
                if value is None:
                    continue
                row["errors"][key] = float(value["degrees"] - wanted[key])
                row["held"][key] = bool(value["ci95"][0] <= wanted[key] <= value["ci95"][1])
                row["reach"][key] = (value["ci95"][1] - value["ci95"][0]) / 2
        rows.append(row)
        print(json.dumps(row), file=sys.stderr)
    return rows


def table(rows):
    print("| | movement | n | arc: RMS, ± | sides: RMS, worst, ± | left − right: RMS, ± | held | frames/s | MB |")
    print("| --- | --- | --: | --: | --: | --: | --: | --: | --: |")
    rms = lambda values: float(np.sqrt(np.mean(np.square(values)))) if len(values) else float("nan")
    for name in CASES:
        for movement in ("rotation", "lateral"):
            own = [row for row in rows if row["case"] == name and row["movement"] == movement]
            pick = lambda part, *keys, own=own: [row[part][key] for row in own for key in keys if key in row[part]]
            sides = pick("errors", "left", "right")
            held = [value for row in own for value in row["held"].values()]
            print(f"| {name} | {movement} | {len(own)} | {rms(pick('errors', 'range')):.2f}°, {np.mean(pick('reach', 'range')):.1f}° "
                  f"| {rms(sides):.2f}°, {max(map(abs, sides), default=float('nan')):.2f}°, {np.mean(pick('reach', 'left', 'right')):.1f}° "
                  f"| {rms(pick('errors', 'difference')):.2f}°, {np.mean(pick('reach', 'difference')):.1f}° "
                  f"| {sum(held)} of {len(held)} | {np.mean([row['frames_s'] for row in own]):.0f} "
                  f"| {max(row['memory_mb'] for row in own):.0f} |")


def pace_table(rows):
    print("\n| | movement | n | speed: RMS, ±, held | times: RMS, ±, held | unseen |\n| --- | --- | --: | --: | --: | --: |")
    for name in CASES:
        for movement in ("rotation", "lateral"):
            own = [row["pace"] for row in rows if row["case"] == name and row["movement"] == movement]
            speeds = [pace["speed"] for pace in own if "speed" in pace]
            times = [pace[side] for pace in own for side in ("left", "middle", "right") if side in pace]
            cell = lambda values, unit: (
                f"{np.sqrt(np.mean([v['error'] ** 2 for v in values])):.2f} {unit}, {np.mean([v['reach'] for v in values]):.2f}, "
                f"{sum(v['held'] for v in values)} of {len(values)}" if values else "–")
            unseen = f"{np.mean([v['unseen'] for v in times]):.2f} s" if times else "–"
            print(f"| {name} | {movement} | {len(own)} | {cell(speeds, '°/s')} | {cell(times, 's')} | {unseen} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("calvaria", nargs="?", default="calvaria", help="the program")
    parser.add_argument("--seeds", type=int, default=4, help="heads with a patch and a camera on a stand")
    parser.add_argument("--others", type=int, default=2, help="heads of every other kind")
    parser.add_argument("--repeats", type=int, default=3, help="how often each movement is done")
    parser.add_argument("--recordings", type=Path, help="keep recordings here, and use those that are there")
    options = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        place = options.recordings or Path(folder)
        for seed in range(1, options.seeds + 1):
            for kind, words in RECORDINGS.items():
                if kind != "plain" and seed > options.others:
                    continue
                recording = place / f"{kind}-{options.repeats}-{seed}"
                if not recording.exists():
                    call = [options.calvaria, "phantom", str(recording), "--preset", "neck", "--seed", str(seed),
                            "--neck-repeats", str(options.repeats), *words]
                    subprocess.run(call, check=True, stdout=subprocess.DEVNULL)
                for name, (source, words) in CASES.items():
                    if source == kind:
                        rows += compare(options.calvaria, recording, name, seed, words)
    table(rows)
    pace_table(rows)


if __name__ == "__main__":
    main()
