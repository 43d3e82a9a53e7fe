"""One recording from the program's result to its figures."""

import csv
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from . import measures, ply, poses, program, surface
from .cache import files
from .truth import Recording


@dataclass
class Assessment:
    """Everything measured about a recording; `figures` by the keys of `limits.FIGURES`."""

    recording: Recording
    figures: dict = field(default_factory=dict)
    rows: list[measures.Row] = field(default_factory=list)
    landmarks: dict[str, tuple[float, float]] = field(default_factory=dict)
    regions: dict = field(default_factory=dict)
    comparison: surface.Comparison | None = None
    result_mesh: ply.Mesh | None = None
    result: dict | None = None

    @property
    def name(self) -> str:
        return self.recording.name

    @property
    def missed(self) -> list[str]:
        """The measures whose interval misses the truth."""
        return [row.key for row in self.rows if row.held is False]


def assess(calvaria: program.Program, recording: Recording) -> Assessment:
    """Reconstructs with one and with two threads, and compares with the truth."""
    assessment = Assessment(recording)
    with tempfile.TemporaryDirectory() as folder:
        first, second = Path(folder, "first"), Path(folder, "second")
        run = calvaria.reconstruct(recording.folder, first, "--threads", 1)
        again = calvaria.reconstruct(recording.folder, second, "--threads", 2)
        figures = assessment.figures
        figures["exit_code"] = run.exit_code
        if run.exit_code not in (0, 2):
            figures["status"], figures["reasons"] = "failed", complaint(run, recording)
            return assessment
        compare(calvaria, assessment, run.json, first)
        figures["files_missing"] = [name for name in program.RESULT_FILES if not (first / name).exists()]
        digests = files(first), files(second)
        figures["identical_bytes"] = digests[0] == digests[1] and run.exit_code == again.exit_code
        figures["differing_files"] = sorted(
            name for name in digests[0].keys() | digests[1].keys() if digests[0].get(name) != digests[1].get(name))
    return assessment


def assess_once(calvaria: program.Program, recording: Recording, *options: object) -> Assessment:
    """Reconstructs once and compares with the truth."""
    assessment = Assessment(recording)
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder, "out")
        run = calvaria.reconstruct(recording.folder, output, *options)
        assessment.figures["exit_code"] = run.exit_code
        if run.exit_code not in (0, 2):
            assessment.figures["status"], assessment.figures["reasons"] = "failed", complaint(run, recording)
            return assessment
        compare(calvaria, assessment, run.json, output)
    return assessment


def complaint(run: program.Run, recording: Recording) -> str:
    """Why a run failed; where the recording lies on this machine is nobody's business."""
    return run.errors.replace(f"{recording.folder}/", "").strip().removeprefix("error: ")[-300:]


def compare(calvaria: program.Program, assessment: Assessment, result: dict, output: Path) -> None:
    truth, figures = assessment.recording, assessment.figures
    assessment.result = result
    figures["cvai_withheld"] = measures.value(result["measures"], "cvai") is None
    figures["status"], figures["reasons"] = result["status"], "; ".join(result["reasons"])
    figures["frames_posed"] = frames_posed(output / "frames.csv")
    true, estimated = poses.pair(truth, poses.read_trajectory(output / "trajectory.txt"))
    if len(true) == 0:
        return
    fitted = poses.head_from_mesh(true, estimated, truth.head_centre)
    figures |= poses.errors(true, estimated, fitted, truth.head_centre)
    assessment.result_mesh = ply.read(output / "mesh.ply")
    comparison = surface.compare(assessment.result_mesh, truth, fitted)
    if comparison is None:
        return
    assessment.comparison, assessment.regions = comparison, surface.by_region(comparison)
    figures |= comparison.figures()
    turn = fitted[:3, :3] @ comparison.head_from_mesh[:3, :3].T
    figures["surface_against_poses"] = float(poses.rigid.angles(turn[None])[0])
    figures |= poses.marker_figures(truth, output / "markers.json", result, comparison.head_from_mesh)
    assessment.rows = measures.rows(calvaria, truth, result, output, comparison)
    for row in assessment.rows:
        figures[f"{row.key}_error"] = row.error
    for name, at in measures.landmarks_in_head(result, comparison).items():
        error = float(np.linalg.norm(at - truth.landmarks[name])) if name in truth.landmarks else None
        if error is not None:
            assessment.landmarks[name] = (error, result["landmarks"][name]["sd_mm"])


def frames_posed(path: Path) -> float:
    """The share of the frames with a pose, per cent."""
    with path.open(newline="") as file:
        used = [row["used"] == "1" for row in csv.DictReader(file)]
    return 100 * sum(used) / len(used)
