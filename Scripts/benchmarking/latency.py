"""The operator's feedback from frame to event, on one core, and its memory, by number of frames."""

import json
import os

from . import frames
from .figures import Part, add
from .process import measured
from .setup import Setup


def run(setup: Setup, part: Part) -> None:
    """One round of all sizes."""
    core = max(os.sched_getaffinity(0))
    for count in setup.sizes:
        folder = setup.folder / f"frames-{count}"
        if not folder.exists():
            frames.make(setup.recording, count, folder)
        usage = measured("taskset", "--cpu-list", core, setup.stages, "latency", folder)
        times = json.loads(usage.output)
        add(part, str(count), peak_mb=usage.peak_mb, **{
            f"{name}_{figure}": value for name, latency in times.items() for figure, value in latency.items()})
