"""How far the surfaces of one head lie from each other at one size, and those of two heads: what `compare` can tell apart."""

import itertools
import json
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from ..page import table
from ..phantoms import Phantoms
from ..program import Program, spread
from ..truth import MEASURED_LANDMARKS, Recording

SURFACE = ("--frames", "2", "--truth-subdivisions", "5")
"""Only the true surface of these recordings is used."""

SCAN = ("--frames", "60", "--duration", "30", "--truth-subdivisions", "5", "--rough-mm", "0")
"""Without the seed's random waves the head stays the same whatever the seed of camera, noise, cap and clicks."""

SCANS = {
    "mild": {
        "mild-1": "--seed 11", "mild-2": "--seed 12",
        "mild-3": "--seed 13 --cap-mm 1.5 --fold-mm 0.5 --noise 1.5",
    },
    "severe": {
        "severe-1": "--seed 21 --flat-mm 12 --boss-mm 4 --shear 0.05",
        "severe-2": "--seed 22 --flat-mm 12 --boss-mm 4 --shear 0.05 --sway 1.6",
    },
    "severe, grown and treated": {
        "treated": "--seed 23 --flat-mm 3 --boss-mm 1 --shear 0.01 --width-mm 124 --length-mm 146 --height-mm 167",
    },
}
"""Scans by the head that they show. The treated one shows the severe head, grown by 4 to 5 %."""

TREATMENTS = {
    # Flattening and bossing go back while the head grows; the last two are brachycephalies that become longer.
    "severe to mild": ("--flat-mm 12 --boss-mm 4 --shear 0.05", "--flat-mm 3 --boss-mm 1 --shear 0.01", (1.0, 1.03, 1.06, 1.10)),
    "very severe to mild": ("--flat-mm 16 --boss-mm 6 --shear 0.06", "--flat-mm 4 --boss-mm 1 --shear 0.01", (1.03, 1.10)),
    "moderate to mild": ("--flat-mm 8 --boss-mm 3 --shear 0.03", "--flat-mm 3 --boss-mm 1 --shear 0.01", (1.03, 1.06)),
    "index 97 to 90": ("--flat-mm 2 --boss-mm 0 --shear 0 {index97}", "--flat-mm 0 --boss-mm 0 --shear 0 {index90}", (1.03, 1.06)),
    "index 93 to 90": ("--flat-mm 2 --boss-mm 0 --shear 0 {index93}", "--flat-mm 0 --boss-mm 0 --shear 0 {index90}", (1.03, 1.06)),
}

INDICES = (75, 78, 81, 84, 84, 84, 87, 90, 90, 93, 96, 100)
"""The widths over the lengths, per cent, of the different heads, all with faces and waves of their own."""


@dataclass(frozen=True)
class Pair:
    """What `compare` found of two surfaces; the rms is none where it finds no fit at all."""

    kind: str
    name: str
    rms: float | None
    exit_code: int


def extents(index: float, factor: float = 1.0) -> str:
    """The options of a head of a width over length, of the usual area seen from above."""
    length = (118 * 141 / index * 100) ** 0.5
    return f"--width-mm {index / 100 * length * factor:.2f} --length-mm {length * factor:.2f} --height-mm {160 * factor:.2f}"


def rows(program: Program, phantoms: Phantoms) -> list[Pair]:
    return scans(program, phantoms) + treated(program, phantoms) + different(program, phantoms)


def scans(program: Program, phantoms: Phantoms) -> list[Pair]:
    """Whole reconstructions of one head, and across heads."""
    with tempfile.TemporaryDirectory() as folder:
        def scan(name: str, options: str) -> Path:
            recording = phantoms.get(f"one-{name}", *options.split(), *SCAN)
            print(f"{name}: reconstructing", file=sys.stderr)
            program.reconstruct(recording.folder, output := Path(folder, name))
            return output

        shown = [(head, name, options) for head, recordings in SCANS.items() for name, options in recordings.items()]
        results = zip(shown, spread(lambda each: scan(*each[1:]), shown), strict=True)
        found = []
        for ((head, name, _), a), ((other, second, _), b) in itertools.combinations(results, 2):
            kind = "repeat" if head == other else "treated" if "severe" in head and "severe" in other else None
            if kind:
                found.append(pair(kind, f"scans {name}, {second}", program.run("compare", a, b, "--json")))
        return found


