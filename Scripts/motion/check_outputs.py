"""Reads what `calvaria motion` writes with OpenSim's own readers and compares it with angles.csv: `make prove-opensim`.

A difference is an error that ends the script.
"""

import argparse
import csv
import json
import math
import subprocess
import sys
import tempfile
from pathlib import Path

import opensim

ROOT = Path(__file__).resolve().parents[2]


NECK = {"neck_extension": ("filtered_flexion_deg", -1), "neck_bending": ("filtered_lateral_deg", 1),
        "neck_rotation": ("filtered_rotation_deg", -1)}  # fmt: skip
"""By OpenSim's coordinate the column of angles.csv and its sign."""


def rows(folder):
    with (folder / "angles.csv").open(newline="") as file:
        return list(csv.DictReader(file))


def columns(folder):
    """By coordinate what angles.mot holds: a column of angles.csv and its sign."""
    result = json.loads((folder / "motion.json").read_text())
    if result["joint"] == "neck":
        return NECK
    letter = result["side"][0]
    names = {"knee": "knee_angle", "hip": "hip_flexion", "shoulder": "arm_flex", "elbow": "elbow_flex", "ankle": "ankle_angle"}
    if result["movement"] == "abduction":
        names = {"hip": "hip_adduction", "shoulder": "arm_add"}
    return {f"{names[result['joint']]}_{letter}": ("filtered_deg", -1 if result["movement"] == "abduction" else 1)}


def check_mot(folder):
    """The motion file has a row for every frame that counts, with the same times and angles, in degrees."""
    table = opensim.TimeSeriesTable(str(folder / "angles.mot"))
    storage = opensim.Storage(str(folder / "angles.mot"))
    wanted = columns(folder)
    valid = [row for row in rows(folder) if all(row[name] for name, _ in wanted.values())]
    assert storage.isInDegrees(), "angles.mot is not in degrees"
    assert list(table.getColumnLabels()) == list(wanted), table.getColumnLabels()
    assert table.getNumRows() == len(valid), f"{table.getNumRows()} rows, {len(valid)} frames that count"
    times = table.getIndependentColumn()
    for coordinate, (name, sign) in wanted.items():
        for row, time, value in zip(valid, times, table.getDependentColumn(coordinate).to_numpy(), strict=True):
            assert math.isclose(float(row["time_s"]), time, abs_tol=1e-9), row
            assert math.isclose(float(row[name]), sign * value, abs_tol=1e-9), row
    return f"angles.mot: {len(valid)} rows of {', '.join(wanted)}"


def check_trc(folder, source):
    """The marker file has a row for every frame, in metres, with points that are missing left empty; where the file that was
    measured is a TRC file too, its points are those."""
    path = folder / "landmarks.trc"
    if not path.exists():
        return "landmarks.trc: none"
    table = opensim.TimeSeriesTableVec3(str(path))
    assert table.getTableMetaDataString("Units") == "m"
    times = [float(row["time_s"]) for row in rows(folder)]
    assert table.getNumRows() == len(times)
    assert all(math.isclose(a, b, abs_tol=1e-9) for a, b in zip(times, table.getIndependentColumn(), strict=True))
    said = f"landmarks.trc: {len(times)} rows of {table.getNumColumns()} markers"
    if source is None or source.suffix != ".trc":
        return said
    original = opensim.TimeSeriesTableVec3(str(source))
    scale = {"m": 1, "mm": 0.001}[original.getTableMetaDataString("Units")]
    shared = [name for name in table.getColumnLabels() if name in set(original.getColumnLabels())]
    assert shared, "no marker in common"
    for name in shared:
        ours, theirs = table.getDependentColumn(name), original.getDependentColumn(name)
        for row in range(table.getNumRows()):
            for axis in range(3):
                assert math.isclose(ours[row][axis], scale * theirs[row][axis], abs_tol=1e-9), f"{name}, row {row}"
    return f"{said}, {len(shared)} of them where {source.name} has them"


def measure(calvaria, folder, name, *words):
    output = folder / name
    done = subprocess.run([calvaria, "motion", *words, "--output", output], capture_output=True, text=True)
    # 2 where the joint did not move: the files are written all the same.
    assert done.returncode in (0, 2), done.stderr
    return output


def outputs(calvaria, folder):
    """A knee, an abduction and a neck, and the motion file of the first two."""
    knee = ROOT / "Datasets" / "movements" / "knee.trc"
    yield measure(calvaria, folder, "knee", knee, "--joint", "knee", "--side", "right"), knee
    yield measure(
        calvaria, folder, "hip", knee, "--joint", "hip", "--side", "left", "--movement", "abduction"), knee
    words = "--preset neck --neck-rotation-deg 50 --neck-lateral-deg 0 --neck-repeats 1 --frames 110 --depth-size 320x240"
    subprocess.run([calvaria, "phantom", folder / "child", *words.split()], check=True, capture_output=True)
    yield measure(calvaria, folder, "neck", folder / "child", "--joint", "neck"), None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("calvaria", type=Path, help="the program")
    calvaria = parser.parse_args().calvaria.resolve()
    with tempfile.TemporaryDirectory() as temporary:
        for folder, source in outputs(calvaria, Path(temporary)):
            print(f"{folder.name}: {check_mot(folder)}; {check_trc(folder, source)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
