#!/usr/bin/env python3
"""How much each measure changes with a millimetre of landmark error, on a simulated head: the table of Docs/evaluation/sensitivity.md.

    Scripts/sensitivity.py CALVARIA RECORDING
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

MEASURES = [
    "length", "width", "cranial_index", "circumference", "diagonal_left_front", "diagonal_right_front", "cva", "cvai",
    "cvai_shorter", "oddi", "oclr", "rsi", "volume", "volume_left_back", "psr", "asr", "pcai", "acai", "ear_shift", "ap_axis_difference",
]
LANDMARKS = ("sellion", "tragion_left", "tragion_right")
AXES = ("to the right", "forward", "up")


def measure(program: str, mesh: Path, points: dict[str, list[float]]) -> dict:
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump({"landmarks": {name: {"point_mm": at} for name, at in points.items()}}, file)
        file.flush()
        command = [program, "measure", mesh, "--landmarks", file.name, "--units", "mm", "--json"]
        return json.loads(subprocess.run(command, capture_output=True, check=False).stdout)["measures"]


def main(program: str, recording: Path) -> None:
    truth = json.loads((recording / "truth.json").read_text())["landmarks_mm"]
    points = {name: list(truth[name]) for name in LANDMARKS}
    mesh = recording / "truth_surface.ply"
    base = measure(program, mesh, points)
    columns = []
    for landmark in LANDMARKS:
        for axis in range(3):
            ends = []
            for step in (0.5, -0.5):
                moved = {name: list(at) for name, at in points.items()}
                moved[landmark][axis] += step
                ends.append(measure(program, mesh, moved))
            change = {name: ends[0][name]["value"] - ends[1][name]["value"] for name in MEASURES}
            columns.append((f"{landmark.replace('_', ' ')} {AXES[axis]}", change))
    print("| Measure | value | " + " | ".join(title for title, _ in columns) + " |")
    print("|---" * (2 + len(columns)) + "|")
    for name in MEASURES:
        value = base[name]
        print(f"| `{name}` | {value['value']:.2f} {value['unit']} | " + " | ".join(f"{change[name]:+.2f}" for _, change in columns) + " |")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
