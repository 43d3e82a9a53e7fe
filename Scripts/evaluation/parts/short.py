"""Whether the focal length's interval holds on short scans: phantoms, and stretches of recordings whose camera is known."""

import json
import random
import shutil
import statistics
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from .calibration import link
from ..page import table, tick
from ..program import Program, spread
from ..truth import Recording

PHANTOMS = 100
FRAMES = (40, 60, 80, 100)
STRETCHES = 10
"""Of each recording."""
KINDS = {
    "phantom, a sound device": lambda _: [],
    "phantom, focal length stated wrong by 3 to 5.5 %": lambda r: [f"--focal-error-percent={r.choice((-5.5, -3, 3, 5))}"],
    "phantom, a lens that is not stated": lambda r: [f"--lens={r.choice((0.03, 0.05, -0.04))}", "--hide-lens"],
}
SHARES = (3, 1, 1)
"""Of five phantoms, in the order of the kinds."""


@dataclass
class Row:
    kind: str
    true: float
    """The true focal length over the stated one."""
    estimate: dict
    """`value` and `ci95`; empty where the result has none."""

    @property
    def holds(self) -> bool:
        return bool(self.estimate) and self.estimate["ci95"][0] <= self.true <= self.estimate["ci95"][1]


def run(calvaria: Program, recordings: list[Recording]) -> list[Row]:
    jobs = [(phantom, seed) for seed in range(2001, 2001 + PHANTOMS)]
    jobs += [(stretch, (each, index)) for each in recordings for index in range(STRETCHES)]
    return spread(lambda job: job[0](calvaria, job[1]), jobs)


def phantom(calvaria: Program, seed: int) -> Row:
    choice = random.Random(seed)
    frames = choice.choice(FRAMES)
    kind = [name for name, share in zip(KINDS, SHARES, strict=True) for _ in range(share)][seed % sum(SHARES)]
    print(f"{kind}, {frames} frames", file=sys.stderr)
    with tempfile.TemporaryDirectory() as parent:
        folder = Path(parent, "scan")
        calvaria.start(
            "phantom", folder, "--seed", seed, "--face-seed", seed, "--frames", frames, "--duration", frames / 7,
            "--color-size", "480x360", "--truth-subdivisions", 3, *KINDS[kind](choice))
        truth, stated = (json.loads((folder / name).read_text()) for name in ("truth.json", "intrinsic.json"))
        true = truth["intrinsic_matrix"][0] / stated["intrinsic_matrix"][0]
        return Row(kind, true, focal(calvaria, folder, Path(parent, "out")))


def stretch(calvaria: Program, which: tuple[Recording, int]) -> Row:
    """A part of a recording whose stated focal length is true."""
    recording, index = which
    frames = FRAMES[index % len(FRAMES)]
    print(f"{recording.name}: {frames} frames", file=sys.stderr)
    with tempfile.TemporaryDirectory() as parent:
        folder = Path(parent, "scan")
        # Clicks in frames that are left out would be refused.
        ignored = shutil.ignore_patterns("truth*", "rgb.txt", "landmarks.json")
        shutil.copytree(recording.folder, folder, copy_function=link, ignore=ignored)
        lines = [line for line in (recording.folder / "rgb.txt").read_text().splitlines() if line and line[0] != "#"]
        start = (len(lines) - frames) * index // (STRETCHES - 1)
        (folder / "rgb.txt").write_text("".join(line + "\n" for line in lines[start:start + frames]))
        return Row(recording.name, 1, focal(calvaria, folder, Path(parent, "out")))


def focal(calvaria: Program, folder: Path, output: Path) -> dict:
    done = calvaria.start("reconstruct", folder, "--json", "--output", output)
    return (done.json.get("calibration") or {}).get("focal_scale") or {} if done.exit_code in (0, 2) else {}


def page(rows: list[Row]) -> str:
    def line(name: str, of: list[Row]) -> list[str]:
        known = [row for row in of if row.estimate]
        widths = [50 * (row.estimate["ci95"][1] - row.estimate["ci95"][0]) for row in known]
        errors = [100 * abs(row.estimate["value"] / row.true - 1) for row in known]
        held = sum(row.holds for row in of)
        return [
            name, str(len(of)), f"{held}{tick(held >= 0.9 * len(of))}", f"{statistics.median(errors):.2f} %", f"{max(errors):.2f} %",
            f"± {statistics.median(widths):.2f} %"] if known else [name, str(len(of)), f"0{tick(False)}", "–", "–", "–"]

    kinds: dict[str, list[Row]] = {}
    for row in rows:
        kinds.setdefault(row.kind, []).append(row)
    header = ["Scans", "count", "intervals that hold the true focal length (≥ 90 %)", "error, median", "largest", "interval, median"]
    return table(header, [line(name, of) for name, of in kinds.items()] + [line("all", rows)])
