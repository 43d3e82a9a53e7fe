"""Cost of a whole run against the size of voxels and the number of markers."""

import re

from .figures import Part, add
from .setup import Setup


def voxels(setup: Setup, part: Part) -> None:
    """One round of all sizes of voxels."""
    for size in setup.voxels_mm:
        usage = setup.reconstruct(setup.recording, "--threads", 2, "--voxel-mm", f"{size:g}")
        add(part, f"{size:g}", **usage.figures(len(setup.frames)))


def markers(setup: Setup, part: Part) -> None:
    """One round of all numbers of markers: cap files that name fewer ids; the images show all of them."""
    content = (setup.recording / "cap.yaml").read_text()
    listed = re.search(r"^ids: \[(.*)\]$", content, re.MULTILINE)
    if not listed:
        raise RuntimeError(f"{setup.recording}/cap.yaml: expected a list of ids in brackets")
    ids = [int(word) for word in listed[1].split(",")]
    for count in dict.fromkeys(min(count, len(ids)) for count in setup.markers):
        chosen = [ids[k * len(ids) // count] for k in range(count)]
        cap = setup.folder / f"cap-{count}.yaml"
        cap.write_text(content.replace(listed[0], f"ids: {chosen}"))
        usage = setup.reconstruct(setup.recording, "--threads", 2, "--cap", cap)
        add(part, str(count), **usage.figures(len(setup.frames)))
