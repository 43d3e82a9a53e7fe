"""Builds a copy of the project with all changes in it, and runs the tests of the rooms against each."""

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

from .places import Change

SWITCH, VARIABLE = "ChosenMutant.swift", "CALVARIA_MUTANT"
SOURCE = f"""import Foundation

enum ChosenMutant {{
  private static let number = Int(ProcessInfo.processInfo.environment["{VARIABLE}"] ?? "") ?? 0
  @inline(never) static func lives(_ other: Int) -> Bool {{ number == other }}
}}
"""
BUILDS = 40
"""A change that does not compile is left out, and hides what stands behind it until the next build."""
LINES_OF_CLOSURE = 10
# A shell makes programs in the background ignore some signals; tests and what they start would inherit that.
UNIGNORED = ["env", "--default-signal=HUP,INT,QUIT"]
NO_TESTS = 69
"""Swift Testing's exit code where no test matches."""
# The line of a test that begins shows its arguments, which may contain these words.
FAILED = re.compile(r"✘ |^[^◇]*(?:Fatal error|unexpected signal)")


def rooms(root: Path) -> dict[str, Path]:
    """The folder of sources of each room that has tests of its own."""
    sources = {folder.name: folder for folder in sorted((root / "Sources").glob("*/*")) if folder.is_dir()}
    tests = {folder.name.removesuffix("Tests") for folder in (root / "Tests").glob("*/*Tests")}
    return {room: folder for room, folder in sources.items() if room in tests}


def changed_lines(root: Path, reference: str) -> set[tuple[str, int]]:
    """Files and lines of the sources that differ from a commit, or are in no commit yet."""
    diff = subprocess.run(
        ["git", "diff", "--unified=0", reference, "--", "Sources"], cwd=root, check=True, text=True, stdout=subprocess.PIPE)
    lines, name = set(), ""
    for line in diff.stdout.splitlines():
        if line.startswith("+++ "):
            name = line.removeprefix("+++ b/")
        elif hunk := re.match(r"@@ -\S+ \+(\d+)(?:,(\d+))? @@", line):
            first, count = int(hunk[1]), int(hunk[2] or 1)
            lines |= {(name, number) for number in range(first, first + count)}
    for name in listed(root, "--others", "--exclude-standard", "--", "Sources/*.swift"):
        lines |= {(name, number) for number, _ in enumerate((root / name).read_text().splitlines(), 1)}
    return lines


def listed(root: Path, *which: str) -> list[str]:
    """The names of files that git knows, or does not know."""
    call = ["git", "ls-files", *which]
    return subprocess.run(call, cwd=root, check=True, text=True, stdout=subprocess.PIPE).stdout.splitlines()


def run(root: Path, work: Path, changes: list[Change], outcomes: Path) -> list[Change]:
    """The changes that compile, with what became of them, which are also written after each room."""
    tree = work / "tree"
    # Whoever goes on working meanwhile changes nothing in it.
    project = read(root)
    switches = {room: folder.relative_to(root) / SWITCH for room, folder in rooms(root).items()}
    # What did not compile once is not tried again.
    unfit_list = work / "unfit.json"
    unfit = json.loads(unfit_list.read_text()) if unfit_list.exists() else []
    changes = [change for change in changes if [change.file, change.original, change.mutant] not in unfit]
    for _ in range(BUILDS):
        prepare(project, tree, changes, {switches[change.room] for change in changes})
        output = built(tree, work / "build.log")
        if output is None:
            break
        left = without_faults(tree, changes, output)
        if len(left) == len(changes):
            sys.exit(f"mutants: the build fails outside the changes; see {work / 'build.log'}")
        print(f"{len(changes) - len(left)} do not compile", flush=True)
        unfit += [[change.file, change.original, change.mutant] for change in changes if change not in left]
        unfit_list.write_text(json.dumps(unfit, indent=1))
        changes = left
    else:
        sys.exit(f"mutants: the build goes on failing; see {work / 'build.log'}")
    by_room = defaultdict(list)
    for change in changes:
        by_room[change.room].append(change)
    with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        for own in by_room.values():
            verdict, seconds = tested(tree, rf"^{own[0].room}Tests\.", 0, 3600)
            if verdict != "lives":
                sys.exit(f"mutants: {own[0].room}Tests without a change: {verdict}")
            for change, (verdict, taken) in zip(
                    own, pool.map(lambda change, limit=30 + 4 * seconds: tried(tree, change, limit), own), strict=True):
                change.verdict, change.seconds = verdict, taken
            print(f"{own[0].room}: {sum(c.verdict != 'lives' for c in own)} of {len(own)} caught, "
                  f"{seconds:.0f} s a run of all its tests", flush=True)
            for change in own:
                if change.verdict == "lives":
                    print(f"  {change.file}:{change.line}\n    {change.original}\n    {change.mutant}", flush=True)
            # Whoever is cut off keeps what is known.
            outcomes.write_text(json.dumps([change.told for change in changes if change.verdict], indent=1))
    return changes


def read(root: Path) -> dict[str, bytes | Path]:
    """What the files of a project hold, and where its links lead, by their names."""
    paths = [root / name for name in listed(root, "--cached", "--others", "--exclude-standard")]
    return {path.relative_to(root).as_posix(): path.readlink() if path.is_symlink() else path.read_bytes()
            for path in paths if path.is_symlink() or path.is_file()}


