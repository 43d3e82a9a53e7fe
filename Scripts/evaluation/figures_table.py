"""Every figure of the recordings in one CSV table."""

import csv
from pathlib import Path

from .assess import Assessment
from .limits import FIGURES
from .speed import Speed


def write(path: Path, assessments: list[Assessment], timed: Speed | None, info: dict | None) -> None:
    """Rows of recording, group, figure, value, whether it passes."""
    with path.open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["recording", "group", "figure", "value", "pass"])
        for a in assessments:
            verdicts = {f.key: f.verdict(a) for f in FIGURES}
            for key, value in a.figures.items():
                writer.writerow([a.name, "figures", key, compact(value), compact(verdicts.get(key))])
            for row in a.rows:
                for part in ("true", "over_cap", "cross_check", "value", "error", "held", "surface_error", "landmark_error"):
                    writer.writerow([a.name, "measures", f"{row.key}.{part}", compact(getattr(row, part)), ""])
            for name, (error, deviation) in a.landmarks.items():
                writer.writerow([a.name, "landmarks", f"{name}.error_mm", compact(error), ""])
                writer.writerow([a.name, "landmarks", f"{name}.sd_mm", compact(deviation), ""])
            for name, (count, mean, root) in a.regions.items():
                for part, value in (("vertices", count), ("mean_mm", mean), ("rms_mm", root)):
                    writer.writerow([a.name, "regions", f"{name}.{part}", compact(value), ""])
        if timed:
            for key in ("frames_per_second", "peer_frames_per_second", "peer_stages", "ratio", "help_seconds"):
                writer.writerow([timed.recording, "speed", key, compact(getattr(timed, key)), ""])
            for key, value in (timed.peer_surface or {}).items():
                writer.writerow([timed.recording, "peer", key, compact(value), ""])
        for key, value in (info["markers"] if info else {}).items():
            writer.writerow(["truedepth-iphone11pro", "info", key, compact(value), ""])


def compact(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, (list, tuple)):
        return " ".join(map(str, value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value) if isinstance(value, (str, int)) else f"{float(value):.6g}"
