"""What is measured, with what, how often."""

import json
import shutil
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from evaluation import program

from .process import Usage, measured


@dataclass
class Setup:
    """The programs, the recording and the choices of a run; `folder` is for what is made on the way."""

    calvaria: Path
    stages: Path
    recording: Path
    peer: Path | None
    peer_script: Path
    folder: Path
    repeats: int
    sizes: list[int]
    voxels_mm: list[float]
    markers: list[int]

    PEERS = Path(__file__).resolve().parent.parent.parent / "Benchmarks" / "peers"

    @cached_property
    def frames(self) -> list[str]:
        """The lines of the recording's list of colour images."""
        return entries(self.recording / "rgb.txt")

    @cached_property
    def dictionary(self) -> str:
        lines = (self.recording / "cap.yaml").read_text().splitlines()
        return next(line.split(":")[1].strip() for line in lines if line.startswith("dictionary:"))

    @property
    def machine(self) -> str:
        memory = next(int(line.split()[1]) for line in Path("/proc/meminfo").read_text().splitlines() if line.startswith("MemTotal"))
        return f"{program.machine()}, {memory / 2**20:.0f} GiB"

    @cached_property
    def export(self) -> Path:
        """Poses, region and image files of the recording for the peers."""
        path = self.folder / "export.json"
        measured(self.stages, "export", self.recording, "--to", path)
        export = json.loads(path.read_text())
        for frame in export["frames"]:
            # Images are named as the recording's lists name them.
            frame.update({image: str(Path(self.recording, frame[image]).resolve()) for image in ("color", "depth")})
        path.write_text(json.dumps(export))
        return path

    def reconstruct(self, recording: Path, *options: object) -> Usage:
        """One whole run; its output is thrown away."""
        output = self.folder / "out"
        try:
            return measured(self.calvaria, "reconstruct", recording, "--output", output, *options, accepted=(0, 2))
        finally:
            shutil.rmtree(output, ignore_errors=True)

    def time_stages(self, *options: object) -> dict:
        return json.loads(measured(self.stages, "time", self.recording, *options).output)

    def run_peer(self, script: str, *arguments: object) -> dict:
        """One of the peers' programs of Benchmarks/peers; it prints JSON."""
        return json.loads(measured(self.peer, self.PEERS / script, *arguments).output)


def entries(path: Path) -> list[str]:
    """The lines of a TUM list without its comments."""
    return [line for line in path.read_text().splitlines() if line.strip() and not line.startswith("#")]
