"""Every verb that writes, on inputs so small that it ends within a second, and what may lie where it wrote."""

import hashlib
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

DATASETS = Path(__file__).resolve().parents[2] / "Datasets"
sys.path.append(str(DATASETS.parent / "Scripts/study"))
import dataset


@dataclass(frozen=True)
class Verb:
    """Words after the program's name, {i} the folder of inputs and {o} that of outputs; what of the inputs lies among the
    outputs before; and whether it takes --force."""

    name: str
    words: str
    before: tuple[str, ...] = ()
    force: bool = True
    grows: bool = False
    """Whether its output is written as it comes, and of use however far it got."""
    again: tuple[str, ...] = ()
    """Words that are added for the run after one with a fault: what failed is passed over otherwise."""

    def call(self, program: Path, inputs: Path, outputs: Path, force: bool) -> list[str]:
        words = [word.format(i=inputs, o=outputs) for word in self.words.split()]
        return [str(program), *words, *(["--force"] if force and self.force else [])]


LOCKS = (".store.lock", ".lock")
"""Files that stay, and mean nothing by themselves."""

CLIP = "--joint knee --side right --view lateral"
VERBS = [
    Verb("reconstruct", "reconstruct {i}/rec --output {o}/scan --timings {o}/timings.json --threads 1"),
    Verb("measure", "measure {i}/head.ply --landmarks {i}/head.json --units mm --output {o}/head"),
    Verb("compare", "compare {i}/head {i}/head-2 --output {o}/comparison"),
    Verb("report", "report {i}/head --html {o}/report.html --figures {o}/figures"),
    Verb("report in place", "report {o}/head --subject P2", before=("head",), force=False),
    Verb("export", "export {i}/head --output {o}/exported --zip {o}/exported.zip"),
    Verb("landmarks", "landmarks {i}/truth.ply --units mm --output {o}/landmarks.json"),
    Verb("convert", "convert {i}/rec --to open3d --output {o}/converted", force=False),
    Verb("info", "info {i}/rec --detections {o}/detections.json"),
    Verb("replay", "replay {i}/rec --output {o}/replay --haptics {o}/vibration.ahap"),
    Verb("replay, video", "replay {i}/rec --output {o}/replay --video {o}/replay.mp4"),
    Verb("live", "live --replay {i}/rec --output {o}/live", force=False, grows=True),
    Verb("motion", f"motion {{i}}/knee.trc {CLIP} --output {{o}}/motion"),
    Verb("gesture", "gesture {i}/hand.json --output {o}/gesture"),
    Verb("rate", "rate {o}/scan --set overall=3 --set cap_fit=good --set infant=calm --set markers_fallen_off=0", before=("scan",)),
    Verb("cap", "cap --ids 0-20 --output {o}/sheets.pdf"),
    Verb("cap board", "cap board --output {o}/board.pdf"),
    Verb("acceptance", "acceptance {i}/board --board {i}/board/board.yaml --date 2026-01-01 --output {o}/acceptance"),
    Verb("phantom", "phantom {o}/phantom --frames 3 --color-size 160x120 --depth-size 160x120 --threads 1"),
    Verb("batch", "batch {i}/data --output {o}/study --jobs 2 --threads 1", force=False, again=("--retry-failed",)),
    Verb("motion --study", f"motion {{i}}/clips {CLIP} --study {{o}}/study", before=("study",), force=False),
    Verb("study rebuild", "study rebuild {o}/study", before=("study",), force=False),
    Verb("study remeasure", "study remeasure {o}/study --protocol diagonals-at-40", before=("study",), force=False),
    Verb("study remove", "study remove {o}/study sub-1_scan-1", before=("study",), force=False),
    Verb("study add", "study add {o}/study {i}/motion", before=("study",)),
    Verb("study export", "study export {i}/study --output {o}/study.csv"),
    Verb("study report", "study report {i}/study --output {o}/study.html"),
    Verb("study plot", "study plot {i}/study --output {o}/plots"),
    Verb("study publish", "study publish {i}/study --output {o}/published", force=False),
]


