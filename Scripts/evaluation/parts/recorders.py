"""The same scan as several recorders write it, and real recordings of two phones."""

import json
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from .. import ply, rigid
from ..page import table, tick
from ..program import Program, spread

REWRITE = Path(__file__).resolve().parents[2] / "recorders" / "rewrite.py"
LAYOUTS = ("r3d", "record3d-exr", "standard-cyborg", "7-scenes", "sens", "av-depth-data", "stray-scanner", "mkv", "zeiss",
           "open3d", "two-sizes")
CVAI_LIMIT, CIRCUMFERENCE_LIMIT = 0.05, 0.3
"""How far a result may lie from that of the original: percentage points, millimetres."""

SQUARE, COLUMNS, ROWS = 20.875, 10, 8
"""The ChArUco board of the real recording: its squares in millimetres."""
BOARD_CAP = f"dictionary: DICT_ARUCO_ORIGINAL\nmarker_size_mm: {SQUARE / 2}\nids: [0-39]\n"


@dataclass
class Row:
    """One layout: the recording's size and what came out."""

    name: str
    megabytes: float
    result: dict

    def measure(self, name: str) -> float | None:
        return self.result.get("measures", {}).get(name, {}).get("value")

    @property
    def frames(self) -> int:
        return self.result["tracking"]["frames_used"]


def rows(calvaria: Program, recording: Path) -> list[Row]:
    """The recording itself first, then as each recorder would have written it."""
    with tempfile.TemporaryDirectory() as folder:
        def rewritten(layout: str) -> Row:
            written = Path(folder, layout)
            subprocess.run([sys.executable, REWRITE, recording, written, "--to", layout], check=True)
            return row(calvaria, layout, written, Path(folder))

        return [row(calvaria, "tum, the original", recording, Path(folder)), *spread(rewritten, LAYOUTS)]


def row(calvaria: Program, name: str, recording: Path, folder: Path) -> Row:
    done = calvaria.reconstruct(recording, folder / f"{recording.name}-result")
    if done.exit_code not in (0, 2):
        raise RuntimeError(f"{name}: exit code {done.exit_code}: {done.errors.strip()}")
    size = sum(file.stat().st_size for file in recording.rglob("*") if file.is_file() and not file.name.startswith("truth"))
    return Row(name, size / 1e6, done.json)


def page(found: list[Row]) -> str:
    original = found[0]
    lines = []
    for each in found:
        cvai, around = (difference(each, original, name) for name in ("cvai", "circumference"))
        lines.append([
            each.name, f"{each.megabytes:.1f}", str(each.frames), number(each.measure("cvai")), judged(cvai, CVAI_LIMIT),
            number(each.measure("circumference")), judged(around, CIRCUMFERENCE_LIMIT),
            number(difference(each, original, "cranial_index"), "+.3f"),
        ])
    head = [
        "layout", "MB", "frames", "CVAI, %", f"against tum (± {CVAI_LIMIT})", "circumference, mm",
        f"against tum (± {CIRCUMFERENCE_LIMIT})", "cranial index against tum",
    ]
    return table(head, lines)


def difference(a: Row, b: Row, measure: str) -> float | None:
    values = a.measure(measure), b.measure(measure)
    return None if None in values else values[0] - values[1]


def number(value: float | None, form: str = ".2f") -> str:
    return "–" if value is None else format(round(value, 3) + 0.0, form)


def judged(value: float | None, limit: float) -> str:
    return number(value, "+.3f") + tick(value is not None and abs(value) <= limit)


def real_page(calvaria: Program, real: Path) -> str:
    """What two real phones' recordings give; nothing of them is part of the project."""
    return table(["real recording", "figure", ""], board(calvaria, real / "truedepth-iphone11pro")
                 + mannequin(calvaria, real / "standardcyborg-mannequin"))


def board(calvaria: Program, recording: Path) -> list[list[str]]:
    with tempfile.TemporaryDirectory() as folder:
        cap, output = Path(folder, "cap.yaml"), Path(folder, "out")
        cap.write_text(BOARD_CAP)
        result = calvaria.reconstruct(recording, output, "--cap", cap).json
        markers = json.loads((output / "markers.json").read_text())["markers"]
        mesh = ply.read(output / "mesh.ply").vertices
    found = np.array([np.mean(marker["corners_mm"], axis=0) for marker in markers.values()])
    printed = np.array([place(int(name)) for name in markers])
    pose = rigid.fit(printed, found)
    apart = rigid.apply(rigid.inverse(pose), found) - printed
    on_board = rigid.apply(rigid.inverse(pose), mesh)
    inside = (on_board[:, :2] > SQUARE / 2).all(axis=1) & (on_board[:, :2] < SQUARE * (np.array([COLUMNS, ROWS]) - 0.5)).all(axis=1)
    heights = on_board[inside & (abs(on_board[:, 2]) < 5), 2]
    name = "ChArUco board, iPhone 11 Pro, 5 frames"
    return [
        [name, "frames with a pose", str(result["tracking"]["frames_used"])],
        ["", "markers of 40 that were fused", str(len(markers))],
        ["", "all distances of two markers, over the print's", f"{extent(found) / extent(printed):.4f}"],
        ["", "centres of markers off the print along the board, RMS", f"{rms(apart[:, 0], apart[:, 1]):.2f} mm"],
        ["", "and across it", f"{rms(apart[:, 2]):.2f} mm"],
        ["", f"mesh between the outermost markers ({len(heights)} vertices) off one plane, RMS", f"{rms(heights):.2f} mm"],
        ["", "99 % of it lie within", f"{np.percentile(abs(heights), 99):.2f} mm"],
    ]


def place(marker: int) -> np.ndarray:
    """The centre of a marker on the print: five in a row, in every other square."""
    row, column = divmod(marker, COLUMNS // 2)
    return np.array([2 * column + row % 2 + 0.5, row + 0.5, 0]) * SQUARE


def extent(points: np.ndarray) -> float:
    return float(np.linalg.norm(points[:, None] - points[None], axis=2).sum())


def rms(*parts: np.ndarray) -> float:
    return float(np.sqrt(np.mean(sum(part ** 2 for part in parts))))


def mannequin(calvaria: Program, recording: Path) -> list[list[str]]:
    with tempfile.TemporaryDirectory() as folder:
        done = calvaria.reconstruct(recording, Path(folder, "out"), "--tracking", "dense")
        rows = (Path(folder, "out") / "frames.csv").read_text().splitlines()
    column = rows[0].split(",").index("pose_sd_mm")
    spreads = [float(line.split(",")[column]) for line in rows[2:]]
    result = done.json
    measures = [each for each in result["measures"].values() if isinstance(each, dict) and "value" in each]
    withheld = [each for each in measures if each["value"] is None]
    return [
        ["Mannequin, iPhone, 6 frames, `--tracking dense`", "frames with a pose", str(result["tracking"]["frames_used"])],
        ["", "standard deviation of the poses but the first", f"{min(spreads):.2f} to {max(spreads):.2f} mm"],
        ["", "vertices of the mesh", str(result["surface"]["vertices"])],
        ["", "exit code", str(done.exit_code)],
        ["", "measures withheld, for want of a face between two ears", f"{len(withheld)} of {len(measures)}"],
    ]
