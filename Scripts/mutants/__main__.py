#!/usr/bin/env python3
"""Which changes of a room do its own tests not notice? Docs/evaluation/tests.md.

Changes operators, names and numbers of the sources at random, all of them in one build of a copy: each changed expression
stands beside the original one, and an environment variable chooses. Then the tests of the room that a change stands in are run
until the first one fails. A change that no test notices shows a missing test, or code that nothing needs. Those of equal.md are
equal to the original and not tried. The exit code says whether any other lives. A whole sample renews the rows of
its rooms in the page.
"""

import argparse
import json
import random
import re
import sys
from collections import defaultdict
from pathlib import Path

from evaluation import page

from . import places, trial

ROOT = Path(__file__).resolve().parents[2]
EQUAL = Path(__file__).with_name("equal.md")
COUNT, MOST_A_FILE = 30, 4
"""Changes of a room, and of one of its files while others have any."""
HEADER = ["Room", "Changes", "Caught", "Ran on", "Share"]
# 0 is the standard input, so that no other file has it.
DESCRIPTOR = re.compile(r"(?:descriptor|opened|listening|input|output) >= 0")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rooms", nargs="+", default=[], metavar="ROOM", help="by default all that have tests of their own")
    parser.add_argument("--changed", metavar="REF", help="only lines that differ from this commit")
    parser.add_argument("--count", type=int, default=COUNT, help="changes of each room")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--again", action="store_true", help="only those that lived in the run before")
    parser.add_argument("--work", type=Path, default=ROOT / ".build/mutants", help="where the copy and its build lie")
    parser.add_argument("--page", type=Path, help="the page where the rows of the rooms are renewed")
    options = parser.parse_args()
    rooms = trial.rooms(ROOT)
    if unknown := [room for room in options.rooms if room not in rooms]:
        sys.exit(f"mutants: no tests of {', '.join(unknown)}; there are {', '.join(sorted(rooms))}")
    outcomes = options.work / "outcomes.json"
    if options.again:
        chosen = living(outcomes)
    else:
        chosen = sample({room: rooms[room] for room in options.rooms or rooms}, options)
    if not chosen:
        sys.exit("mutants: nothing to change")
    print(f"{len(chosen)} changes in {len({change.room for change in chosen})} rooms, seed {options.seed}", flush=True)
    tried = trial.run(ROOT, options.work, chosen, outcomes)
    rows = summary(tried)
    print(table(rows))
    if options.page and options.count >= COUNT and not options.again and not options.changed:
        rows = page.renewed(options.page, "mutants", HEADER, rows, sorted(rooms))
        page.replace_blocks(options.page, {"mutants": table(rows)})
    return int(any(change.verdict == "lives" for change in tried))


def living(outcomes: Path) -> list[places.Change]:
    """The changes that lived in the run before, but for those whose source is another by now."""
    lived = [places.Change(**told) for told in json.loads(outcomes.read_text()) if told["verdict"] == "lives"]
    texts = {name: (ROOT / name).read_text() for name in {change.file for change in lived} if (ROOT / name).exists()}
    left = [change for change in lived if change.stands_in(texts.get(change.file, ""))]
    if len(left) < len(lived):
        print(f"{len(lived) - len(left)} are left out: their sources have changed", flush=True)
    return left


def sample(rooms: dict[str, Path], options: argparse.Namespace) -> list[places.Change]:
    """So many changes of each room at random: one a line, a few a file, none that is equal to the original."""
    equal = EQUAL.read_text()
    wanted = trial.changed_lines(ROOT, options.changed) if options.changed else None
    chosen: list[places.Change] = []
    for room, folder in sorted(rooms.items()):
        every = [change for path in sorted(folder.rglob("*.swift")) for change in places.changes(room, path, ROOT)]
        random.Random(f"{options.seed} {room}").shuffle(every)
        lines: set[tuple[str, int]] = set()
        files: dict[str, int] = defaultdict(int)
        # Where a few a file are too few, the rest comes from any file.
        for change, most in [(change, most) for most in (MOST_A_FILE, options.count) for change in every]:
            place = (change.file, change.line)
            if len(lines) == options.count or place in lines or files[change.file] >= most:
                continue
            if wanted is not None and place not in wanted or is_equal(change, equal):
                continue
            lines.add(place)
            files[change.file] += 1
            change.number = len(chosen) + 1
            chosen.append(change)
    return chosen


def is_equal(change: places.Change, listed: str) -> bool:
    """True for a change that no test can notice: it is listed, or asks a file's descriptor for more than 0."""
    return row(change) in listed or bool(DESCRIPTOR.fullmatch(change.original)) and change.mutant.endswith(">= 1")


def row(change: places.Change) -> str:
    """How a row of the list begins: with the file's name and both texts."""
    return f"| `{Path(change.file).name}` | `` {one_line(change.original)} `` | `` {one_line(change.mutant)} `` |"


def one_line(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def summary(tried: list[places.Change]) -> list[list[str]]:
    """A row a room."""
    verdicts = defaultdict(list)
    for change in tried:
        verdicts[change.room].append(change.verdict)
    return [
        counted(room, len(own), len(own) - own.count("lives"), own.count("ran on"))
        for room, own in sorted(verdicts.items())]


def counted(name: str, changes: int, caught: int, ran_on: int) -> list[str]:
    return [name, str(changes), str(caught), str(ran_on), f"{100 * caught / changes:.0f} %"]


def table(rows: list[list[str]]) -> str:
    """The rows of rooms and their sum."""
    return page.table(HEADER, [*rows, counted("all", *(sum(int(row[column]) for row in rows) for column in (1, 2, 3)))])


if __name__ == "__main__":
    sys.exit(main())