def prepare(program: Path, folder: Path) -> None:
    """Makes the inputs of all verbs: the first six frames of the sample, an ellipsoid, a board, a knee, a hand, a study of three."""
    recording = folder / "rec"
    for name in ("cap.yaml", "intrinsic.json", "landmarks.json"):
        recording.mkdir(parents=True, exist_ok=True)
        shutil.copy(DATASETS / "sample" / name, recording)
    for name in ("rgb", "depth"):
        lines = [line for line in (DATASETS / f"sample/{name}.txt").read_text().splitlines() if line[0] != "#"][:6]
        (recording / name).mkdir()
        (recording / f"{name}.txt").write_text("".join(f"{line}\n" for line in lines))
        for line in lines:
            shutil.copy(DATASETS / "sample" / line.split()[1], recording / name)
    clicks = json.loads((recording / "landmarks.json").read_text())
    kept = {Path(line.split()[1]).stem for line in (recording / "rgb.txt").read_text().splitlines()}
    clicks["landmarks"] = {
        name: [click for click in every if click["frame"] in kept] for name, every in clicks["landmarks"].items()}
    clicks["landmarks"] = {name: every for name, every in clicks["landmarks"].items() if every}
    (recording / "landmarks.json").write_text(json.dumps(clicks))
    for number in range(3):
        dataset.add_mesh(folder / f"data/sub-{number}", 0.95 + 0.02 * number)
    shutil.copy(folder / "data/sub-0/scan-1.ply", folder / "head.ply")
    shutil.copy(folder / "data/sub-0/scan-1.landmarks.json", folder / "head.json")
    (folder / "clips").mkdir()
    for name in ("a", "b"):
        shutil.copy(DATASETS / "movements/knee.trc", folder / f"clips/{name}.trc")
    shutil.copy(DATASETS / "movements/knee.trc", folder)
    shutil.copy(DATASETS / "movements/thumbs_up.json", folder / "hand.json")
    shutil.copy(DATASETS / "sample/truth_surface.ply", folder / "truth.ply")
    for words in (
        "phantom {i}/board --preset board --frames 24 --duration 2 --exposure-ms 1",
        "reconstruct {i}/rec --output {i}/scan", "measure {i}/head.ply --landmarks {i}/head.json --units mm --output {i}/head",
        "measure {i}/data/sub-1/scan-1.ply --landmarks {i}/data/sub-1/scan-1.landmarks.json --units mm --output {i}/head-2",
        f"motion {{i}}/knee.trc {CLIP} --output {{i}}/motion", "batch {i}/data --output {i}/study --quiet",
    ):
        subprocess.run([program, *words.format(i=folder).split()], capture_output=True, check=False)


def unfinished(path: Path) -> bool:
    """Whether a name below the outputs says that it is not finished."""
    return any(".partial-" in part or part == ".job.json" for part in path.parts)


def snapshot(outputs: Path) -> tuple[dict[str, str], list[str]]:
    """The digest of each file, and what bears the name of something unfinished.

    Of a store its rows are read, and the time and memory that a scan took are left aside: they differ from run to run.
    """
    files, litter = {}, []
    for root, folders, names in os.walk(outputs):
        for name in folders + names:
            path = (Path(root) / name).relative_to(outputs)
            if unfinished(path):
                litter.append(str(path))
        for name in names:
            path = Path(root) / name
            relative = path.relative_to(outputs)
            if unfinished(relative) or name.startswith("study.sqlite-") or name in LOCKS:
                continue
            files[str(relative)] = digest(path)
    return files, litter


def digest(path: Path) -> str:
    if path.name == "study.sqlite":
        return stored(path)
    data = path.read_bytes()
    if path.name in ("outcome.json", "timings.json", "remeasured.json", "rating.json", "scan.json", "summary.json", "events.jsonl"):
        data = re.sub(rb'"(seconds|peak_memory_mb|[a-z_]+_s|rated_at|time)" *: *("[^"]*"|[-+.0-9e]+)', rb"", data)
        data = re.sub(rb'"[a-z_ ]+" *: *[0-9.e-]+', b"", data) if path.name == "timings.json" else data
    return hashlib.sha256(data).hexdigest()


def stored(path: Path) -> str:
    """Of a store whether SQLite finds it whole, and its scans."""
    with tempfile.TemporaryDirectory() as folder:
        # What reads a store in place leaves files beside it.
        for file in path.parent.glob(path.name + "*"):
            shutil.copy(file, folder)
        return rows_of(Path(folder, path.name))


def rows_of(path: Path) -> str:
    connection = sqlite3.connect(path)
    try:
        if connection.execute("PRAGMA integrity_check").fetchone() != ("ok",):
            return "torn"
        tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_master")}
        return f"whole, {sorted(connection.execute('SELECT scan FROM scans')) if 'scans' in tables else 'empty'}"
    except sqlite3.DatabaseError as error:
        return f"torn: {error}"
    finally:
        connection.close()


def unit(path: str) -> str:
    """What of the outputs is whole or absent as one: a file or folder, and of a study each scan by itself."""
    parts = Path(path).parts
    if parts[0] == "study":
        return "/".join(parts[:4]) if parts[1] == "scans" else "/".join(parts[:3])
    return parts[0]


def names(files: dict[str, str]) -> dict[str, str]:
    """Files without their contents, but for a store, which is whole or not."""
    return {path: stored if path.endswith(".sqlite") else "" for path, stored in files.items()}


def torn(before: dict[str, str], after: dict[str, str], sound: dict[str, str]) -> list[str]:
    """The units that are neither as before nor as a run makes them that nothing disturbs."""
    units = {unit(path) for path in (*before, *after, *sound)}
    part = lambda files, name: {path: value for path, value in files.items() if unit(path) == name}
    return sorted(
        name for name in units
        if part(after, name) not in (part(before, name), part(sound, name)) and not is_store(name, after))


def is_store(name: str, after: dict[str, str]) -> bool:
    """A store is whole at every row that it has."""
    return name == "study/study.sqlite" and after.get(name, "whole").startswith("whole")
