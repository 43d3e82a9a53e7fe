"""What an earlier program makes of the same recordings, beside what is made of them now."""

from dataclasses import dataclass

from .. import measures
from ..assess import Assessment, assess_once
from ..page import table
from ..phantoms import Phantoms
from ..program import Program, spread
from ..truth import Recording
from .automatic import row as without_clicks
from .heads import number

LONG = ("--seed", "77", "--flat-mm", "6", "--flat-side", "right", "--frames", "900", "--duration", "30")
"""As many frames as a phone records in half a minute."""


@dataclass
class Pair:
    """One recording by one program, with the operator's clicks and without them."""

    clicked: Assessment
    automatic: measures.Row | None

    def row(self, key: str) -> measures.Row | None:
        return next((row for row in self.clicked.rows if row.key == key), None)

    @property
    def focal(self) -> str:
        scale = ((self.clicked.result or {}).get("calibration") or {}).get("focal_scale") or {}
        if scale.get("value") is None:
            return "–"
        value, bounds = number(scale["value"], 4), scale.get("ci95")
        if not bounds:
            return value
        low, high = bounds
        return f"{value} [{low:.4f}, {high:.4f}]" + ("" if low <= 1 <= high else " **✘**")

    @property
    def intervals(self) -> str:
        judged = [row for row in self.clicked.rows if row.held is not None]
        return f"{sum(bool(row.held) for row in judged)} of {len(judged)}" if judged else "–"


def long(phantoms: Phantoms) -> Recording:
    return phantoms.get("long", *LONG)


def run(earlier: Program, now: Program, phantoms: Phantoms, recordings: list[Recording]) -> list[tuple[Pair, Pair]]:
    def both(recording: Recording) -> tuple[Pair, Pair]:
        return tuple(
            Pair(assess_once(program, recording), without_clicks(program, phantoms, recording).cvai) for program in (earlier, now))

    return spread(both, recordings)


def page(found: list[tuple[Pair, Pair]]) -> str:
    cells = {
        "surface RMS, mm": lambda pair: number(pair.clicked.figures.get("surface_rms"), 3),
        "vertices > 5 mm off": lambda pair: str(pair.clicked.figures.get("foreign_5mm", "–")),
        "CVAI error of the surface": lambda pair: error(pair.row("cvai"), "surface_error", 2),
        "with clicks": lambda pair: error(pair.row("cvai"), "error", 2),
        "without clicks": lambda pair: error(pair.automatic, "error", 2),
        "CI error": lambda pair: error(pair.row("cranial_index"), "error", 2),
        "circumference error, mm": lambda pair: error(pair.row("circumference"), "error", 2),
        "focal length (true 1)": lambda pair: pair.focal,
        "intervals that hold": lambda pair: pair.intervals,
        "exit code": lambda pair: str(pair.clicked.figures["exit_code"]),
    }
    rows = [[before.clicked.name, *(change(show(before), show(now)) for show in cells.values())] for before, now in found]
    return table(["before → now", *cells], rows)


def error(row: measures.Row | None, of: str, digits: int) -> str:
    """The error, marked where the interval of the value misses the truth."""
    value = getattr(row, of) if row else None
    return "–" if value is None else number(value, digits, sign=True) + (" **✘**" if of == "error" and row.held is False else "")


def change(before: str, now: str) -> str:
    return before if before == now else f"{before} → {now}"
