"""A dataset of 12 made-up children, to try out what is done with a study: Docs/examples/study.

    python3 Scripts/study/cohort.py FOLDER

Heads as small meshes: two groups, three visits a child from four months on, two scans a visit by two operators, which differ
a little in the surface and by some 1.2 mm in the landmarks; the flat side grows out, faster in one group. Beside them a mesh cut short and the unfinished
recording Datasets/half, which have no CVAI. Standard library only.
"""

import json
import random
import shutil
import sys
from pathlib import Path

from dataset import DATASETS, mesh

CHILDREN, VISITS = 12, 3
OPERATOR_MM = 1.22
"""How far observers differ along the skin (Docs/methods/uncertainty.md)."""
GROUPS = {"helmet": 0.012, "control": 0.004}
"""By how much less the head is flattened a month later, as a share of its radius."""
SCALE, FLATTENED = 0.002, 0.002
"""How two surfaces of one head differ (standard deviations), in size and in depth of the flat side, as shares."""


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True)
    rows = ["participant_id\tsex\tgroup"]
    for number in range(CHILDREN):
        child, group = f"sub-{number + 1:02}", list(GROUPS)[number % 2]
        drawn = random.Random(f"child {number}")
        rows.append(f"{child}\t{drawn.choice('FM')}\t{group}")
        flattened, slowing = drawn.uniform(0.06, 0.2), drawn.uniform(0.6, 1.4) * GROUPS[group]
        ages = [round(drawn.uniform(3.5, 5) + 3 * visit, 1) for visit in range(VISITS)]
        for visit, age in enumerate(ages):
            session = folder / child / f"ses-{visit + 1}"
            session.mkdir(parents=True)
            left = max(0.01, flattened - slowing * (age - ages[0]))
            for operator in ("A", "B"):
                scale = (0.9 + 0.012 * age) * drawn.gauss(1, SCALE)
                scan = session / f"scan-{operator}"
                scan.with_suffix(".ply").write_text(mesh(scale, left + drawn.gauss(0, FLATTENED)))
                scan.with_suffix(".landmarks.json").write_text(json.dumps({"landmarks": picked(scale, drawn)}))
                scan.with_suffix(".json").write_text(json.dumps({"operator": operator}))
        sessions = [f"ses-{visit + 1}\t{age}" for visit, age in enumerate(ages)]
        (folder / child / f"{child}_sessions.tsv").write_text("\n".join(["session_id\tage_months", *sessions]) + "\n")
    torn = folder / "sub-01" / "ses-1" / "scan-A.ply"
    torn.write_text(torn.read_text()[:20_000])
    shutil.copytree(DATASETS / "half", folder / "sub-02" / "ses-1" / "scan-C")
    (folder / "participants.tsv").write_text("\n".join(rows) + "\n")


def picked(scale: float, drawn: random.Random) -> dict:
    """The landmarks of `dataset.mesh` as an operator picks them: off along the skin, not across it."""
    places = {"sellion": [0, 75, 0], "tragion_left": [-60, 0, 0], "tragion_right": [60, 0, 0]}
    off = lambda: drawn.gauss(0, OPERATOR_MM)
    along = {name: [off() if axis == 0 else scale * axis for axis in place] for name, place in places.items()}
    return {name: {"point_mm": place} for name, place in along.items()}


if __name__ == "__main__":
    main()
