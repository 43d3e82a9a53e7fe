"""What each fault does to the result, and whether the result says so."""

import re
import sys
from collections.abc import Callable
from dataclasses import dataclass

from ..assess import Assessment, assess_once
from .heads import number
from ..page import cell, table
from ..phantoms import Phantoms
from ..program import Program, spread
from ..telling import SEVERAL, calibration_told, count, delay_told, dense_told, part_told, rejected, slip_told
from ..truth import Recording

FRAMES = ("--frames", "150", "--duration", "15")
FOCAL = "--focal-error-percent"


@dataclass(frozen=True)
class Case:
    """A fault: the seed, the options that make it, and how a result tells it, where that is asked."""

    seed: int
    options: str
    told: Callable[[dict, dict], bool] | None = None


CASES = {
    "none": Case(40, ""),
    "second stray, false id, id on a moving hand": Case(33, "--fault second-stray --fault false-id --fault hand-marker", rejected),
    "marker falls off": Case(22, "--fault fall-off@6", rejected),
    "marker folded": Case(29, "--fault fold@6", rejected),
    "cap slips by 1°": Case(44, "--fault slip@8=1", slip_told),
    "cap slips by 2°": Case(41, "--fault slip@7=2", slip_told),
    "cap slips by 5°": Case(42, "--fault slip@6=5", slip_told),
    "cap slips by 12°": Case(43, "--fault slip@7=12", slip_told),
    "cap slips by 5° after 2 s": Case(57, "--fault slip@2=5", slip_told),
    "cap slips by 5° 2 s before the end": Case(58, "--fault slip@12.5=5", slip_told),
    "cap slips back by 2°": Case(61, "--fault slip-back@8=2", slip_told),
    "cap slips back by 5°": Case(59, "--fault slip-back@7=5", slip_told),
    "cap slips aside by 2°": Case(62, "--fault slip-aside@6=-2", slip_told),
    "cap slips aside by 5°": Case(60, "--fault slip-aside@7=5", slip_told),
    "4 of 30 markers slide by 5 mm": Case(50, "--markers 30 --fault part-slip@6=5x4", part_told),
    "8 of 30 markers slide by 2 mm": Case(53, "--markers 30 --fault part-slip@5=2x8", part_told),
    "8 of 30 markers slide by 5 mm": Case(51, "--markers 30 --fault part-slip@7=5x8", part_told),
    "15 of 30 markers slide by 3 mm": Case(54, "--markers 30 --fault part-slip@6=3x15", part_told),
    "15 of 30 markers slide by 5 mm": Case(52, "--markers 30 --fault part-slip@8=5x15", part_told),
    "15 of 30 markers slide by 10 mm": Case(56, "--markers 30 --fault part-slip@5=10x15", part_told),
    "few markers": Case(24, "--fault few-markers"),
    "motion blur": Case(27, "--fault blur@4"),
    "30 % of frames missing": Case(32, "--fault drop"),
    "200 ms of full occlusion": Case(26, "--fault occlusion@6"),
    "hand on the cap": Case(30, "--fault hands@5"),
    "too close": Case(31, "--fault close@5"),
    "depth 33 ms late": Case(23, "--fault delay=33", delay_told),
    "depth 33 ms early": Case(28, "--fault delay=-33", delay_told),
    # Depth that is off by no more than good sensors' need not be named; the part calibration says what is left of it.
    "depth field 1 mm": Case(35, "--fault depth-field"),
    "depth 1 % too long": Case(36, "--fault depth-scale"),
    "range bias 1 mm": Case(37, "--fault depth-range"),
    "depth field 4 mm": Case(72, "--fault depth-field=4"),
    "depth 3 % too long": Case(70, "--fault depth-scale=3", calibration_told),
    "depth 2.5 % too short": Case(71, "--fault depth-scale=-2.5", calibration_told),
    "range bias 4 mm": Case(73, "--fault depth-range=4", calibration_told),
    "focal length × 0.945": Case(34, f"{FOCAL}=-5.5", calibration_told),
    "focal length × 1.02": Case(34, f"{FOCAL}=2", calibration_told),
    "no cap": Case(25, "--fault no-cap", dense_told),
}


@dataclass
class Row:
    name: str
    assessment: Assessment
    asked: bool
    told: bool

    @property
    def silent(self) -> bool:
        """Whether a number is wrong and nothing says so: its interval misses the truth, or the CVAI is off by more than
        0.5 without a reason."""
        error = self.assessment.figures.get("cvai_error")
        return bool(self.assessment.missed) or (error is not None and abs(error) > 0.5 and not self.assessment.figures.get("reasons"))


def run(calvaria: Program, phantoms: Phantoms, only: list[str] | None = None) -> list[Row]:
    def row(name: str) -> Row:
        case = CASES[name]
        recording = recording_of(phantoms, name)
        print(f"{name}: reconstructing", file=sys.stderr)
        dense = ["--tracking", "dense"] if name == "no cap" and calvaria.offers("reconstruct", "--tracking") else []
        assessment = assess_once(calvaria, recording, *dense)
        result, happened = assessment.result, recording.truth.get("faults") or [{}]
        told = bool(result and case.told) and all(case.told(result, fault) for fault in happened)
        return Row(name, assessment, case.told is not None, told)

    return spread(row, [name for name in CASES if not only or name in only])


def recording_of(phantoms: Phantoms, name: str) -> Recording:
    case = CASES[name]
    return phantoms.get(slug(name), *FRAMES, "--seed", case.seed, *case.options.split())


def slug(name: str) -> str:
    return re.sub(r"[^a-z0-9.]+", "-", name.lower()).strip("-")


def page(rows: list[Row]) -> str:
    header = ["Fault", "frames posed", "surface RMS, mm", "complete", "CVAI error", "CVAI", "verdict", "detected", "silent error"]
    body = []
    for row in rows:
        figures = row.assessment.figures
        detected = "–" if not row.asked else "yes ✔" if row.told else "no **✘**"
        silent = "**yes**: " + ", ".join(row.assessment.missed or ["cvai"]) if row.silent else "no"
        verdict = ((row.assessment.result or {}).get("calibration") or {}).get("verdict", "–")
        cvai = "–" if row.assessment.result is None else "withheld" if figures.get("cvai_withheld", True) else "reported"
        body.append([
            row.name, number(figures.get("frames_posed"), 1, " %"), number(figures.get("surface_rms"), 3),
            number(figures.get("completeness"), 1, " %"), number(figures.get("cvai_error"), 2, sign=True), cvai, verdict, detected, silent])
    return table(header, body) + "\n\nWhat the results say:\n\n" + "\n".join(said(row) for row in rows)


def said(row: Row) -> str:
    figures, result = row.assessment.figures, row.assessment.result
    if result is None:
        return f"- {row.name}: exit code {figures['exit_code']}: {cell(figures['reasons'])}"
    strays = "; ".join(f"{entry['id']} {entry['reason']}" for entry in result["markers"]["rejected"] if count(entry) >= SEVERAL)
    parts = [*result["reasons"], *result.get("notes", []), *([f"rejected several times: {strays}"] if strays else [])]
    return f"- {row.name}: {cell('; '.join(parts) or 'nothing')}"
