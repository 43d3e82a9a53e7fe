"""Compares `calvaria motion --joint neck` with the truth of simulated recordings (`calvaria phantom --preset neck`).

Angles of the truth are taken about the axes of its exact landmarks, from where the head rests in the beginning, and an end is
the mean over the time that it is held. Needs NumPy.
"""

import argparse
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
    "camera on a stand": ("bare", ["--reference", "camera"]),
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


def measured(program, recording, movement, words):
    call = [program, "motion", str(recording), "--joint", "neck", "--direction", movement, "--json", *words]
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
        left, right = true_sides(true_angles(truth)[movement], times - times[0])
        wanted = {"range": left + right, "left": left, "right": right, "difference": left - right}
        code, result, seconds, memory = measured(program, recording, movement, words)
        row = {"case": name, "seed": seed, "movement": movement, "exit": code, "frames_s": len(times) / seconds,
               "memory_mb": memory, "errors": {}, "held": {}, "reach": {}, "codes": []}
        if result:
            row["reference"], row["valid"] = result.get("reference"), result["gates"]["valid_share"]
            row["codes"] = [finding["code"] for finding in result["findings"] if finding["code"].startswith("neck.")]
            found = {"range": result["values"].get("range"), "difference": result.get("difference"), **result.get("sides", {})}
            for key, value in found.items():
                if value is None:
                    continue
                row["errors"][key] = value["degrees"] - wanted[key]
                row["held"][key] = value["ci95"][0] <= wanted[key] <= value["ci95"][1]
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
            pick = lambda part, *keys: [row[part][key] for row in own for key in keys if key in row[part]]
            sides = pick("errors", "left", "right")
            held = [value for row in own for value in row["held"].values()]
            print(f"| {name} | {movement} | {len(own)} | {rms(pick('errors', 'range')):.2f}°, {np.mean(pick('reach', 'range')):.1f}° "
                  f"| {rms(sides):.2f}°, {max(map(abs, sides), default=float('nan')):.2f}°, {np.mean(pick('reach', 'left', 'right')):.1f}° "
                  f"| {rms(pick('errors', 'difference')):.2f}°, {np.mean(pick('reach', 'difference')):.1f}° "
                  f"| {sum(held)} of {len(held)} | {np.mean([row['frames_s'] for row in own]):.0f} "
                  f"| {max(row['memory_mb'] for row in own):.0f} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("calvaria", nargs="?", default="calvaria", help="the program")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--repeats", type=int, default=3, help="how often each movement is done")
    parser.add_argument("--recordings", type=Path, help="keep recordings here, and use those that are there")
    options = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        place = options.recordings or Path(folder)
        for seed in range(1, options.seeds + 1):
            for kind, words in RECORDINGS.items():
                recording = place / f"{kind}-{options.repeats}-{seed}"
                if not recording.exists():
                    call = [options.calvaria, "phantom", str(recording), "--preset", "neck", "--seed", str(seed),
                            "--neck-repeats", str(options.repeats), *words]
                    subprocess.run(call, check=True, stdout=subprocess.DEVNULL)
                for name, (source, words) in CASES.items():
                    if source == kind:
                        rows += compare(options.calvaria, recording, name, seed, words)
    table(rows)


if __name__ == "__main__":
    main()
