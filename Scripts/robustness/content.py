"""Sound files whose content is wrong: frames of two children, late depth, landmarks and meshes that do not belong together.

A row is silently wrong when the CVAI without the disturbance lies outside the interval that is printed with it, or a length
is off by more than 2 mm and its interval does not hold what it was, and nothing more is said than without the disturbance.
The same rows' counterpart are sound scans and heads with an operator's landmarks, where every warning is a false one.
"""

import csv
import random
import shlex
import shutil
import sys
import threading
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from evaluation import page
from evaluation.phantoms import Phantoms
from evaluation.program import Program

from . import landmark_faults, mesh_faults, scan_faults, sound, sources
from .outcome import LENGTH_MM, Outcome, run
from .rows import Row
from .sources import Landmarked, Scan

COLUMNS = [
    "kind", "source", "disturbance", "exit", "cvai", "cvai_low", "cvai_high", "undisturbed", "verdict", "off", "findings",
    "error", "command",
]
VERDICTS = ["harmless", "off, held by its interval", "reported", "refused", "said unchecked", "silently wrong", "trap", "hang", "memory", "failure"]
WHOLE = ("sample", "practice_a", "sample, true surface", "practice_a, true surface", "metopic mean head")
"""Sources on which everything is tried; the others have every third row of each kind."""

SECONDS = 120
"""What a whole recording may take."""

PHANTOMS = 12
LONG = ("--frames", 60, "--truth-subdivisions", 5)


@dataclass(frozen=True)
class Campaign:
    """Where the campaign works: the program, the folders of its sources, and a folder for what is kept."""

    program: Path
    datasets: Path
    shared: Path
    kept: Path

    def rows(self) -> list[Row]:
        roots = [self.datasets, self.shared / "scans"]
        wanted = ["sample", "plagio", "practice_a", "practice_b"]
        scans = sources.scans(roots, wanted)
        for name in set(wanted) - {scan.name for scan in scans}:
            print(f"{name}: absent, its rows are left out", file=sys.stderr)
        by = {scan.name: scan for scan in scans}
        pairs = [(by[a], by[b]) for a, b in [("sample", "plagio"), ("practice_a", "practice_b")] if a in by and b in by]
        pairs += [(b, a) for a, b in pairs]
        heads = sources.heads(scans, self.shared)
        surfaces = {head.name: head for head in heads}
        both = [tuple(surfaces[f"{scan.name}, true surface"] for scan in pair) for pair in pairs]
        others = sources.scans(roots, ["half", "practice_half", "hard_a", "hard_b"])
        faults = [
            *scan_faults.rows(scans, pairs + self.twins()), *landmark_faults.rows([*scans, *heads], pairs + both),
            *mesh_faults.rows(heads, both),
        ]
        return [*thinned(faults, WHOLE), *sound.rows([*scans, *others, *heads], self.phantoms())]

    def twins(self) -> list[tuple[Scan, Scan]]:
        """Two children under caps of one print: the same ids at nearly the same places."""
        heads = [("narrow", ["--flat-mm", 4]), ("wide", ["--flat-mm", 9, "--width-mm", 122, "--length-mm", 139])]
        a, b = (self.phantom(f"{name}-twin", 5, *options) for name, options in heads)
        return [(a, b), (b, a)]

    def phantoms(self) -> list[Scan]:
        return [self.phantom(f"sound-{seed}", 100 + seed, "--flat-mm", seed) for seed in range(PHANTOMS)]

    def phantom(self, name: str, seed: int, *options: object) -> Scan:
        return Scan(Phantoms(Program(self.program), self.kept / "phantoms").get(name, "--seed", seed, *LONG, *options))

    def run(self, only: list[str], count: int | None) -> Iterator[dict]:
        """Runs the rows of these kinds (all without one), of each kind at most as many as asked, chosen by chance."""
        rows = self.rows()
        unknown = set(only) - {row.kind for row in rows}
        if unknown:
            raise SystemExit(f"no rows of {', '.join(sorted(unknown))}; there are {', '.join(dict.fromkeys(row.kind for row in rows))}")
        chosen = []
        for kind in dict.fromkeys(row.kind for row in rows):
            some = [row for row in rows if row.kind == kind and (not only or kind in only)]
            chosen += random.Random(1).sample(some, count) if count is not None and count < len(some) else some
        shutil.rmtree(self.kept / "content", ignore_errors=True)
        undisturbed = Undisturbed(self)
        with ThreadPoolExecutor(2) as pool:
            yield from pool.map(lambda at: self.assess(*at, undisturbed), enumerate(chosen, 1))

    def assess(self, number: int, row: Row, undisturbed: "Undisturbed") -> dict:
        """Runs a row; its input is kept where the result is wrong."""
        before = undisturbed.outcome(row.source)
        # A number, since what is said of two runs is compared without its numbers, and it names the folder.
        folder = self.kept / "content" / str(number)
        command = row.write(folder)
        after = run([self.program, *command], SECONDS)
        is_sound = row.kind.startswith("sound")
        kind = alarm(after) if is_sound else verdict(before, after, row)
        if kind not in ("silently wrong", "trap", "hang", "memory", "failure"):
            shutil.rmtree(folder)
        else:
            shutil.rmtree(folder / "result", ignore_errors=True)
        print(f"{kind}: {row.kind}, {row.source.name}: {row.disturbance}", file=sys.stderr, flush=True)
        told = codes(after) if is_sound else sorted(after.remarks - before.remarks)
        value, (low, high) = measure(after, "cvai")
        cells = [
            row.kind, row.source.name, row.disturbance, after.code, value, low, high, measure(before, "cvai")[0], kind,
            "; ".join(f"{name} {by:+.2f}" for name, by in off(before, after).items()), "; ".join(told),
            after.errors.strip().split("\n")[-1][:300] if after.code not in (0, 2) else "",
            shlex.join(["calvaria", *map(str, command)]),
        ]
        return dict(zip(COLUMNS, cells, strict=True))


