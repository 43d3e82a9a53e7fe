"""Integration of the same depth from the same poses, ours and Open3D's, by size of voxels; two threads."""

from .figures import Part, add
from .setup import Setup


def run(setup: Setup, part: Part) -> None:
    """One round: ours at all sizes, Open3D's at all sizes."""
    sizes = [f"{size:g}" for size in setup.voxels_mm]
    timed = setup.time_stages(
        "--stages", "fusion", "--voxel-mm", *sizes, "--repeats", 1, "--no-warm-up", "--threads", 2)
    for size in setup.voxels_mm:
        timing = timed[f"fusion-{size}mm"]
        add(part, f"{size:g}", calvaria=timing["median_ms"], calvaria_cpu=timing["cpu_ms"])
    if setup.peer:
        for name, arguments in {"open3d": (), "open3d_3mm": ("--truncation-mm", 3)}.items():
            times = setup.run_peer("open3d_integration.py", setup.export, *sizes, *arguments)
            for size in sizes:
                add(part, size, **{name: times[size]["ms"], f"{name}_cpu": times[size]["cpu_ms"]})
