"""Kills a batch with SIGKILL at random moments and resumes it, or kills the writer of a study's store, and checks what is left.

    python3 Scripts/study/kill.py batch PROGRAM DATASET [--kills 10] [--jobs 2] [--faulty] [-- OPTIONS OF BATCH]
    python3 Scripts/study/kill.py store PROGRAM [--kills 100] [--scans 300]

`batch` compares measurements.csv of the study that was killed with that of an undisturbed one, byte by byte. After each
kill it asks SQLite for the file's integrity and for every scan that the batch had told to be done. Programs that measure a
scan named in --hang (sub-hang) are stopped (SIGSTOP) as soon as they are seen: they hang until their time limit ends them.
DATASET is one of dataset.py, or any other in the manner of BIDS; with --faulty the scans that must fail (dataset.py) join
a copy of it, made from its first two recordings in the layout of TUM. The 24 scans of repeatability.py:

    python3 Scripts/study/kill.py batch .build/release/calvaria .build/repeatability/dataset-one --faulty --fineness 50 \\
      -- --threads 1 --memory-limit 500 --time-limit 120

`store` kills the store's writers in turn: `calvaria study rebuild` over made-up outcomes, and `calvaria batch` of further
meshes. After each kill it asks SQLite for the file's integrity and for every scan that was stored or told before.
Standard library only.
"""

import argparse
import json
import os
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import dataset
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
    parser.add_argument("--faulty", action="store_true", help="batch: add scans that must fail to a copy of the dataset")
    parser.add_argument("--fineness", type=int, default=30, help="--faulty: of the mesh that needs too much memory")
    parser.add_argument("--hang", default="sub-hang", help="batch: part of the names of scans that are to hang")
    options = parser.parse_args(words[:words.index("--")] if "--" in words else words)
    random.seed(options.seed)
    with tempfile.TemporaryDirectory() as folder:
        if options.what == "batch":
            if options.faulty:
                options.dataset = with_faults(Path(options.dataset), Path(folder) / "dataset", options.fineness)
            return batch(options, passed, Path(folder))
        return store(options, Path(folder))


def with_faults(source: Path, folder: Path, fineness: int) -> Path:
    """A copy of a dataset with the scans that must fail."""
    shutil.copytree(source, folder)
    recordings = sorted(place.parent for place in folder.glob("sub-*/**/rgb.txt"))
    if len(recordings) < 2:
        sys.exit(f"{source}: --faulty needs two recordings with an rgb.txt, found {len(recordings)}")
    dataset.add_faults(folder, recordings[0], twin=recordings[1], fineness=fineness)
    return folder


def batch(options, passed: list[str], folder: Path) -> int:
    def call(study: str, jobs: int) -> list[str]:
        return [options.program, "batch", options.dataset, "--output", str(folder / study), "--jobs", str(jobs), *passed]

    threading.Thread(target=hold, args=(options.hang,), daemon=True).start()
    times = {}
    for jobs in (1, options.jobs):
        begun = time.monotonic()
        subprocess.run(
            call(f"undisturbed-{jobs}", jobs), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        times[jobs] = time.monotonic() - begun
    kills, sound = 0, 0
    told: set[str] = set()
    while kills < (options.kills or 10):
        if not killed(call("killed", options.jobs), random.uniform(0.05, times[options.jobs] / 6), told):
            print(f"the batch was done after {kills} kills")
            break
        kills += 1
        sound += is_sound(folder / "killed", told)
    last = subprocess.run(
        call("killed", options.jobs), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    tables = {name: export(options.program, folder / name) for name in ("undisturbed-1", "killed")}
    same = len(set(tables.values())) == 1
    print(json.dumps({
        "seconds": {str(jobs): round(seconds, 2) for jobs, seconds in times.items()}, "kills": kills,
        "sound_and_nothing_told_lost": sound, "codes": codes(folder / "killed"),
        "exit_code": last.returncode, "table_bytes": len(tables["killed"]), "identical": same,
        "rebuilt_identical": rebuilt(options.program, folder / "killed") == tables["killed"]}, indent=2))
    return 0 if same and sound == kills else 1


def store(options, folder: Path) -> int:
    study = Study(folder / "study")
    study.add(options.scans)
    subprocess.run([options.program, "study", "rebuild", study.folder], stdout=subprocess.DEVNULL, check=True)
    begun = time.monotonic()
    subprocess.run([options.program, "study", "rebuild", study.folder], stdout=subprocess.DEVNULL, check=True)
    usual = time.monotonic() - begun
    survived, meshes = 0, 0
    kills = {"rebuild": 0, "batch": 0}
    told: set[str] = set()
    rounds = options.kills or 100
    for number in range(rounds):
        told |= names(study.folder)
        if number % 2 == 0:
            study.add(3)
            words, longest, kind = ["study", "rebuild", str(study.folder)], usual, "rebuild"
        else:
            # Scans that begin so do not meet the names of the made-up ones.
            for _ in range(3):
                dataset.add_mesh(folder / "meshes" / f"sub-k{meshes}", 0.9 + 0.0001 * meshes)
                meshes += 1
            words = ["batch", str(folder / "meshes"), "--output", str(study.folder), "--jobs", "2"]
            longest, kind = 3 * usual + 1.5, "batch"
        kills[kind] += killed([options.program, *words], random.uniform(0, longest), told)
        survived += is_sound(study.folder, told)
    subprocess.run(
        [options.program, "batch", folder / "meshes", "--output", study.folder, "--quiet"], stdout=subprocess.DEVNULL,
        check=False)
    subprocess.run(
        [options.program, "study", "rebuild", study.folder], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    whole = len(names(study.folder)) == study.count + meshes
    print(json.dumps({
        "rebuild_seconds": round(usual, 3), "kills": kills, "rounds": rounds, "sound_and_nothing_lost": survived,
        "all_stored_in_the_end": whole}, indent=2))
    return 0 if survived == rounds and whole else 1


def killed(words: list[str], seconds: float, told: set[str]) -> bool:
    """Kills a program after some time; what a batch tells to be done joins `told`. False where it had ended by itself."""
    running = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    time.sleep(seconds)
    running.send_signal(signal.SIGKILL)
    for line in running.communicate()[1].splitlines():
        if found := re.match(r"\d+ of \d+: (\S+) ", line):
            told.add(found[1])
    return running.returncode == -signal.SIGKILL


def is_sound(study: Path, told: set[str]) -> bool:
    """Whether SQLite finds the store whole, and all that was told in it."""
    if not (study / "study.sqlite").exists():
        return not told
    connection = sqlite3.connect(study / "study.sqlite")
    try:
        whole = connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_master")}
    finally:
        connection.close()
    return whole and told <= (names(study) if "scans" in tables else set())


def hold(part: str) -> None:
    """Stops every program that measures a scan of such a name, as a scan does that hangs."""
    while True:
        for place in Path("/proc").glob("[0-9]*"):
            try:
                words = (place / "cmdline").read_bytes().split(b"\0")
                if b"watched" in words[:2] and any(part.encode() in word for word in words):
                    os.kill(int(place.name), signal.SIGSTOP)
            except OSError:
                continue
        time.sleep(0.01)


def codes(study: Path) -> dict[str, int]:
    """How many scans have each code."""
    connection = sqlite3.connect(study / "study.sqlite")
    try:
        return dict(connection.execute("SELECT coalesce(code, 'complete'), count(*) FROM scans GROUP BY 1 ORDER BY 1"))
    finally:
        connection.close()


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
