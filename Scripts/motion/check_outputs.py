"""Reads what `calvaria motion` has written with OpenSim's own readers and compares it with angles.csv.

Needs opensim from PyPI: `pip install opensim`. Exit code 1 where something differs.
"""

import argparse
import csv
import json
import math
import sys
from pathlib import Path

import opensim


def valid_rows(folder):
    with (folder / "angles.csv").open(newline="") as file:
        return [row for row in csv.DictReader(file) if row["filtered_deg"]]


def check_mot(folder):
    """The motion file has a row for every frame that counts, with the same times and angles, in degrees."""
    table = opensim.TimeSeriesTable(str(folder / "angles.mot"))
    storage = opensim.Storage(str(folder / "angles.mot"))
    rows = valid_rows(folder)
    assert storage.isInDegrees(), "angles.mot is not in degrees"
    assert table.getNumRows() == len(rows), f"{table.getNumRows()} rows, {len(rows)} frames that count"
    result = json.loads((folder / "motion.json").read_text())
    sign = -1 if result["movement"] == "abduction" else 1
    times, column = table.getIndependentColumn(), table.getDependentColumnAtIndex(0).to_numpy()
    for row, time, value in zip(rows, times, column):
        assert math.isclose(float(row["time_s"]), time, abs_tol=1e-9), row
        assert math.isclose(float(row["filtered_deg"]), sign * value, abs_tol=1e-9), row
    return f"angles.mot: {len(rows)} rows of {table.getColumnLabels()[0]}"


def check_trc(folder):
    """The marker file has a row for every frame, in metres, with points that are missing left empty."""
    path = folder / "landmarks.trc"
    if not path.exists():
        return "landmarks.trc: none, the landmarks are those of a picture"
    table = opensim.TimeSeriesTableVec3(str(path))
    assert table.getTableMetaDataString("Units") == "m"
    with (folder / "angles.csv").open(newline="") as file:
        times = [float(row["time_s"]) for row in csv.DictReader(file)]
    assert table.getNumRows() == len(times)
    assert all(math.isclose(a, b, abs_tol=1e-9) for a, b in zip(times, table.getIndependentColumn()))
    return f"landmarks.trc: {len(times)} rows of {table.getNumColumns()} markers"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, nargs="+", help="an output of calvaria motion")
    failed = False
    for folder in parser.parse_args().folder:
        for check in (check_mot, check_trc):
            try:
                print(f"{folder.name}: {check(folder)}")
            except (AssertionError, RuntimeError) as error:
                failed = True
                print(f"{folder.name}: {error}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
