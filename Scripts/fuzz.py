#!/usr/bin/env python3
"""Feeds every reader, parser and server with inputs that libFuzzer makes: Docs/evaluation/robustness.md.

The program is built by `make fuzz` under the address sanitizer and, its C++, under that of undefined behaviour. Each target runs
for some seconds; one that ends early has found a crash, a hang of 10 s or a need of 2 GiB, which is kept and counted, and goes
on. Inputs that reach something new are kept for the next run. The exit code says whether anything was found. A found input runs
again with `SWIFT_BACKTRACE=enable=no .build/fuzz/release/Fuzz TARGET FILE`.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from evaluation import page

ROOT = Path(__file__).resolve().parents[1]
LIMITS = ["-timeout=10", "-rss_limit_mb=2048", "-malloc_limit_mb=2048", "-detect_leaks=0", "-print_final_stats=1"]
SANITIZERS = {
    "SWIFT_BACKTRACE": "enable=no",
    # Libraries of the system that are not instrumented share C++'s containers with code that is; what is made once for the whole
    # run is no leak.
    "ASAN_OPTIONS": "quarantine_size_mb=16:detect_container_overflow=0:allocator_may_return_null=1:detect_leaks=0",
    "UBSAN_OPTIONS": "print_stacktrace=1",
}
# A target that fails at once would fill the disk with the same failure.
MOST_FOUND = 10
HEADER = ["target", "executions so far", "a second", "found in the last run"]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path)
    parser.add_argument("--seconds", type=int, default=60, help="of each target")
    parser.add_argument("--only", nargs="+", default=[], metavar="TARGET")
    parser.add_argument("--kept", type=Path, default=ROOT / ".build/fuzz-inputs", help="where inputs and findings are kept")
    parser.add_argument("--page", type=Path, help="the page whose table is renewed")
    options = parser.parse_args()
    program = options.program.resolve()
    listed = subprocess.run([program, "--list"], check=True, env=os.environ | SANITIZERS, stdout=subprocess.PIPE, text=True)
    targets = listed.stdout.split()
    if unknown := [name for name in options.only if name not in targets]:
        sys.exit(f"fuzz: no target {', '.join(unknown)}; there are {', '.join(targets)}")
    # What targets write lies in memory, and goes with the folder.
    memory = Path("/dev/shm")
    bad = 0
    for name in options.only or targets:
        with tempfile.TemporaryDirectory(prefix="fuzz-", dir=memory if memory.is_dir() else None) as folder:
            runs, seconds, found = fuzz(program, name, options, Path(folder))
        bad += found
        print(f"{name}: {runs} executions, {runs / seconds:.0f} a second, {found} found", flush=True)
        if options.page:
            page.replace_blocks(options.page, {"fuzz": table(options.page, targets, name, runs, seconds, found)})
    return int(bad > 0)


def fuzz(program: Path, name: str, options: argparse.Namespace, folder: Path) -> tuple[int, float, int]:
    """How often a target ran, for how many seconds, and how many failures it found."""
    corpus, kept = options.kept / "corpus" / name, options.kept / "found" / name
    kept.mkdir(parents=True, exist_ok=True)
    environment = os.environ | SANITIZERS | {"TMPDIR": str(folder)}
    start = time.monotonic()
    if subprocess.run([program, "--seeds", name, corpus], env=environment, cwd=ROOT, stdout=sys.stderr).returncode:
        return 0, time.monotonic() - start, 1
    # On a busy machine, preparing the inputs may take longer than the time to try them.
    start = time.monotonic()
    runs, found = 0, 0
    while (left := options.seconds - (time.monotonic() - start)) >= 1 and found < MOST_FOUND:
        call = [program, name, corpus, *LIMITS, f"-max_total_time={int(left)}", f"-artifact_prefix={kept}/"]
        words = Path(f"{corpus}.dict")
        # libFuzzer takes no empty dictionary.
        call += [f"-dict={words}"] if words.stat().st_size else []
        done = subprocess.run(call, capture_output=True, env=environment, cwd=ROOT)
        log = done.stderr.decode(errors="replace")
        counted = re.search(r"stat::number_of_executed_units:\s+(\d+)", log)
        runs += int(counted[1]) if counted else 0
        if done.returncode:
            found += 1
            (kept / f"log-{int(time.time())}-{found}").write_text(log[-20_000:])
            cause = re.search(r"Fatal error: .*|ERROR: .*|runtime error: .*", log)
            print(f"{name}: {cause[0] if cause else done.returncode} -> {kept}", file=sys.stderr, flush=True)
        elif not counted:
            break
    # A target that tries nothing finds nothing.
    if not runs and not found:
        print(f"{name}: no executions", file=sys.stderr, flush=True)
        found = 1
    return runs, time.monotonic() - start, found


def table(path: Path, targets: list[str], name: str, runs: int, seconds: float, found: int) -> str:
    """The page's table with the runs of one target added; targets that are no more lose their row."""
    rows = {cells[0]: cells for cells in page.rows(path, "fuzz") if cells[0] in targets}
    before = int(rows[name][1].replace(",", "")) if name in rows else 0
    rows[name] = [name, f"{before + runs:,}", f"{runs / seconds:,.0f}", str(found)]
    lines = [rows[target] for target in targets if target in rows]
    total = sum(int(line[1].replace(",", "")) for line in lines)
    return page.table(HEADER, [*lines, ["all", f"{total:,}", "", str(sum(int(line[3]) for line in lines))]])


if __name__ == "__main__":
    sys.exit(main())
