"""Kills a batch with SIGKILL at random moments and resumes it, or kills the writer of a study's store, and checks what is left.

    python3 Scripts/study/kill.py batch PROGRAM DATASET [--kills 10] [--jobs 2] [-- OPTIONS OF BATCH]
    python3 Scripts/study/kill.py store PROGRAM [--kills 100] [--scans 300]

`batch` compares measurements.csv of the study that was killed with that of an undisturbed one, byte by byte. `store` fills
a study with made-up outcomes, kills `calvaria study rebuild` and `calvaria batch` of further scans in turn, and after each
kill asks SQLite for the file's integrity and for every scan that was stored before. Standard library only.
"""

import argparse
import json
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from synthetic import Study


def main() -> int:
    words = sys.argv[1:]
    passed = words[words.index("--") + 1:] if "--" in words else []
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["batch", "store"])
    parser.add_argument("program")
    parser.add_argument("dataset", nargs="?")
    parser.add_argument("--kills", type=int, default=None)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--scans", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(words[:words.index("--")] if "--" in words else words)
    random.seed(options.seed)
    with tempfile.TemporaryDirectory() as folder:
        if options.what == "batch":
            return batch(options, passed, Path(folder))
        return store(options, Path(folder))


def batch(options, passed: list[str], folder: Path) -> int:
    def call(study: str, jobs: int) -> list[str]:
        return [options.program, "batch", options.dataset, "--output", str(folder / study), "--jobs", str(jobs),
                "--quiet", *passed]

    times = {}
    for jobs in (1, options.jobs):
        begun = time.monotonic()
        subprocess.run(call(f"undisturbed-{jobs}", jobs), stdout=subprocess.DEVNULL, check=False)
        times[jobs] = time.monotonic() - begun
    kills = 0
    while kills < (options.kills or 10):
        running = subprocess.Popen(call("killed", options.jobs), stdout=subprocess.DEVNULL)
        time.sleep(random.uniform(0.05, times[options.jobs] / 6))
        running.send_signal(signal.SIGKILL)
        if running.wait() != -signal.SIGKILL:
            print(f"the batch was done after {kills} kills")
            break
        kills += 1
    last = subprocess.run(call("killed", options.jobs), stdout=subprocess.DEVNULL, check=False)
    tables = {name: export(options.program, folder / name) for name in ("undisturbed-1", "killed")}
    same = len(set(tables.values())) == 1
    print(json.dumps({
        "seconds": {str(jobs): round(seconds, 2) for jobs, seconds in times.items()}, "kills": kills,
        "exit_code": last.returncode, "table_bytes": len(tables["killed"]), "identical": same,
        "rebuilt_identical": rebuilt(options.program, folder / "killed") == tables["killed"]}, indent=2))
    return 0 if same else 1


def store(options, folder: Path) -> int:
    study = Study(folder / "study")
    study.add(options.scans)
    subprocess.run([options.program, "study", "rebuild", study.folder], stdout=subprocess.DEVNULL, check=True)
    begun = time.monotonic()
    subprocess.run([options.program, "study", "rebuild", study.folder], stdout=subprocess.DEVNULL, check=True)
    usual = time.monotonic() - begun
    survived, kills = 0, 0
    for _ in range(options.kills or 100):
        known = names(study.folder)
        study.add(3)
        running = subprocess.Popen(
            [options.program, "study", "rebuild", study.folder], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(random.uniform(0, usual))
        running.send_signal(signal.SIGKILL)
        kills += running.wait() == -signal.SIGKILL
        connection = sqlite3.connect(study.folder / "study.sqlite")
        sound = connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        connection.close()
        survived += sound and known <= names(study.folder)
    subprocess.run([options.program, "study", "rebuild", study.folder], stdout=subprocess.DEVNULL, check=True)
    whole = len(names(study.folder)) == study.count
    print(json.dumps({
        "rebuild_seconds": round(usual, 3), "kills": kills, "rounds": options.kills or 100, "sound_and_nothing_lost": survived,
        "all_stored_in_the_end": whole}, indent=2))
    return 0 if survived == (options.kills or 100) and whole else 1


def names(study: Path) -> set[str]:
    connection = sqlite3.connect(study / "study.sqlite")
    try:
        return {row[0] for row in connection.execute("SELECT scan FROM scans")}
    finally:
        connection.close()


def export(program: str, study: Path) -> bytes:
    return subprocess.run([program, "study", "export", study], stdout=subprocess.PIPE, check=True).stdout


def rebuilt(program: str, study: Path) -> bytes:
    for file in study.glob("study.sqlite*"):
        file.unlink()
    subprocess.run([program, "study", "rebuild", study], stdout=subprocess.DEVNULL, check=True)
    return export(program, study)


if __name__ == "__main__":
    sys.exit(main())
