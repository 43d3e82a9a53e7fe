"""What cameras and cloth do to the measures, and whether the result says so."""

import sys
import tempfile
import textwrap
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from .. import resized
from ..assess import Assessment, assess_once
from .faults import slug
from ..limits import signed
from ..measures import value
from ..page import cell, table
from ..phantoms import Phantoms
from ..program import Program, spread
from ..telling import told

HEADS = {
    "a": ("--seed", "80", "--flat-mm", "7", "--boss-mm", "3"),
    "b": ("--seed", "81", "--flat-mm", "3", "--boss-mm", "1", "--flat-side", "right", "--width-mm", "126", "--length-mm", "146",
        "--face-seed", "81"),
}
FRAMES = ("--frames", "80", "--duration", "10")

CASES = {
    "Sensors": {
        "none": "",
        "dot pattern": "--sensor truedepth-pattern",
        "LiDAR": "--sensor lidar",
        "time of flight": "--sensor kinect",
    },
    "Two cameras and lenses": {
        "colour 1440 × 1080, depth 640 × 480": "--color-size 1440x1080 --depth-size 640x480",
        "cameras 12 mm apart": "--baseline-mm 12",
        "cameras 25 mm apart, dot pattern": "--baseline-mm 25 --sensor truedepth-pattern",
        "lens k1 0.06, stated": "--lens 0.06",
        "lens k1 0.06, not stated": "--lens 0.06 --hide-lens",
        "lens k1 −0.05 k2 0.02, not stated": "--lens=-0.05,0.02 --hide-lens",
        "lens p1 0.003 p2 −0.002, not stated": "--lens=0,0,0.003,-0.002 --hide-lens",
        "lens k1 0.06 of colour only, 12 mm apart, not stated": "--lens 0.06 --baseline-mm 12 --hide-lens",
        "lens k1 0.06, not stated, dot pattern": "--lens 0.06 --hide-lens --sensor truedepth-pattern",
    },
    "Colour camera": {
        "rolling shutter 10 ms": "--fault rolling-shutter=10",
        "rolling shutter 25 ms": "--fault rolling-shutter=25",
        "one stop brighter": "--fault exposure-step=1",
        "1.5 stops darker": "--fault exposure-step=-1.5",
        "white balance 25 %": "--fault white-balance=25",
        "focal length breathes by 0.5 %": "--fault breathing=0.5",
        "focal length breathes by 1 %": "--fault breathing=1",
        "20 % of frames doubled": "--fault doubled=20",
        "30 % of frames missing": "--fault drop=30",
        "a hand on the cap for 4 s": "--fault hands=4",
        "two people's hands for 2 s": "--fault hands=2 --fault helper=2",
        "15 frames/s, 8 s": "--frames 120 --duration 8",
        "60 frames/s, 8 s": "--frames 480 --duration 8",
    },
    "Depth": {
        "sun on 8 % of the head": "--fault sunlight=8",
        "sun on 20 % of the head": "--fault sunlight=20",
        "averaged in time, 30 frames/s, 8 s": "--frames 240 --duration 8 --fault depth-temporal=60",
        "smoothed": "--fault depth-smoothed=3",
        "holes filled": "--fault depth-filled=20",
        "smoothed, averaged in time, 30 frames/s, 8 s":
            "--frames 240 --duration 8 --fault depth-smoothed=3 --fault depth-temporal=60",
        "half of the pixels": "--depth-size 320x240",
        "smoothed, holes filled": "--fault depth-smoothed=3 --fault depth-filled=20",
        "holes filled, dot pattern": "--fault depth-filled=20 --sensor truedepth-pattern",
    },
    "Cap": {
        "printed 3.9 % larger": "--fault print-scale=3.9",
        "printed 1.5 % smaller": "--fault print-scale=-1.5",
        "printed 3.9 % larger, dot pattern": "--fault print-scale=3.9 --sensor truedepth-pattern",
        "stretched by 5 % at the crown": "--fault stretch=5",
        "stands off by 1 mm": "--fault stand-off=1",
        "stands off by 2 mm": "--fault stand-off=2",
        "stands off by 3 mm": "--fault stand-off=3",
        "hair of 1 mm": "--fault hair=1",
        "hair of 3 mm": "--fault hair=3",
        "hair of 5 mm": "--fault hair=5",
        "hair of 3 mm in patches": "--fault hair-patchy=3",
        "hair of 5 mm in patches": "--fault hair-patchy=5",
        "hem 1.5 mm thicker": "--fault hem=1.5",
        "creases of 1.5 mm": "--fold-mm 1.5",
    },
}

STATED = {
    "hair of 3 mm": ("--hair-mm", 3),
    "hair of 5 mm": ("--hair-mm", 5),
    "hair of 3 mm in patches": ("--hair-mm", 3),
    "hair of 5 mm in patches": ("--hair-mm", 5),
}
"""What an operator can state of a fault; these rows are measured a second time, with that."""

SHOWN = {"cvai": ("CVAI", 2), "cranial_index": ("CI", 2), "circumference": ("circumference, mm", 1), "width": ("width, mm", 2)}