def treated(program: Program, phantoms: Phantoms) -> list[Pair]:
    def of_one(number: int, name: str, before: str, after: str, growths: tuple[float, ...]) -> list[Pair]:
        seeds = ("--seed", 301 + number, "--face-seed", 301 + number)
        first = phantoms.get(f"treat-{number}-a", *sized(before, 1).split(), *seeds, *SURFACE)
        found = []
        for growth in growths:
            options = sized(after, growth).split()
            second = phantoms.get(f"treat-{number}-{round(100 * growth)}", *options, *seeds, *SURFACE)
            found.append(pair("treated", f"{name}, grown × {growth}", compare(program, first, second)))
        return found

    treatments = [(number, name, *each) for number, (name, each) in enumerate(TREATMENTS.items())]
    return [found for each in spread(lambda treatment: of_one(*treatment), treatments) for found in each]


def sized(options: str, factor: float) -> str:
    """The options with the extents filled in."""
    for index in (90, 93, 97):
        if f"{{index{index}}}" in options:
            return options.replace(f"{{index{index}}}", extents(index, factor))
    return f"{options} {extents(100 * 118 / 141, factor)}"


def different(program: Program, phantoms: Phantoms) -> list[Pair]:
    def head(number: int) -> Recording:
        return phantoms.get(
            f"head-{number}", *extents(INDICES[number]).split(), "--flat-mm", number % 4 * 2, "--seed", 401 + number,
            "--face-seed", 401 + number, "--flat-side", ("left", "right")[number % 2], *SURFACE)

    def of_two(heads: tuple[tuple[float, Recording], tuple[float, Recording]]) -> Pair:
        (a, first), (b, second) = heads
        return pair("different", f"{a:g} and {b:g}", compare(program, first, second))

    return spread(of_two, itertools.combinations(zip(INDICES, spread(head, range(len(INDICES))), strict=True), 2))


def compare(program: Program, a: Recording, b: Recording):
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for name, recording in (("a", a), ("b", b)):
            file = Path(folder, f"{name}.json")
            points = {key: {"point_mm": recording.landmarks[key].tolist(), "sd_mm": 1.0} for key in MEASURED_LANDMARKS}
            file.write_text(json.dumps({"landmarks": points}))
            files.append(file)
        return program.run(
            "compare", a.folder / "truth_surface.ply", b.folder / "truth_surface.ply", "--landmarks-a", files[0],
            "--landmarks-b", files[1], "--units-a", "mm", "--units-b", "mm", "--json")


def pair(kind: str, name: str, done) -> Pair:
    rms = done.json["registration"]["whole_rms_mm"] if done.exit_code in (0, 2) else None
    print(f"{kind}: {name}: {rms} mm, exit code {done.exit_code}", file=sys.stderr)
    return Pair(kind, name, rms, done.exit_code)


KINDS = {"repeat": "one head, scanned again", "treated": "one head, grown and treated", "different": "two heads"}
BANDS = ((0, 0.5), (0.5, 1.0), (1.0, 1.5), (1.5, 2.0), (2.0, 3.0), (3.0, float("inf")))
"""In mm. From the second border on `compare` has a note, from the third on it withholds the changes."""


def page(found: list[Pair]) -> str:
    """How many pairs of each kind lie in each band of the fit's residual."""
    lines = []
    for kind, words in KINDS.items():
        values = sorted(pair.rms for pair in found if pair.kind == kind and pair.rms is not None)
        counts = [str(sum(low <= value < high for value in values) or "") for low, high in BANDS]
        middle = values[len(values) // 2]
        lines.append([f"{words} ({len(values)} pairs)", f"{values[0]:.2f} / {middle:.2f} / {values[-1]:.2f}", *counts])
    names = [f"{low:g} to {high:g}" if high < 9 else f"above {low:g}" for low, high in BANDS]
    return table(["Pairs", "least / median / largest, mm", *names], lines)
