"""Runs one dataset by `calvaria batch`, by Snakemake on this machine, and by Snakemake on a Slurm of one node, and compares
the three tables byte by byte.

    python3 Scripts/workflow/prove.py PROGRAM SNAKEMAKE DATASET [-- OPTIONS OF BATCH]

As root, for Slurm's daemons (one-node-slurm). Prints the times; exit code 1 where a table differs. Standard library only.
"""

import argparse
import filecmp
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

WORKFLOW = Path(__file__).resolve().parent
ONE_NODE = ["--slurm-status-command", "squeue", "--slurm-init-seconds-before-status-checks", "5", "--slurm-no-account"]
"""No accounting database, and no account; seconds between looks at the queue."""


def main() -> int:
    words = sys.argv[1:]
    passed = words[words.index("--") + 1:] if "--" in words else []
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path)
    parser.add_argument("snakemake", type=Path)
    parser.add_argument("dataset", type=Path)
    options = parser.parse_args(words[:words.index("--")] if "--" in words else words)
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        tables = {}
        for name, work in (("batch", batch), ("snakemake", local), ("slurm", slurm)):
            begun = time.monotonic()
            tables[name] = work(options, passed, folder)
            print(f"{name}: {time.monotonic() - begun:.0f} s", flush=True)
        different = [name for name, table in tables.items() if not filecmp.cmp(tables["batch"], table, shallow=False)]
        rows = len(tables["batch"].read_text().splitlines()) - 1
    print(f"different: {', '.join(different)}" if different else f"three equal tables of {rows} rows")
    return 1 if different else 0


def batch(options, passed: list[str], folder: Path) -> Path:
    study, table = folder / "batch", folder / "batch.csv"
    call([options.program, "batch", options.dataset, "--output", study, "--jobs", os.cpu_count(), "--threads", 1, "--quiet",
          *passed], folder, accepted=(0, 2))
    call([options.program, "study", "export", study, "--output", table, "--quiet"], folder)
    return table


def local(options, passed: list[str], folder: Path, name: str = "snakemake", profile: str = "local", extra=()) -> Path:
    study = folder / name
    call([options.snakemake, "--snakefile", WORKFLOW / "Snakefile", "--profile", WORKFLOW / "profiles" / profile,
          "--cores", os.cpu_count(), "--directory", folder, *extra, "--config", f"calvaria={options.program.resolve()}",
          f"dataset={options.dataset.resolve()}", f"study={study}", f"options={' '.join(passed)}"], folder)
    return folder / f"{name}.csv"


def slurm(options, passed: list[str], folder: Path) -> Path:
    place = folder / "one-node"
    call([WORKFLOW / "one-node-slurm", "start", place], folder)
    try:
        return local(options, passed, folder, "slurm", "slurm", ONE_NODE)
    finally:
        call([WORKFLOW / "one-node-slurm", "stop", place], folder)


def call(words: list, folder: Path, accepted: tuple[int, ...] = (0,)) -> None:
    log = folder / "log.txt"
    with log.open("w") as output:
        code = subprocess.run([str(word) for word in words], stdout=output, stderr=subprocess.STDOUT, check=False).returncode
    if code not in accepted:
        print("".join(log.read_text().splitlines(True)[-30:]), file=sys.stderr)
        raise SystemExit(f"{words[0]}: exit code {code}")


if __name__ == "__main__":
    sys.exit(main())
