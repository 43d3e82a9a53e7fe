#!/usr/bin/env python3
"""Which changes of a room do its own tests not notice? Docs/evaluation/tests.md.

Changes operators, names and numbers of the sources at random, all of them in one build of a copy: each changed expression
stands beside the original one, and an environment variable chooses. Then the tests of the room that a change stands in are run
until the first one fails. A change that no test notices shows a missing test, or code that nothing needs. Those of equal.md are
equal to the original and not tried. The exit code says whether any other lives.
"""

import argparse
import json
import random
import sys
from collections import defaultdict
from pathlib import Path

from evaluation import page

from . import places, trial

ROOT = Path(__file__).resolve().parents[2]
EQUAL = Path(__file__).with_name("equal.md")
MOST_A_FILE = 4


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rooms", nargs="+", default=[], metavar="ROOM", help="by default all that have tests of their own")
    parser.add_argument("--changed", metavar="REF", help="only lines that differ from this commit")
    parser.add_argument("--count", type=int, default=30, help="changes of each room")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--again", action="store_true", help="only those that lived in the run before")
    parser.add_argument("--work", type=Path, default=ROOT / ".build/mutants", help="where the copy and its build lie")
    parser.add_argument("--page", type=Path, help="the page whose table is renewed")
    options = parser.parse_args()
    rooms = trial.rooms(ROOT)
    if unknown := [room for room in options.rooms if room not in rooms]:
        sys.exit(f"mutants: no tests of {', '.join(unknown)}; there are {', '.join(sorted(rooms))}")
    outcomes = options.work / "outcomes.json"
    if options.again:
        chosen = [places.Change(**told) for told in json.loads(outcomes.read_text()) if told["verdict"] == "lives"]
    else:
        chosen = sample({room: rooms[room] for room in options.rooms or rooms}, options)
    if not chosen:
        sys.exit("mutants: nothing to change")
    print(f"{len(chosen)} changes in {len({change.room for change in chosen})} rooms, seed {options.seed}", flush=True)
    tried = trial.run(ROOT, options.work, chosen, outcomes)
    table = summary(tried)
    print(table)
    if options.page:
        page.replace_blocks(options.page, {"mutants": table})
    return int(any(change.verdict == "lives" for change in tried))


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
        taken = 0
        for change in every:
            place = (change.file, change.line)
            if taken == options.count or place in lines or files[change.file] == MOST_A_FILE:
                continue
            if wanted is not None and place not in wanted or is_equal(change, equal):
                continue
            lines.add(place)
            files[change.file] += 1
            taken += 1
            change.number = len(chosen) + 1
            chosen.append(change)
    return chosen


def is_equal(change: places.Change, listed: str) -> bool:
    """True for a change that is listed as equal to the original, by its file's name and both texts."""
    return f"| `{Path(change.file).name}` | `` {one_line(change.original)} `` | `` {one_line(change.mutant)} `` |" in listed


def one_line(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def summary(tried: list[places.Change]) -> str:
    """A row a room."""
    rows = []
    for room in sorted({change.room for change in tried}):
        own = [change for change in tried if change.room == room]
        caught = sum(change.verdict != "lives" for change in own)
        rows.append([room, str(len(own)), str(caught), f"{100 * caught / len(own):.0f} %"])
    caught = sum(change.verdict != "lives" for change in tried)
    rows.append(["all", str(len(tried)), str(caught), f"{100 * caught / len(tried):.0f} %"])
    return page.table(["Room", "Changes", "Caught", "Share"], rows)


if __name__ == "__main__":
    sys.exit(main())
