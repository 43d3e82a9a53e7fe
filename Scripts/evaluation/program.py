"""Running the program as a user does."""

import hashlib
import json
import os
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

RESULT_FILES = ("result.json", "mesh.ply", "cloud.ply", "trajectory.txt", "markers.json", "frames.csv", "report.html")


@dataclass(frozen=True)
class Run:
    """A finished process: its exit code, what it printed, and its seconds of wall time."""

    exit_code: int
    output: str
    errors: str
    seconds: float

    @property
    def json(self) -> dict:
        return json.loads(self.output)


def run(*command: object) -> Run:
    start = time.perf_counter()
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)
    return Run(done.returncode, done.stdout, done.stderr, time.perf_counter() - start)


@dataclass(frozen=True)
class Program:
    """The `calvaria` command."""

    path: Path

    def reconstruct(self, recording: Path, output: Path, *options: object) -> Run:
        return run(self.path, "reconstruct", recording, "--output", output, "--json", *options)

    def measure(self, mesh: Path, landmarks: dict, units: str = "mm", cap_mm: float = 0) -> dict:
        """`measures` of a mesh with the given landmarks, which are in millimetres whatever the mesh's units; a cap on it is
        taken off."""
        return self.measured(mesh, landmarks, units, cap_mm).get("measures", {})

    def measured(self, mesh: Path, landmarks: dict, units: str = "mm", cap_mm: float = 0) -> dict:
        """The whole result for a mesh; empty where it can't be had."""
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump(landmarks, file)
            file.flush()
            done = run(
                self.path, "measure", mesh, "--landmarks", file.name, "--units", units, "--cap-thickness-mm", cap_mm, "--json")
        return done.json if done.exit_code in (0, 2) else {}

    def info(self, recording: Path, cap: Path) -> Run:
        return run(self.path, "info", recording, "--cap", cap, "--json")

    def detections(self, recording: Path, cap: Path, file: Path, times: Path) -> Run:
        return run(self.path, "info", recording, "--cap", cap, "--detections", file, "--timings", times)

    def offers(self, verb: str, option: str) -> bool:
        """Whether a verb has an option."""
        return option in run(self.path, verb, "--help").output

    def help(self) -> Run:
        return run(self.path, "--help")


def digest(folder: Path) -> dict[str, str]:
    """The SHA-256 of every file in a folder."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def machine() -> str:
    """The processor and the number of its cores that this process may use."""
    lines = Path("/proc/cpuinfo").read_text().splitlines() if Path("/proc/cpuinfo").exists() else []
    model = next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), "unknown processor")
    return f"{model}, {len(os.sched_getaffinity(0))} cores"