@dataclass
class Scan:
    """One head under one fault."""

    head: str
    assessment: Assessment

    @property
    def codes(self) -> set[str]:
        """What a reader of the summary is told."""
        return {finding["code"] for finding in told(self.assessment.result)} if self.assessment.result else set()

    @property
    def verdict(self) -> str:
        return ((self.assessment.result or {}).get("calibration") or {}).get("verdict", "–")

    def silent(self, sound: set[str]) -> bool:
        """Whether an interval misses the truth although the verdict is `ok` and nothing is said that a sound scan's result
        does not say."""
        return bool(self.assessment.missed) and self.verdict == "ok" and not self.codes - sound


@dataclass
class Row:
    """All heads under one fault."""

    group: str
    name: str
    scans: list[Scan]


def run(calvaria: Program, phantoms: Phantoms, only: list[str] | None = None) -> list[Row]:
    """Every fault, and once more with what an operator can state of it."""
    def of_case(group: str, name: str, options: str) -> list[Row]:
        recordings = {
            head: phantoms.get(f"cameras-{head}-{slug(name)}", *shape, *FRAMES, *options.split())
            for head, shape in HEADS.items()}
        runs = {name: ()} | ({f"{name}, stated": STATED[name]} if name in STATED else {})
        print(f"{name}: reconstructing", file=sys.stderr)
        return [
            Row(group, title, [Scan(head, assess_once(calvaria, each, *words)) for head, each in recordings.items()])
            for title, words in runs.items()]

    cases = [(group, *case) for group, cases in CASES.items() for case in cases.items() if not only or case[0] in only]
    rows = [row for found in spread(lambda case: of_case(*case), cases) for row in found]
    return rows + resized_rows(calvaria, phantoms, only)


def resized_rows(calvaria: Program, phantoms: Phantoms, only: list[str] | None) -> list[Row]:
    """The sound scans with other images."""
    changes = {name: change for name, change in resized.CASES.items() if not only or name in only}
    sound = {head: phantoms.get(f"cameras-{head}-{slug('none')}", *shape, *FRAMES) for head, shape in HEADS.items()} if changes else {}

    def scan(name: str, head: str) -> Scan:
        with tempfile.TemporaryDirectory() as folder:
            return Scan(head, assess_once(calvaria, resized.write(sound[head], changes[name], Path(folder, slug(name)))))

    def row(name: str) -> Row:
        print(f"{name}: reconstructing", file=sys.stderr)
        return Row("Images of another size", name, [scan(name, head) for head in sound])

    return spread(row, changes)


def page(rows: list[Row]) -> dict[str, str]:
    """The table and the list of what is missed."""
    sound = set.union(*(scan.codes for scan in rows[0].scans))
    header = ["", *(f"{name} error" for name, _ in SHOWN.values()), "surface RMS, mm", "status", "verdict", "findings beyond a sound scan's", "silent miss"]
    body = []
    for group in dict.fromkeys(row.group for row in rows):
        body.append([f"**{group}**", *[""] * (len(header) - 1)])
        body += [line(row, sound) for row in rows if row.group == group]
    return {"cameras": table(header, body), "missed": missed(rows, sound)}


def line(row: Row, sound: set[str]) -> list[str]:
    surfaces = [scan.assessment.figures.get("surface_rms") for scan in row.scans]
    return [
        row.name, *(both(error(scan, key, digits) for scan in row.scans) for key, (_, digits) in SHOWN.items()),
        both("–" if surface is None else f"{surface:.2f}" for surface in surfaces), *outcome(row, sound)]


def outcome(row: Row, sound: set[str]) -> list[str]:
    """Status and verdict, the findings beyond those of a sound scan, and whether a miss is silent."""
    said = dict.fromkeys(f"`{code}`" for scan in row.scans for code in sorted(scan.codes - sound))
    return [
        both(status(scan) for scan in row.scans), both(scan.verdict for scan in row.scans), " ".join(said) or "–",
        "**yes ✘**" if any(scan.silent(sound) for scan in row.scans) else "no"]


def both(cells: Iterable[str]) -> str:
    """What is the same for all heads is said once."""
    found = list(cells)
    return found[0] if len(set(found)) == 1 else " / ".join(found)


def status(scan: Scan) -> str:
    reasons = scan.assessment.figures.get("reasons")
    return f"failed: {textwrap.shorten(cell(reasons), 120, placeholder=' …')}" if scan.assessment.result is None else scan.assessment.figures["status"]


def error(scan: Scan, key: str, digits: int) -> str:
    """The error, marked where the interval misses the truth."""
    found = [measure for measure in scan.assessment.rows if measure.key == key]
    if not found or found[0].error is None:
        reported = value((scan.assessment.result or {}).get("measures") or {}, key)
        return "withheld" if reported is None else "not compared"
    return signed(found[0].error, digits, sign=True) + (" **✘**" if found[0].held is False else "")


def missed(rows: list[Row], sound: set[str]) -> str:
    """What is missed without a word, and what is missed although something is said."""
    misses = [(row, scan) for row in rows for scan in row.scans if scan.assessment.missed]
    listed = lambda silent: "\n".join(
        f"- {row.name}, head {scan.head}: {', '.join(details(scan))}" for row, scan in misses if scan.silent(sound) == silent
    ) or "- none"
    return (
        "Silent misses:\n\n" + listed(True)
        + "\n\nMissed, with a finding or another verdict than `ok`:\n\n" + listed(False))


def details(scan: Scan) -> list[str]:
    return [
        f"{measure.key} {signed(measure.error, 2, sign=True)} (true {measure.true:.2f}, interval {measure.interval[0]:.2f} … {measure.interval[1]:.2f})"
        for measure in scan.assessment.rows if measure.held is False]
