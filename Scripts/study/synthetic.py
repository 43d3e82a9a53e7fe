"""A study of made-up outcomes and results, for measuring the store: children of three sessions of two scans, each measured by
one protocol or two. Standard library only.

    python3 Scripts/study/synthetic.py FOLDER SCANS [PROTOCOLS]
"""

import hashlib
import json
import random
import sys
from pathlib import Path

UNITS = {
    "length": "mm", "width": "mm", "cranial_index": "%", "circumference": "mm", "perimeter": "mm",
    "diagonal_left_front": "mm", "diagonal_right_front": "mm", "cva": "mm", "cvai": "%", "cvai_shorter": "%", "oddi": "%",
    "oclr": "%", "rsi": "mm", "volume": "ml", "volume_left_front": "ml", "volume_right_front": "ml",
    "volume_left_back": "ml", "volume_right_back": "ml", "asr": "%", "psr": "%", "acai": "%", "pcai": "%",
    "ear_shift": "mm", "ap_axis_difference": "°",
}


class Study:
    """The folder of a study, to which scans are added."""

    def __init__(self, folder: Path, protocols: int = 1) -> None:
        self.folder, self.count, self.protocols = folder, 0, protocols
        folder.mkdir(parents=True)
        (folder / "study.json").write_text('{"schema": "calvaria/study/1"}\n')

    def add(self, scans: int) -> None:
        for _ in range(scans):
            subject, session, scan = self.count // 6, self.count // 2 % 3, self.count % 2
            self.count += 1
            name = f"sub-{subject + 1:06}_ses-{session + 1}_scan-{scan + 1}"
            place = self.folder / "scans" / name
            (place / "result").mkdir(parents=True)
            drawn = random.Random(self.count)
            child = random.Random(f"child {subject}")
            age, sex, cohort = child.uniform(2, 12), child.choice(["male", "female"]), child.choice(["helmet", "control"])
            result = json.dumps(self.result(drawn)).encode()
            (place / "result" / "result.json").write_bytes(result)
            digest = hashlib.sha256(result).hexdigest()
            if self.protocols > 1:
                (place / "remeasured").mkdir()
                again = self.result(drawn, "cap-included", "1", {"result": digest})
                (place / "remeasured" / "cap-included-1.json").write_text(json.dumps(again))
            (place / "outcome.json").write_text(json.dumps({
                "schema": "calvaria/outcome/1", "scan": name, "source": name.replace("_", "/"), "kind": "recording",
                "stated": {"subject": f"{subject + 1:06}", "session": str(session + 1),
                           "age_months": round(age + 2 * session, 1), "sex": sex},
                "cohort": cohort, "status": "complete", "seconds": 10.5,
                "peak_memory_mb": 300.0, "key": "0" * 64, "inputs": {}, "version": "0.1.0",
                "result": digest}))

    @staticmethod
    def result(drawn: random.Random, name: str = "calvaria-default", version: str = "3", inputs: dict | None = None) -> dict:
        def measure(name: str) -> dict:
            value = round(drawn.uniform(1, 12) if name == "cvai" else drawn.uniform(50, 200), 4)
            return {"value": value, "unit": UNITS[name], "ci95": [round(value - 1, 4), round(value + 1, 4)]}

        return {
            "schema": "calvaria/result/1", "status": "complete", "reasons": [], "notes": [], "findings": [],
            "landmarks": {"source": "picked"}, "severities": [],
            "protocol": {"name": name, "version": version, "ap_axis": "sellion", "level": "longest_section",
                         "centre": "midline", "diagonal_angle_degrees": 30, "denominators": {}, "bridged_gap_mm": 5},
            "measures": {name: measure(name) for name in UNITS},
            "provenance": {"version": "0.1.0", "inputs": inputs or {}, "options": {}},
        }


if __name__ == "__main__":
    Study(Path(sys.argv[1]), *map(int, sys.argv[3:])).add(int(sys.argv[2]))
