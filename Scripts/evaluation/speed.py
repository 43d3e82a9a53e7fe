"""Speed of the whole process, alternating with a peer where there is one."""

import json
import shutil
import statistics
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from . import ply, poses, program, surface
from .truth import Recording

ROUNDS = 3
STARTS = 20


@dataclass(frozen=True)
class Peer:
    """An OpenCV + Open3D program with the interpreter that has its packages."""

    python: Path
    script: Path

    def reconstruct(self, recording: Recording, mesh: Path) -> program.Run:
        return program.run(self.python, self.script, recording.folder, mesh, recording.truth["dictionary"])


@dataclass(frozen=True)
class Speed:
    """Seconds of each run, the frames per second that the peer's last run states for its stages alone, and the error of
    its surface."""

    recording: str
    frames: int
    seconds: list[float]
    peer_seconds: list[float]
    peer_stages: float | None
    peer_surface: dict | None
    help_seconds: float

    @property
    def frames_per_second(self) -> float:
        return self.frames / statistics.median(self.seconds)

    @property
    def peer_frames_per_second(self) -> float | None:
        return self.frames / statistics.median(self.peer_seconds) if self.peer_seconds else None

    @property
    def ratio(self) -> float | None:
        return self.frames_per_second / self.peer_frames_per_second if self.peer_seconds else None


def measure(calvaria: program.Program, recording: Recording, peer: Peer | None) -> Speed:
    """Times whole processes: the program, the peer, the program, …"""
    seconds, peer_seconds, stages = [], [], None
    with tempfile.TemporaryDirectory() as folder:
        output, mesh = Path(folder, "out"), Path(folder, "peer.ply")
        for _ in range(ROUNDS):
            shutil.rmtree(output, ignore_errors=True)
            seconds.append(succeeded(calvaria.start(
                "reconstruct", recording.folder, "--output", output, "--json", "--threads", program.cores())))
            if peer:
                run = peer.reconstruct(recording, mesh)
                peer_seconds.append(succeeded(run))
                stages = json.loads(run.output.splitlines()[-1])["fps"]
        peer_surface = peer_figures(recording, mesh) if peer else None
    starts = statistics.median(calvaria.help().seconds for _ in range(STARTS))
    return Speed(recording.name, len(recording.poses), seconds, peer_seconds, stages, peer_surface, starts)


def succeeded(run: program.Run) -> float:
    if run.exit_code not in (0, 2):
        raise RuntimeError(f"exit code {run.exit_code}: {run.errors[-500:]}")
    return run.seconds


def peer_figures(recording: Recording, mesh: Path) -> dict:
    """The peer's surface against the truth; it writes metres and one pose a frame, NaN where it has none."""
    estimated = np.load(f"{mesh}.poses.npy")
    estimated[:, :3, 3] *= 1000
    posed = np.isfinite(estimated).all((1, 2))
    true = np.array(list(recording.poses.values()))[posed]
    guess = poses.head_from_mesh(true, estimated[posed], recording.head_centre)
    figures = surface.compare(ply.read(mesh).scaled(1000), recording, guess).figures()
    return figures | {"posed": float(posed.mean() * 100)}
