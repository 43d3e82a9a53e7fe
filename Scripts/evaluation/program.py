"""Running the program as a user does."""

import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import BinaryIO

from . import cache

RESULT_FILES = ("result.json", "mesh.ply", "cloud.ply", "trajectory.txt", "markers.json", "frames.csv", "report.html")


@dataclass(frozen=True)
class Run:
    """A finished process: its exit code, what it printed, and its seconds of wall and of processor time."""

    exit_code: int
    output: str
    errors: str
    seconds: float
    processor: float

    @property
    def json(self) -> dict:
        return json.loads(self.output)


def run(*command: object) -> Run:
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        start = time.perf_counter()
        process = subprocess.Popen([str(word) for word in command], stdout=output, stderr=errors)
        _, status, used = os.wait4(process.pid, 0)
        seconds, process.returncode = time.perf_counter() - start, os.waitstatus_to_exitcode(status)
        return Run(process.returncode, text(output), text(errors), seconds, used.ru_utime + used.ru_stime)


def text(file: BinaryIO) -> str:
    file.seek(0)
    return file.read().decode()


THREADED = ("reconstruct", "landmarks", "phantom")
ENDED = {code for number in (signal.SIGHUP, signal.SIGINT, signal.SIGKILL, signal.SIGTERM) for code in (-number, 128 + number)}
"""The exit codes of a program that somebody ended: no result of its own."""


class Stopped(Exception):
    """No more runs are to begin, or one was ended."""


@dataclass
class Limit:
    """When, by the monotonic clock, no more runs are to begin."""

    end: float = float("inf")


@dataclass(frozen=True)
class Program:
    """The `calvaria` command: where its runs are kept, the threads of each, which change no result, and when to stop."""

    path: Path
    kept: cache.Cache | None = None
    threads: int | None = None
    limit: Limit = field(default_factory=Limit)
    processor: list[float] = field(default_factory=list)
    """The seconds of each run, and of each simulation that was used, however long ago it was made."""

    @cached_property
    def identity(self) -> str:
        return cache.identity(self.path)

    def start(self, *words: object) -> Run:
        """A run that is made, whether or not it is kept already."""
        if time.monotonic() >= self.limit.end:
            raise Stopped("no more runs are to begin")
        own = self.threads and words[0] in THREADED and "--threads" not in words
        done = run(self.path, *words, *(("--threads", self.threads) if own else ()))
        if done.exit_code in ENDED:
            raise Stopped("a run was ended by a signal")
        return done

    def run(self, *words: object, output: Path | None = None) -> Run:
        """A run, made or kept. Each path among the words is something that the program reads: what it holds is part of the
        key. Where it lies is not, and is kept nowhere."""
        if self.kept is None:
            return self.start(*words, *(("--output", output) if output else ()))
        with tempfile.TemporaryDirectory() as parent:
            folder = Path(parent, "run")
            file, made = folder / "run.json", folder / "output"
            places = {f"\0{index}\0": str(word) for index, word in enumerate((*words, made)) if isinstance(word, Path)}

            def make() -> None:
                done = self.start(*words, *(("--output", made) if output else ()))
                # A folder's place begins those of the files in it.
                longest = sorted(((place, mark) for mark, place in places.items()), key=lambda pair: -len(pair[0]))
                file.write_text(json.dumps(asdict(replaced(done, longest))))

            key = [self.identity, [word if isinstance(word, Path) else str(word) for word in words], output is not None]
            self.kept.fill(folder, "runs", key, make)
            if made.exists():
                shutil.move(made, output)
            done = Run(**json.loads(file.read_text()))
            self.processor.append(done.processor)
            return replaced(done, places.items())

    def reconstruct(self, recording: Path, output: Path, *options: object) -> Run:
        return self.run("reconstruct", recording, "--json", *options, output=output)

    def measure(self, mesh: Path, landmarks: dict, units: str = "mm", cap_mm: float = 0) -> dict:
        """`measures` of a mesh with the given landmarks, which are in millimetres whatever the mesh's units; a cap on it is
        taken off."""
        return self.measured(mesh, landmarks, units, cap_mm).get("measures", {})

    def measured(self, mesh: Path, landmarks: dict, units: str = "mm", cap_mm: float = 0) -> dict:
        """The whole result for a mesh; empty where it can't be had."""
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump(landmarks, file)
            file.flush()
            done = self.run(
                "measure", mesh, "--landmarks", Path(file.name), "--units", units, "--cap-thickness-mm", cap_mm, "--json")
        return done.json if done.exit_code in (0, 2) else {}

    def info(self, recording: Path, cap: Path) -> Run:
        return self.run("info", recording, "--cap", cap, "--json")

    def detections(self, recording: Path, cap: Path, file: Path, times: Path) -> Run:
        return self.start("info", recording, "--cap", cap, "--detections", file, "--timings", times)

    def offers(self, verb: str, option: str) -> bool:
        """Whether a verb has an option."""
        return option in run(self.path, verb, "--help").output

    def help(self) -> Run:
        return run(self.path, "--help")


def replaced(done: Run, pairs: Iterable[tuple[str, str]]) -> Run:
    """A run that printed another text for each first of a pair."""
    output, errors = done.output, done.errors
    for old, new in pairs:
        output, errors = output.replace(old, new), errors.replace(old, new)
    return replace(done, output=output, errors=errors)


def spread(work: Callable, items: Iterable) -> list:
    """What the work makes of each item, in order, of as many at once as there are cores."""
    with ThreadPoolExecutor(cores()) as pool:
        return list(pool.map(work, items))


def cores() -> int:
    return len(os.sched_getaffinity(0))


def machine() -> str:
    """The processor and the number of its cores that this process may use."""
    lines = Path("/proc/cpuinfo").read_text().splitlines() if Path("/proc/cpuinfo").exists() else []
    model = next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), "unknown processor")
    return f"{model}, {cores()} cores"
