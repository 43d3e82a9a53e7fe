"""Cost of a whole run where the colour camera has more pixels than the depth camera, or stands beside it."""

from pathlib import Path

from .figures import Part, add
from .process import measured
from .setup import Setup

CAMERAS = {
    "640 × 480 both": ("--color-size", "640x480", "--depth-size", "640x480"),
    "1440 × 1080, 640 × 480": ("--color-size", "1440x1080", "--depth-size", "640x480"),
    "1440 × 1080, 640 × 480, 12 mm apart": ("--color-size", "1440x1080", "--depth-size", "640x480", "--baseline-mm", "12"),
}
FRAMES = 300


def run(setup: Setup, part: Part) -> None:
    """One round of all pairs of cameras, simulated once."""
    for name, options in CAMERAS.items():
        usage = setup.reconstruct(simulated(setup, name, options), "--threads", 2)
        add(part, name, **usage.figures(FRAMES))


def simulated(setup: Setup, name: str, options: tuple[str, ...]) -> Path:
    recording = setup.folder / f"cameras-{list(CAMERAS).index(name)}"
    if not recording.exists():
        measured(setup.calvaria, "phantom", recording, "--frames", FRAMES, "--duration", "10", *options)
    return recording
