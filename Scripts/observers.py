"""Compares `calvaria observers` with a mixed model that statsmodels fits by restricted maximum likelihood.

Exits 1 where a deviation differs by more than 0.1 %: in a complete design with positive components both are the same.
"""

import argparse
import json
import sys
import tempfile
from pathlib import Path

import numpy as np
import pandas as pd
import statsmodels.formula.api as formulas

from evaluation.program import run

SCANS, OBSERVERS, REPEATS = 4, 5, 3
PLACES = {"sellion": [0, 75, 0], "tragion_left": [-60, 0, 0], "tragion_right": [60, 0, 0]}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("calvaria", type=Path, help="the program")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    readings = simulated(np.random.default_rng(options.seed))
    with tempfile.TemporaryDirectory() as folder:
        files = [written(Path(folder), *reading) for reading in readings]
        measure = run(options.calvaria.resolve(), "observers", "--json", *files).json["measures"]["cranial_index"]
    table = pd.DataFrame(
        [(scan, observer, value) for scan, observer, _, value in readings], columns=["scan", "observer", "value"]
    )
    expected = dict(zip(("intra", "inter"), fitted(table), strict=True))
    failed = 0
    for name, value in expected.items():
        found = measure[name]["sd"]
        print(f"{name}: {found:.4f} calvaria, {value:.4f} statsmodels")
        failed += abs(found / value - 1) > 1e-3
    return 1 if failed else 0


def simulated(random: np.random.Generator) -> list[tuple[int, int, int, float]]:
    """Scan, observer, repeat and value: a measure of which every component is known to be positive."""
    bias = random.normal(0, 0.8, OBSERVERS)
    own = random.normal(0, 0.5, (SCANS, OBSERVERS))
    return [
        (s, o, k, 80 + s + bias[o] + own[s, o] + random.normal(0, 0.4))
        for s in range(SCANS)
        for o in range(OBSERVERS)
        for k in range(REPEATS)
    ]


def written(folder: Path, scan: int, observer: int, repeat: int, value: float) -> Path:
    """A landmark file with the measure; the landmarks themselves only make it a reading of its own."""
    shift = (scan + 10 * observer + 100 * repeat) * 1e-3
    points = {name: {"point_mm": [x + shift, y, z]} for name, (x, y, z) in PLACES.items()}
    content = {
        "landmarks": points,
        "picked": {"by": f"observer {observer}", "on": {"mesh": f"head{scan}.ply"}},
        "measures": {"protocol": "simulated", "values": {"cranial_index": value}},
    }
    path = folder / f"{scan}-{observer}-{repeat}.json"
    path.write_text(json.dumps(content))
    return path


def fitted(table: pd.DataFrame) -> tuple[float, float]:
    """Deviations within observers and among single readings by any."""
    table = table.assign(all=1, cell=table["scan"].astype(str) + " " + table["observer"].astype(str))
    parts = {"observer": "0 + C(observer)", "cell": "0 + C(cell)"}
    model = formulas.mixedlm("value ~ C(scan)", table, groups="all", vc_formula=parts).fit(reml=True, method=["bfgs"])
    return model.scale**0.5, (model.scale + sum(model.vcomp)) ** 0.5


if __name__ == "__main__":
    sys.exit(main())
