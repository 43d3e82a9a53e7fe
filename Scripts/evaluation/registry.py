"""The parts of the evaluation: each runs the program on its recordings and renews the blocks of its page.

A part is a function of a `Bench`; `PARTS` names them in the order in which they run.
"""

import argparse
from dataclasses import dataclass, field, replace
from pathlib import Path

from .parts import automatic, one_head, true_surfaces, wrong_landmarks
from .parts import bare as bare_heads
from .parts import calibration as calibrations
from .parts import cameras as camera_cases
from .parts import comparison as comparisons
from .parts import coverage as coverages
from .parts import depth as depths
from .parts import detection as detections
from .parts import dictionaries
from .parts import earlier as earlier_programs
from .parts import faults as fault_cases
from .parts import heads as head_cases
from .parts import midline as midlines
from .parts import recorders as recorder_parts
from .parts import recordings as recording_cases
from .parts import sensitivity as sensitivities
from .parts import short as short_scans
from .parts import size as sizes
from .parts import unseen as unseen_parts
from .phantoms import Phantoms
from .program import Program, spread
from .speed import Peer
from .truth import Recording

PRACTICE = ("practice_a", "practice_b")


@dataclass(frozen=True)
class Bench:
    """What a part works with, and where it leaves what it makes."""

    calvaria: Program
    phantoms: Phantoms
    found: list[Recording]
    """Recordings with their truth, of Datasets and of the shared folder."""
    datasets: Path
    peer: Peer | None
    options: argparse.Namespace
    folder: Path = Path()
    """For files that go beside the pages."""
    pages: dict[str, dict[str, str]] = field(default_factory=dict)
    """The blocks, by page."""

    @property
    def earlier(self) -> Program | None:
        return replace(self.calvaria, path=self.options.before.resolve()) if self.options.before else None

    def wants(self, name: str) -> bool:
        """Whether a recording, head or fault of this name is asked for."""
        return not self.options.only or name in self.options.only

    def write(self, page: str, blocks: dict[str, str]) -> None:
        """Prints the blocks, and leaves them for their page."""
        print("\n\n".join(blocks.values()))
        self.pages.setdefault(page, {}).update(blocks)


def recordings(bench: Bench) -> list[str]:
    """The overview, README.md: the result is what fails of the requirements."""
    blocks, failed = recording_cases.run(
        bench.calvaria, [each for each in bench.found if bench.wants(each.name)], bench.options, bench.peer, bench.folder)
    bench.write("README.md", blocks)
    print("\n".join(failed) or "every requirement on the recordings holds")
    return failed


def heads(bench: Bench) -> None:
    recordings = [recording for recording in bench.found if recording.name in PRACTICE and bench.wants(recording.name)]
    recordings += spread(lambda name: head_cases.recording(bench.phantoms, name), filter(bench.wants, head_cases.HEADS))
    rows = head_cases.run(bench.calvaria, recordings, bench.peer)
    bench.write("heads.md", {"heads": head_cases.page(rows)})


def earlier(bench: Bench) -> None:
    """Leaves the table as it is where no earlier program is given."""
    if not bench.earlier:
        return
    whole = [each for each in bench.found if each.name in (*PRACTICE, "practice_half", "sample", "plagio", "hard_a", "hard_b")]
    whole += spread(lambda name: head_cases.recording(bench.phantoms, name), head_cases.HEADS) + [earlier_programs.long(bench.phantoms)]
    found = earlier_programs.run(
        bench.earlier, bench.calvaria, bench.phantoms, [recording for recording in whole if bench.wants(recording.name)])
    bench.write("README.md", {"earlier": earlier_programs.page(found)})


def calibration(bench: Bench) -> None:
    recordings = [recording for recording in bench.found if recording.name == "practice_a"]
    recordings += spread(lambda name: head_cases.recording(bench.phantoms, name), ("brachycephaly", "right-severe"))
    focal = calibrations.focal_page(calibrations.focal_rows(bench.calvaria, bench.phantoms, recordings))
    delays = calibrations.delay_page(calibrations.delay_rows(bench.calvaria, bench.phantoms))
    practice = [recording for recording in bench.found if recording.name in PRACTICE]
    depth = depths.page(depths.rows(bench.calvaria, bench.phantoms, practice))
    size = sizes.page(sizes.scans(bench.calvaria, bench.phantoms))
    bench.write("calibration.md", {"focal": focal, "delay": delays, "depth": depth, "size": size})