def prepare(project: dict[str, bytes | Path], tree: Path, changes: list[Change], switches: set[Path]) -> None:
    """The project's files with the changes in them; files that are as they were keep their times, so that little is built again."""
    by_file = defaultdict(list)
    for change in changes:
        by_file[change.file].append(change)
    kept = {tree / name for name in project} | {tree / name for name in switches}
    for old in [path for top in ("Sources", "Tests") for path in (tree / top).rglob("*") if path.is_file()]:
        if old not in kept:
            old.unlink()
    for name, content in project.items():
        if isinstance(content, Path):
            link(tree / name, content)
        else:
            put(tree / name, changed(content.decode(), by_file[name]).encode() if name in by_file else content)
    for name in switches:
        put(tree / name, SOURCE.encode())


def changed(text: str, changes: list[Change]) -> str:
    """A file's text with all its changes, each beside its original."""
    for change in sorted(changes, key=lambda change: -change.start):
        assert change.stands_in(text), change
        end = change.start + len(change.original)
        both = f"(ChosenMutant.lives({change.number}) ? ({change.mutant}) : ({change.original}))"
        text = text[:change.start] + both + text[end:]
    return text


def link(path: Path, target: Path) -> None:
    if not path.is_symlink():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        path.symlink_to(target)


def put(path: Path, data: bytes) -> None:
    if not path.exists() or path.read_bytes() != data:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def built(tree: Path, log: Path) -> str | None:
    """What the compiler says where the build fails; nil where it does not."""
    with log.open("w") as output:
        ended = subprocess.run(["swift", "build", "--build-tests"], cwd=tree, stdout=output, stderr=subprocess.STDOUT)
    return log.read_text(errors="replace") if ended.returncode else None


def without_faults(tree: Path, changes: list[Change], output: str) -> list[Change]:
    """The changes on whose lines the compiler finds no fault; a change of several lines has the fault on any of them.

    In a closure it may find the fault in another line than that of the change: where no change is on the lines that it
    names, those of the next lines are left out, and else those of the lines before.
    """
    faults = {(Path(path).resolve().relative_to(tree.resolve()).as_posix(), int(line))
              for path, line in re.findall(r"^(/\S+\.swift):(\d+):\d+: error: ", output, re.MULTILINE)
              if Path(path).resolve().is_relative_to(tree.resolve())}

    def is_at_fault(change: Change, below: int, above: int) -> bool:
        text = (tree / change.file).read_text()
        at = text.find(f"(ChosenMutant.lives({change.number}) ?")
        first = text.count("\n", 0, at) + 1
        last = first + 2 * change.original.count("\n")
        return any((change.file, line) in faults for line in range(first - below, last + above + 1))

    for below, above in ((0, 0), (LINES_OF_CLOSURE, 0), (0, LINES_OF_CLOSURE)):
        left = [change for change in changes if not is_at_fault(change, below, above)]
        if len(left) < len(changes):
            break
    return left


def tried(tree: Path, change: Change, limit: float) -> tuple[str, float]:
    """What the tests of its room make of a change; those that name the changed file's type begin, since they mostly notice it."""
    everything = rf"^{change.room}Tests\."
    word = re.compile(rf"\b{Path(change.file).stem.split('+')[0]}\b", re.IGNORECASE)
    suites = [suite for text, own in suites_of(tree, change.room) if word.search(text) for suite in own]
    if suites:
        verdict, seconds = tested(tree, rf"{everything}(?:{'|'.join(suites)})\b", change.number, limit)
        if verdict not in ("lives", "no test"):
            return verdict, seconds
    return tested(tree, everything, change.number, limit)


@cache
def suites_of(tree: Path, room: str) -> list[tuple[str, list[str]]]:
    """The text of each file of a room's tests, with the suites in it: read once for all changes."""
    texts = [path.read_text() for path in (tree / "Tests").glob(f"*/{room}Tests/**/*.swift")]
    return [(text, re.findall(r"\b(?:struct|class) (\w+Tests)\b", text)) for text in texts]


def tested(tree: Path, tests: str, number: int, limit: float) -> tuple[str, float]:
    """What some tests make of a change, until the first one fails, and how long that took in seconds."""
    program = tree / ".build/debug/CalvariaPackageTests.xctest"
    start = time.monotonic()
    process = subprocess.Popen(
        [*UNIGNORED, program, "--testing-library", "swift-testing", "--no-parallel", "--filter", tests], cwd=tree,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
        start_new_session=True, env={**os.environ, VARIABLE: str(number), "SWIFT_BACKTRACE": "enable=no"})
    timer = threading.Timer(limit, os.killpg, [process.pid, signal.SIGKILL])
    timer.start()
    failed = any(FAILED.search(line) for line in process.stdout)
    timer.cancel()
    stop(process)
    late = time.monotonic() - start >= limit
    if late:
        verdict = "ran on"
    elif not failed and process.returncode == NO_TESTS:
        verdict = "no test"
    else:
        verdict = "caught" if failed or process.returncode else "lives"
    return verdict, time.monotonic() - start


def stop(process: subprocess.Popen) -> None:
    """Ends a process and its children where it has not ended."""
    if process.poll() is None:
        try:
            process.wait(1)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
