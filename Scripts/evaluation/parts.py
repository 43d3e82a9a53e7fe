"""The parts that have a page of their own."""

import argparse
import datetime
from pathlib import Path

from . import automatic
from . import calibration as calibrations
from . import cameras as camera_cases
from . import comparison as comparisons
from . import coverage as coverages
from . import depth as depths
from . import detection as detections
from . import faults as fault_cases
from . import heads as head_cases
from . import midline as midlines
from . import one_head
from . import recorders as recorder_parts
from . import true_surfaces
from . import unseen as unseen_parts
from . import wrong_landmarks
from .page import replace_blocks
from .phantoms import Phantoms
from .program import Program, machine
from .speed import Peer
from .truth import Recording

PRACTICE = ("practice_a", "practice_b")


def heads(
    calvaria: Program, phantoms: Phantoms, found: list[Recording], peer: Peer | None, options: argparse.Namespace
) -> None:
    wanted = lambda name: not options.only or name in options.only
    recordings = [recording for recording in found if recording.name in PRACTICE and wanted(recording.name)]
    recordings += [head_cases.recording(phantoms, name) for name in head_cases.HEADS if wanted(name)]
    rows = head_cases.run(calvaria, recordings, peer)
    write(options.output / "heads.md", {"heads": head_cases.page(rows)}, whole=not options.only)


def calibration(calvaria: Program, phantoms: Phantoms, found: list[Recording], options: argparse.Namespace) -> None:
    recordings = [recording for recording in found if recording.name == "practice_a"]
    recordings += [head_cases.recording(phantoms, name) for name in ("brachycephaly", "right-severe")]
    focal = calibrations.focal_page(calibrations.focal_rows(calvaria, phantoms, recordings))
    delays = calibrations.delay_page(calibrations.delay_rows(calvaria, phantoms))
    practice = [recording for recording in found if recording.name in PRACTICE]
    depth = depths.page(depths.rows(calvaria, phantoms, practice))
    write(options.output / "calibration.md", {"focal": focal, "delay": delays, "depth": depth})


def faults(calvaria: Program, phantoms: Phantoms, options: argparse.Namespace) -> None:
    rows = fault_cases.run(calvaria, phantoms, options.only)
    write(options.output / "faults.md", {"faults": fault_cases.page(rows)}, whole=not options.only)


def cameras(calvaria: Program, phantoms: Phantoms, options: argparse.Namespace) -> None:
    rows = camera_cases.run(calvaria, phantoms, options.only)
    write(options.output / "cameras-and-cloth.md", camera_cases.page(rows), whole=not options.only)
    if options.before:
        earlier = camera_cases.run(Program(options.before.resolve()), phantoms, options.only, stated=False)
        write(options.output / "cameras-and-cloth.md", camera_cases.before_page(earlier, rows), whole=not options.only)


def coverage(calvaria: Program, phantoms: Phantoms, options: argparse.Namespace) -> None:
    scans, pairs = coverages.run(calvaria, phantoms, options.repeats)
    write(options.output / "coverage.md", coverages.page(scans, pairs), whole=options.repeats == coverages.HEADS)


def comparison(calvaria: Program, phantoms: Phantoms, found: list[Recording], options: argparse.Namespace) -> None:
    """On the true surfaces of the practice recordings and of the project's own; then on heads that are one, or two."""
    recordings = [each for each in found if each.name in (*PRACTICE, "sample", "plagio")]
    turned = comparisons.page(comparisons.rows(calvaria, recordings))
    apart = one_head.page(one_head.rows(calvaria, phantoms))
    write(options.output / "comparison.md", {"comparison": turned, "one-head": apart})


def detection(calvaria: Program, recording: Path, options: argparse.Namespace) -> None:
    """Leaves the page as it is where the recording is absent: it is not part of the project."""
    if recording.is_dir():
        write(options.output / "detection.md", {"detection": detections.page(detections.run(calvaria, recording))})


def landmarks(calvaria: Program, phantoms: Phantoms, found: list[Recording], options: argparse.Namespace) -> None:
    wanted = lambda name: not options.only or name in options.only
    recordings = [recording for recording in found if recording.name in (*PRACTICE, "practice_half") and wanted(recording.name)]
    recordings += [automatic.recording(phantoms, name) for name in automatic.FACES if wanted(name)]
    surfaces = [true_surfaces.row(calvaria, recording) for recording in recordings]
    rows = automatic.run(calvaria, phantoms, recordings)
    unseen = unseen_parts.run(calvaria, phantoms, [recording for recording in recordings if recording.name in PRACTICE])
    own = [recording for recording in found if recording.name in ("sample", "plagio", "half", "hard_a", "hard_b") and wanted(recording.name)]
    wrong = wrong_landmarks.rows(calvaria, recordings + own)
    blocks = {
        "surfaces": true_surfaces.page(surfaces), "landmarks": automatic.page(rows),
        "unseen": unseen_parts.page(unseen), "wrong": wrong_landmarks.page(wrong),
    }
    write(options.output / "landmarks.md", blocks, whole=not options.only)


def midline(calvaria: Program, phantoms: Phantoms, found: list[Recording], options: argparse.Namespace) -> None:
    rows = midlines.rows(calvaria, midlines.heads(calvaria, phantoms, found), options.operators)
    whole = [each for each in found if each.name in (*PRACTICE, "practice_half", "sample", "plagio", "half")]
    blocks = {
        "operators": midlines.page(rows), "errors": midlines.errors(calvaria, whole),
        "variants": midlines.variants(calvaria, phantoms), "partial": midlines.partial(calvaria, phantoms),
    }
    write(options.output / "midline.md", blocks, whole=options.operators == midlines.OPERATORS)


def recorders(calvaria: Program, recording: Path, options: argparse.Namespace) -> None:
    """What real recordings give is left as it is where they are absent: they are not part of the project."""
    blocks = {"layouts": recorder_parts.page(recorder_parts.rows(calvaria, recording))}
    real = options.shared / "real"
    if real.is_dir():
        blocks["real"] = recorder_parts.real_page(calvaria, real)
    write(options.output / "recorders.md", blocks)


def write(page: Path, blocks: dict[str, str], whole: bool = True) -> None:
    """Renews the blocks of a page; a part of the rows is only printed."""
    print("\n\n".join(blocks.values()))
    if whole:
        stamp = f"{machine()}; {datetime.date.today().isoformat()}."
        replace_blocks(page, blocks | {"machine": stamp})
