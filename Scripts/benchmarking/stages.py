"""Each stage on its own, with one thread and with two."""

from .figures import Part, add
from .setup import Setup

ORDER = ("decode", "corners", "markers", "tracking", "views", "integration", "fusion", "meshing", "measuring")
"""The order of the data."""


def run(setup: Setup, part: Part) -> None:
    """One round of all stages, after one that does not count, for each number of threads."""
    for threads in (1, 2):
        timings = setup.time_stages("--repeats", 1, "--threads", threads)
        for stage, timing in sorted(timings.items(), key=lambda timing: ORDER.index(timing[0].split("-")[0])):
            add(part, f"{stage} per {timing['per']}", **{
                f"threads_{threads}": timing["median_ms"], f"cpu_{threads}": timing["cpu_ms"]})
