"""Whole runs beside the peer's program, which does the same work with OpenCV and Open3D in Python."""

import json

from .figures import Part, add
from .process import measured
from .setup import Setup


def run(setup: Setup, part: Part) -> None:
    """One round: ours with two threads, ours with one, the peer."""
    count, times = len(setup.frames), setup.folder / "times.json"
    for threads in (2, 1):
        # The program does not replace a file without being told.
        times.unlink(missing_ok=True)
        usage = setup.reconstruct(setup.recording, "--threads", threads, "--timings", times)
        seconds = {f"{stage}_s": value for stage, value in json.loads(times.read_text()).items()}
        add(part, f"calvaria, {threads} threads", **usage.figures(count), **seconds)
    if setup.peer and setup.peer_script.exists():
        usage = measured(setup.peer, setup.peer_script, setup.recording, setup.folder / "peer.ply", setup.dictionary)
        stated = json.loads(usage.output.splitlines()[-1])["fps"]
        add(part, "OpenCV + Open3D, Python", stated_frames_per_s=stated, **usage.figures(count))
