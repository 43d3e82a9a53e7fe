"""Whether the 95 % intervals hold the truth: repeats with head, noise, path and clicks redrawn."""

import random
import sys
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from . import measures
from .heads import number
from .page import table, tick
from .phantoms import Phantoms
from .program import Program
from .truth import Recording

REPEATS = 200
JUDGED = ("cvai", "cva", "cranial_index")
HELD = (0.90, 0.98)
"""The share of the intervals that has to hold the truth; a 95 % interval that holds more says less than it could."""

FRAMES = ("--frames", "48", "--duration", "12", "--truth-subdivisions", "5")


@dataclass
class Repeat:
    """One recording: by measure its true value, the reported one and its interval."""

    name: str
    true: dict[str, float]
    reported: dict[str, tuple[float, tuple[float, float]]]
    true_level: int | None = None
    probabilities: dict[int, float] = field(default_factory=dict)


def shape(repeat: int) -> list[str]:
    """The options of a head: proportions of infants, symmetric to severe, either side."""
    draw = random.Random(f"coverage {repeat}")
    uniform = lambda least, most, digits: str(round(draw.uniform(least, most), digits))
    severity = draw.random()
    return [
        "--width-mm", uniform(104, 134, 1), "--length-mm", uniform(128, 160, 1), "--height-mm", uniform(138, 172, 1),
        "--flat-mm", str(round(14 * severity, 1)), "--boss-mm", str(round(6 * severity, 1)),
        "--shear", str(round(0.06 * severity, 3)), "--flat-side", draw.choice(["left", "right"]),
        "--noise", uniform(0.8, 1.5, 2), "--jitter", uniform(0.7, 1.5, 2), "--sway", uniform(0.7, 1.5, 2),
        "--click-noise-px", uniform(0.7, 2.5, 2), "--seed", str(5000 + repeat),
    ]


def recording(phantoms: Phantoms, repeat: int) -> Recording:
    return phantoms.get(f"coverage-{repeat:03d}", *shape(repeat), *FRAMES)


def run(calvaria: Program, phantoms: Phantoms, repeats: int = REPEATS) -> list[Repeat]:
    def one(index: int) -> Repeat | None:
        print(f"coverage: repeat {index + 1} of {repeats}", file=sys.stderr)
        return assess(calvaria, recording(phantoms, index))

    with ThreadPoolExecutor(2) as pool:
        return [repeat for repeat in pool.map(one, range(repeats)) if repeat]


def assess(calvaria: Program, truth: Recording) -> Repeat | None:
    """Nothing where the run fails; a withheld measure is left out."""
    with TemporaryDirectory() as folder:
        done = calvaria.reconstruct(truth.folder, Path(folder, "out"), "--threads", 1)
        if done.exit_code not in (0, 2):
            return None
        result = done.json
    true = calvaria.measured(truth.folder / "truth_surface.ply", truth.point_landmarks(), cap_mm=truth.cap_mm)
    reported = {
        key: (value, bounds)
        for key in result["measures"]
        if (value := measures.value(result["measures"], key)) is not None
        and (bounds := measures.interval(result["measures"], key)) is not None
    }
    known = {key: value for key in reported if (value := measures.value(true.get("measures", {}), key)) is not None}
    severity = result.get("severity") or {}
    probabilities = {int(level): share for level, share in (severity.get("probabilities") or {}).items()}
    return Repeat(truth.name, known, reported, (true.get("severity") or {}).get("level"), probabilities)


def page(repeats: list[Repeat], asked: int = REPEATS) -> dict[str, str]:
    keys = list(dict.fromkeys(key for repeat in repeats for key in repeat.reported))
    header = ["Measure", "reported", "interval holds the truth", "truth below / above", "error, RMS", "half-width, median"]
    return {
        "coverage": table(header, [line(key, repeats, asked) for key in sorted(keys, key=order)]),
        "levels": table(["Probability given to a level", "cases", "mean probability", "was the true level"], levels(repeats)),
    }


def order(key: str) -> tuple[int, str]:
    return (JUDGED.index(key), "") if key in JUDGED else (len(JUDGED), key)


def line(key: str, repeats: list[Repeat], asked: int) -> list[str]:
    cases = [(repeat.true[key], *repeat.reported[key]) for repeat in repeats if key in repeat.reported and key in repeat.true]
    if not cases:
        return [key, f"0 of {asked}", "–", "–", "–", "–"]
    below = sum(true < low for true, _, (low, _) in cases)
    above = sum(true > high for true, _, (_, high) in cases)
    share = 1 - (below + above) / len(cases)
    verdict = tick(HELD[0] <= share <= HELD[1]) if key in JUDGED else ""
    rms = (sum((value - true) ** 2 for true, value, _ in cases) / len(cases)) ** 0.5
    widths = sorted((high - low) / 2 for _, _, (low, high) in cases)
    return [
        f"`{key}`", f"{len(cases)} of {asked}", f"{100 * share:.1f} %{verdict}", f"{below} / {above}", number(rms, 2),
        number(widths[len(widths) // 2], 2)]


def levels(repeats: Iterable[Repeat]) -> list[list[str]]:
    """How often a level that was given a probability was the true one, by the probability given."""
    given = [
        (share, level == repeat.true_level)
        for repeat in repeats if repeat.true_level is not None
        for level, share in repeat.probabilities.items()
    ]
    rows = []
    for low, high in ((0, 0.05), (0.05, 0.25), (0.25, 0.5), (0.5, 0.75), (0.75, 0.95), (0.95, 1.01)):
        chosen = [(share, hit) for share, hit in given if low <= share < high]
        if chosen:
            rows.append([
                f"{100 * low:.0f}–{100 * min(high, 1):.0f} %", str(len(chosen)),
                f"{100 * sum(share for share, _ in chosen) / len(chosen):.0f} %",
                f"{100 * sum(hit for _, hit in chosen) / len(chosen):.0f} %"])
    return rows
