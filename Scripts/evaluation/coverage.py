"""Whether the 95 % intervals hold the truth: repeats with head, noise, path and clicks redrawn.

`repeatability` is judged with the clicks of the recording, which scatter about the true landmarks; `ci95` with those of
another operator, who has an error of his own at each landmark."""

import random
import sys
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from . import measures, observer
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


Reported = dict[str, tuple[float, tuple[float, float]]]
"""By measure the value and its interval."""


@dataclass
class Repeat:
    """One recording: by measure its true value, and what is reported with its own clicks and with another operator's."""

    name: str
    true: dict[str, float]
    repeatability: Reported
    ci95: Reported
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
        return assess(calvaria, recording(phantoms, index), seed=index)

    with ThreadPoolExecutor(2) as pool:
        return [repeat for repeat in pool.map(one, range(repeats)) if repeat]


def assess(calvaria: Program, truth: Recording, seed: int) -> Repeat | None:
    """Nothing where a run fails; a withheld measure is left out."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        own = calvaria.reconstruct(truth.folder, folder / "own", "--threads", 1)
        clicks = observer.write(truth, seed, folder)
        other = calvaria.reconstruct(truth.folder, folder / "other", "--threads", 1, "--landmarks", clicks)
        if not {own.exit_code, other.exit_code} <= {0, 2}:
            return None
        own, other = own.json, other.json
    true = calvaria.measured(truth.folder / "truth_surface.ply", truth.point_landmarks(), cap_mm=truth.cap_mm)
    severity = other.get("severity") or {}
    probabilities = {int(level): share for level, share in (severity.get("probabilities") or {}).items()}
    return Repeat(
        truth.name, {key: value for key in true.get("measures", {}) if (value := measures.value(true["measures"], key)) is not None},
        reported(own, "repeatability"), reported(other, "ci95"), (true.get("severity") or {}).get("level"), probabilities)


def reported(result: dict, kind: str) -> Reported:
    values = result["measures"]
    return {
        key: (value, bounds)
        for key in values
        if (value := measures.value(values, key)) is not None and (bounds := measures.interval(values, key, kind)) is not None
    }


def page(repeats: list[Repeat], asked: int = REPEATS) -> dict[str, str]:
    return {
        "repeatability": judged([(repeat.true, repeat.repeatability) for repeat in repeats], asked),
        "coverage": judged([(repeat.true, repeat.ci95) for repeat in repeats], asked),
        "levels": table(["Probability given to a level", "cases", "mean probability", "was the true level"], levels(repeats)),
    }


def judged(repeats: list[tuple[dict[str, float], Reported]], asked: int) -> str:
    keys = dict.fromkeys(key for _, reported in repeats for key in reported)
    header = ["Measure", "reported", "interval holds the truth", "truth below / above", "error, RMS", "half-width, median"]
    return table(header, [line(key, repeats, asked) for key in sorted(keys, key=order)])


def order(key: str) -> tuple[int, str]:
    return (JUDGED.index(key), "") if key in JUDGED else (len(JUDGED), key)


def line(key: str, repeats: list[tuple[dict[str, float], Reported]], asked: int) -> list[str]:
    cases = [(true[key], *reported[key]) for true, reported in repeats if key in reported and key in true]
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
