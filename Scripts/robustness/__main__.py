#!/usr/bin/env python3
"""Damages files at random, gives sound files a wrong content, and counts what the program makes of them:
Docs/evaluation/robustness.md.

Each of six meshes gets one flipped bit at a time, each text file of a recording, a cap, landmarks and a result one
changed line at a time. A run is silently wrong when its CVAI is off by more than 0.3 or a length by more than 2 mm and
nothing is said. Every such run, and every trap and hang, is kept with its file. The exit code says whether there was one.
Content: robustness/content.py; `--flips 0 --lines 0` runs it alone, `--rows 0` leaves it out.
"""

import argparse
import shutil
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

from evaluation import page

from . import content, meshes, texts
from .outcome import differences, verdict

ROOT = Path(__file__).resolve().parents[2]
ORDER = ["unchanged", "reported", "accepted", "refused", "silently wrong", "trap", "hang", "memory", "failure"]
BAD = ORDER[4:]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path)
    parser.add_argument("--flips", type=int, default=2000, help="flipped bits for each mesh; 0 for none")
    parser.add_argument("--lines", type=int, default=500, help="changed lines for each kind of text file")
    parser.add_argument("--rows", type=int, help="rows of wrong content for each kind; all without it, 0 for none")
    parser.add_argument("--only", nargs="+", default=[], metavar="KIND", help="kinds of wrong content that are tried")
    parser.add_argument("--shared", type=Path, default=Path("/work/shared"), help="recordings and heads outside the project")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kept", type=Path, default=ROOT / ".build/robustness", help="where bad cases are kept")
    parser.add_argument("--page", type=Path, help="the page whose table is renewed")
    options = parser.parse_args()
    program = options.program.resolve()
    damaged = options.kept / "damaged"
    shutil.rmtree(damaged, ignore_errors=True)
    damaged.mkdir(parents=True)
    blocks, bad = {}, False
    if options.flips or options.lines:
        blocks["campaign"], bad = damage(program, options)
    if options.rows != 0:
        campaign = content.Campaign(program, ROOT / "Datasets", options.shared, options.kept)
        rows = content.written(campaign.run(options.only, options.rows), options.kept / "content.csv")
        blocks |= content.blocks(rows)
        # Some wrong content nothing can tell: a sellion 3 mm aside.
        bad = bad or any(row["verdict"] in BAD[1:] for row in rows)
    print("\n\n".join(blocks.values()))
    if options.page:
        page.replace_blocks(options.page, blocks)
    return int(bad)


def damage(program: Path, options: argparse.Namespace) -> tuple[str, bool]:
    """Flipped bits and changed lines: their table, and whether any run was bad."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        sound = meshes.cases(program, ROOT / "Datasets", folder)
        rows = [flip(case, program, folder, options) for case in sound if options.flips]
        rows += [change(case, folder, options) for case in texts.cases(program, ROOT / "Datasets", folder) if options.lines]
    return table(rows), any(counts[kind] for _, counts, _ in rows for kind in BAD)


def flip(case: meshes.Case, program: Path, folder: Path, options: argparse.Namespace) -> tuple:
    data, sound = case.mesh.read_bytes(), case.measure(program, case.mesh)
    assert sound.code == 0, (case, sound)

    def one(index: int) -> str:
        damaged, place = meshes.flipped(data, np.random.default_rng([options.seed, index]))
        path = folder / f"flip-{index}{case.mesh.suffix}"
        path.write_bytes(damaged)
        outcome = case.measure(program, path)
        kind = verdict(sound, outcome)
        keep(kind, f"{case.name}: {place}", sound, outcome, path, options)
        path.unlink()
        return kind

    return case.name, *count(one, options.flips)


def change(case: texts.Case, folder: Path, options: argparse.Namespace) -> tuple:
    sound = case.run(case.source, folder / "sound")
    assert sound.code == 0, (case, sound)

    def one(index: int) -> str:
        random = np.random.default_rng([options.seed, index])
        file = case.files[int(random.integers(len(case.files)))]
        text, place = texts.mutated((case.source / file).read_text(), random)
        copy = folder / f"change-{index}"
        texts.copy(case.source, copy, file)
        (copy / file).write_text(text, encoding="utf-8", errors="surrogatepass")
        outcome = case.run(copy, folder / f"out-{index}")
        kind = verdict(sound, outcome)
        if kind == "silently wrong" and texts.accepted(file, (case.source / file).read_text(), text):
            kind = "accepted"
        keep(kind, f"{case.name}: {file}, {place}", sound, outcome, copy / file, options)
        shutil.rmtree(copy)
        return kind

    return case.name, *count(one, options.lines)


def count(one, runs: int) -> tuple[Counter, float]:
    start = time.perf_counter()
    with ThreadPoolExecutor(2) as pool:
        counts = Counter(pool.map(one, range(runs)))
    return counts, time.perf_counter() - start


def keep(kind: str, title: str, sound, outcome, path: Path, options: argparse.Namespace) -> None:
    if kind not in BAD:
        return
    folder = options.kept / "damaged"
    kept = folder / f"{len(list(folder.iterdir()))}-{path.name}"
    shutil.copyfile(path, kept)
    off = ", ".join(f"{name} {by:+.2f}" for name, by in differences(sound, outcome).items())
    print(f"{kind}: {title} (exit {outcome.code}) {off} {outcome.errors[:200]!r} -> {kept}", file=sys.stderr, flush=True)


def table(rows: list[tuple]) -> str:
    cells = [[name, str(counts.total()), *(str(counts[kind]) for kind in ORDER)] for name, counts, _ in rows]
    return page.table(["file", "runs", *ORDER], cells)


if __name__ == "__main__":
    sys.exit(main())
