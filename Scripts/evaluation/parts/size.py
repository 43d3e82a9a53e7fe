"""Print and depth that disagree about the head's size: what is believed, what is said, and what it does to the measures."""

import sys
from dataclasses import dataclass

from .. import measures
from ..assess import Assessment, assess_once
from ..page import mean, table
from ..phantoms import Phantoms
from ..program import Program, spread
from ..telling import told
from .coverage import rms
from .heads import HEADS, number

FAULTS = {
    "none": (),
    "print 1 % smaller": ("--fault", "print-scale=-1"),
    "print 1 % larger": ("--fault", "print-scale=1"),
    "depth 1 % too short": ("--fault", "depth-scale=-1"),
    "depth 1 % too long": ("--fault", "depth-scale=1"),
}
FRAMES = ("--frames", "80", "--duration", "10")


@dataclass
class Scan:
    head: str
    fault: str
    assessment: Assessment

    def row(self, key: str) -> measures.Row:
        return next(row for row in self.assessment.rows if row.key == key)

    @property
    def calibration(self) -> dict:
        return self.assessment.result["calibration"]


def scans(calvaria: Program, phantoms: Phantoms) -> list[Scan]:
    def scan(case: tuple[str, str]) -> Scan:
        head, fault = case
        print(f"{head}, {fault}: reconstructing", file=sys.stderr)
        options, seed = HEADS[head]
        name = f"size-{head}-{list(FAULTS).index(fault)}"
        recording = phantoms.get(name, *options.split(), "--seed", seed, *FRAMES, *FAULTS[fault])
        return Scan(head, fault, assess_once(calvaria, recording))

    return spread(scan, [(head, fault) for head in HEADS for fault in FAULTS])


def page(found: list[Scan]) -> str:
    header = [
        "What is wrong", "markers in depth / in the cap file", "depth scale found", "verdict", "said beyond a sound scan",
        "circumference error, mean (least … largest), mm", "held", "CVAI error with the true landmarks, RMS",
        "its change by the fault, mean (least … largest)", "CVAI with clicks held"]
    sound = {scan.head: scan for scan in found if scan.fault == "none"}
    return table(header, [line([scan for scan in found if scan.fault == fault], sound) for fault in FAULTS])


def line(of_fault: list[Scan], sound: dict[str, Scan]) -> list[str]:
    usual = {finding["code"] for scan in sound.values() for finding in told(scan.assessment.result)}
    said = dict.fromkeys(
        f"`{finding['code']}`" for scan in of_fault for finding in told(scan.assessment.result) if finding["code"] not in usual)
    verdicts = [scan.calibration["verdict"] for scan in of_fault]
    girths = [scan.row("circumference") for scan in of_fault]
    error = lambda scan: scan.row("cvai").surface_error
    surface = {scan.head: error(scan) for scan in of_fault if None not in (error(scan), error(sound[scan.head]))}
    changed = [surface[head] - error(sound[head]) for head in surface]
    value = lambda key: number(mean([scan.calibration[key]["value"] for scan in of_fault]), 4)
    return [
        of_fault[0].fault, value("marker_size_ratio"), value("depth_scale"),
        ", ".join(f"{verdicts.count(each)} {each}" for each in dict.fromkeys(verdicts)), " ".join(said) or "–",
        ranged([row.error for row in girths], 1), held(girths), number(rms(surface.values()), 2), ranged(changed, 2),
        held([scan.row("cvai") for scan in of_fault])]


def ranged(values: list[float | None], digits: int) -> str:
    known = [value for value in values if value is not None]
    if not known:
        return "withheld"
    text = lambda value: number(value, digits, sign=True)
    return f"{text(mean(known))} ({text(min(known))} … {text(max(known))})"


def held(rows: list[measures.Row]) -> str:
    judged = [row.held for row in rows if row.held is not None]
    return f"{sum(judged)} of {len(judged)}" if judged else "withheld"