def short(bench: Bench) -> None:
    recordings = [each for each in bench.found if each.name in (*PRACTICE, "hard_a", "hard_b")]
    bench.write("calibration.md", {"short": short_scans.page(short_scans.run(bench.calvaria, recordings))})


def bare(bench: Bench) -> None:
    bench.write("cameras-and-cloth.md", {"bare": bare_heads.page(bare_heads.run(bench.calvaria, bench.phantoms))})


def faults(bench: Bench) -> None:
    rows = fault_cases.run(bench.calvaria, bench.phantoms, bench.options.only)
    bench.write("faults.md", {"faults": fault_cases.page(rows)})


def cameras(bench: Bench) -> None:
    rows = camera_cases.run(bench.calvaria, bench.phantoms, bench.options.only)
    bench.write("cameras-and-cloth.md", camera_cases.page(rows))


def coverage(bench: Bench) -> None:
    scans, pairs = coverages.run(bench.calvaria, bench.phantoms, bench.options.repeats)
    bench.write("coverage.md", coverages.page(scans, pairs))


def comparison(bench: Bench) -> None:
    """On the true surfaces of the practice recordings and of the project's own; then on heads that are one, or two."""
    recordings = [each for each in bench.found if each.name in (*PRACTICE, "sample", "plagio")]
    turned = comparisons.page(comparisons.rows(bench.calvaria, recordings))
    apart = one_head.page(one_head.rows(bench.calvaria, bench.phantoms))
    bench.write("comparison.md", {"comparison": turned, "one-head": apart})


def detection(bench: Bench) -> None:
    """Leaves the real board's table as it is where the recording is absent: it is not part of the project."""
    blocks = {"dictionaries": dictionaries.page(dictionaries.rows(bench.calvaria))}
    recording = bench.options.shared / "real" / "truedepth-iphone11pro"
    if recording.is_dir():
        blocks["detection"] = detections.page(detections.run(bench.calvaria, recording))
    bench.write("detection.md", blocks)


def landmarks(bench: Bench) -> None:
    judged = (*PRACTICE, "practice_half", "hard_a", "hard_b")
    recordings = [recording for recording in bench.found if recording.name in judged and bench.wants(recording.name)]
    recordings += spread(lambda name: automatic.recording(bench.phantoms, name), filter(bench.wants, automatic.FACES))
    surfaces = spread(lambda recording: true_surfaces.row(bench.calvaria, recording), recordings)
    rows = automatic.run(bench.calvaria, bench.phantoms, recordings)
    unseen = unseen_parts.run(bench.calvaria, bench.phantoms, [recording for recording in recordings if recording.name in PRACTICE])
    own = [recording for recording in bench.found if recording.name in ("sample", "plagio", "half") and bench.wants(recording.name)]
    wrong = wrong_landmarks.rows(bench.calvaria, recordings + own)
    blocks = {
        "surfaces": true_surfaces.page(surfaces), "landmarks": automatic.page(rows),
        "unseen": unseen_parts.page(unseen), "wrong": wrong_landmarks.page(wrong),
    }
    bench.write("landmarks.md", blocks)


def midline(bench: Bench) -> None:
    rows = midlines.rows(bench.calvaria, midlines.heads(bench.calvaria, bench.phantoms, bench.found), bench.options.operators)
    whole = [each for each in bench.found if each.name in (*PRACTICE, "practice_half", "sample", "plagio", "half", "hard_a", "hard_b")]
    blocks = {
        "operators": midlines.page(rows), "errors": midlines.errors(bench.calvaria, whole),
        "variants": midlines.variants(bench.calvaria, bench.phantoms), "partial": midlines.partial(bench.calvaria, bench.phantoms),
    }
    bench.write("midline.md", blocks)


def recorders(bench: Bench) -> None:
    """What real recordings give is left as it is where they are absent: they are not part of the project."""
    blocks = {"layouts": recorder_parts.page(recorder_parts.rows(bench.calvaria, bench.datasets / "sample"))}
    real = bench.options.shared / "real"
    if real.is_dir():
        blocks["real"] = recorder_parts.real_page(bench.calvaria, real)
    bench.write("recorders.md", blocks)


def sensitivity(bench: Bench) -> None:
    sample = next(each for each in bench.found if each.name == "sample")
    bench.write("sensitivity.md", {"sensitivity": sensitivities.page(bench.calvaria, sample)})


PARTS = {
    part.__name__: part
    for part in (
        recordings, heads, earlier, calibration, short, faults, cameras, bare, detection, landmarks, coverage, comparison, midline, recorders, sensitivity)
}