def thinned(rows: Iterable[Row], whole: Iterable[str]) -> Iterator[Row]:
    """Every third row of each kind and source, but for the sources that are tried wholly."""
    seen: Counter = Counter()
    for row in rows:
        if row.source.name in whole or seen[row.kind, row.source.name] % 3 == 0:
            yield row
        seen[row.kind, row.source.name] += 1


class Undisturbed:
    """What the program makes of each source as it is; each is run once."""

    def __init__(self, campaign: Campaign):
        self.campaign, self.outcomes, self.lock = campaign, {}, threading.Lock()

    def outcome(self, source: Landmarked) -> Outcome:
        with self.lock:
            if source.name not in self.outcomes:
                folder = self.campaign.kept / "content" / "0"
                self.outcomes[source.name] = run([self.campaign.program, *source.sound(folder)], SECONDS)
                shutil.rmtree(folder)
            return self.outcomes[source.name]


def measure(outcome: Outcome, name: str) -> tuple[float | None, list]:
    """A measure and its interval; nothing where it is withheld."""
    entry = outcome.result.get("measures", {}).get(name, {})
    return entry.get("value"), entry.get("ci95") or [None, None]


def off(before: Outcome, after: Outcome) -> dict[str, float]:
    """The CVAI where its interval misses what it was, and lengths that are off by more than 2 mm: by how much."""
    found = {}
    for name in after.numbers:
        (was, _), (value, interval) = measure(before, name), measure(after, name)
        if was is None or value is None:
            continue
        if missed(interval, was) if name == "cvai" else abs(value - was) > LENGTH_MM:
            found[name] = value - was
    return found


def missed(interval: list, value: float) -> bool:
    return None in interval or not interval[0] <= value <= interval[1]


def verdict(before: Outcome, after: Outcome, row: Row) -> str:
    if after.kind != "result":
        return after.kind
    if after.remarks - before.remarks:
        return "reported"
    wrong = off(before, after)
    if any(missed(measure(after, name)[1], measure(before, name)[0]) for name in wrong):
        return "said unchecked" if unchecked(after, row) else "silently wrong"
    return "off, held by its interval" if wrong else "harmless"


def unchecked(outcome: Outcome, row: Row) -> bool:
    """True where the result says that the shape of the surface does not show the landmarks that the row moves."""
    moved = {
        "sellion moved": ["sellion"],
        "tragion moved": ["tragion right"] + (["tragion left"] if row.disturbance.startswith("both") else []),
    }.get(row.kind)
    said = [finding["text"] for finding in outcome.result["findings"] if finding["code"] == "landmarks.unchecked"]
    return moved is not None and any(all(name in text for name in moved) for text in said)


def alarm(outcome: Outcome) -> str:
    """What is said of a sound scan: the CVAI is `withheld`, or there is a warning, or a note beyond those on every scan."""
    if outcome.kind != "result":
        return outcome.kind
    if measure(outcome, "cvai")[0] is None:
        return "withheld"
    severities = {finding["severity"] for finding in outcome.result.get("findings", []) if finding["code"] not in USUAL}
    return "warned" if "warning" in severities else "noted" if severities - {"detail"} else "quiet"


USUAL = {"cap.hair_assumed"}
"""Codes that say what was not stated, not what is wrong."""


def codes(outcome: Outcome) -> list[str]:
    return sorted({f["code"] for f in outcome.result.get("findings", []) if f["severity"] != "detail"})


def written(rows: Iterable[dict], path: Path) -> list[dict]:
    """The rows, each in a file as soon as it is there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    done = []
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS)
        writer.writeheader()
        for row in rows:
            writer.writerow(row)
            file.flush()
            done.append(row)
    return done


def blocks(rows: list[dict]) -> dict[str, str]:
    """The page's tables: a row for each kind, what stays silent, and the false alarms."""
    faults = [row for row in rows if not row["kind"].startswith("sound")]
    silent = [
        [row["kind"], row["source"], row["disturbance"], figure(row["cvai"]), f"[{figure(row['cvai_low'])}, {figure(row['cvai_high'])}]",
         figure(row["undisturbed"]), page.cell(row["off"])]
        for row in faults if row["verdict"] == "silently wrong"
    ]
    alarms = [row for row in rows if row["kind"].startswith("sound")]
    kinds = ["quiet", "noted", "warned", "withheld", "refused"]
    told = Counter(code for row in alarms for code in row["findings"].split("; ") if code)
    return {
        "content": page.table(["kind", "rows", *VERDICTS], counted(faults, VERDICTS)),
        "silent": page.table(["kind", "source", "disturbance", "CVAI", "interval", "undisturbed", "off"], silent),
        "alarms": page.table(["source", "rows", *kinds], counted(alarms, kinds)) + "\n\n"
        + page.table(["code", f"of {len(alarms)} sound rows"], [[f"`{code}`", str(count)] for code, count in told.most_common()]),
    }


def counted(rows: Iterable[dict], verdicts: list[str]) -> list[list[str]]:
    counts: dict[str, Counter] = {}
    for row in rows:
        counts.setdefault(row["kind"], Counter())[row["verdict"]] += 1
    everything = sum(counts.values(), Counter())
    return [
        [kind, str(count.total()), *(str(count[word]) for word in verdicts)]
        for kind, count in [*counts.items(), ("all", everything)]
    ]


def figure(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"

