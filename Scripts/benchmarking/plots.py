"""The plots of Docs/evaluation/benchmarks.md: medians, with bars from the least to the greatest value."""

from pathlib import Path

import matplotlib

matplotlib.use("Agg")

import matplotlib.pyplot as plt

from .figures import Figures, Part, spread

OURS, THEIRS, THEIRS_TOO, LIMIT = "#1f6fb4", "#d1662a", "#8a8a8a", "#b02020"


def draw(folder: Path, figures: Figures) -> None:
    style()
    for name, plot in {"stages": stages, "integration": integration, "frames": frames}.items():
        if name in figures:
            save(plot(figures[name]["rows"]), folder / f"benchmark-{name}.png")
    if "voxels" in figures and "markers" in figures:
        save(scaling(figures["voxels"]["rows"], figures["markers"]["rows"]), folder / "benchmark-scaling.png")


def style() -> None:
    plt.rcParams.update({"font.size": 9, "axes.spines.top": False, "axes.spines.right": False, "axes.grid": True, "grid.alpha": 0.3})


def save(figure: plt.Figure, path: Path) -> None:
    figure.savefig(path, dpi=110, bbox_inches="tight", metadata={"Software": None})
    plt.close(figure)


def points(axes: plt.Axes, x: list, values: list[list[float]], label: str, color: str, **style: object) -> None:
    spreads = [spread(rounds) for rounds in values]
    middle = [s.median for s in spreads]
    reach = [[s.median - s.least for s in spreads], [s.most - s.median for s in spreads]]
    axes.errorbar(x, middle, yerr=reach, label=label, color=color, marker="o", markersize=4, capsize=3, **style)


def stages(part: Part) -> plt.Figure:
    """Bars of the stages that are given per frame."""
    rows = {name.removesuffix(" per frame"): row for name, row in part.items() if name.endswith(" per frame")}
    figure, axes = plt.subplots(figsize=(7, 0.38 * len(rows) + 0.8))
    for threads, shift, color in ((1, -0.18, OURS), (2, 0.18, "#8fbce0")):
        spreads = [spread(row[f"threads_{threads}"]) for row in rows.values()]
        axes.barh([k + shift for k in range(len(rows))], [s.median for s in spreads], 0.34, color=color,
                  label="one thread" if threads == 1 else "two threads",
                  xerr=[[s.median - s.least for s in spreads], [s.most - s.median for s in spreads]], ecolor="#404040", capsize=2)
    axes.set_yticks(range(len(rows)), list(rows))
    axes.invert_yaxis()
    axes.set_xlabel("ms a frame")
    axes.grid(axis="y", visible=False)
    axes.legend(frameon=False, loc="upper right")
    return figure


def integration(part: Part) -> plt.Figure:
    figure, axes = plt.subplots(figsize=(6, 3.4))
    sizes = [float(size) for size in part]
    names = {"calvaria": ("calvaria", OURS), "open3d": ("Open3D", THEIRS), "open3d_3mm": ("Open3D, truncation 3 mm", THEIRS_TOO)}
    for key, (label, color) in names.items():
        if all(key in row for row in part.values()):
            points(axes, sizes, [row[key] for row in part.values()], label, color)
    if all("open3d" in row for row in part.values()):
        half = [spread(row["open3d"]).median / 2 for row in part.values()]
        axes.plot(sizes, half, color=THEIRS, linestyle=":", label="half of Open3D's")
    axes.set_xlabel("voxel, mm")
    axes.set_ylabel("integration, ms a frame")
    axes.set_xticks(sizes)
    from_zero(axes)
    axes.legend(frameon=False)
    return figure


def frames(part: Part) -> plt.Figure:
    figure, (speed, memory) = plt.subplots(1, 2, figsize=(8, 3))
    counts = [int(count) for count in part]
    points(speed, counts, [row["frames_per_s"] for row in part.values()], "calvaria", OURS)
    points(memory, counts, [row["peak_mb"] for row in part.values()], "calvaria", OURS)
    if all("peer_frames_per_s" in row for row in part.values()):
        points(speed, counts, [row["peer_frames_per_s"] for row in part.values()], "OpenCV + Open3D", THEIRS)
    memory.axhline(150, color=LIMIT, linestyle=":", label="limit")
    speed.legend(frameon=False)
    memory.legend(frameon=False)
    for axes, label in ((speed, "frames/s"), (memory, "peak memory, MB")):
        logarithmic(axes, counts)
        axes.set_xlabel("frames")
        axes.set_ylabel(label)
        from_zero(axes)
    figure.tight_layout()
    return figure


def from_zero(axes: plt.Axes) -> None:
    axes.set_ylim(0, 1.05 * axes.get_ylim()[1])


def logarithmic(axes: plt.Axes, values: list[int]) -> None:
    axes.set_xscale("log")
    axes.set_xticks(values, [f"{value:,}" for value in values])
    axes.minorticks_off()


def scaling(voxels: Part, markers: Part) -> plt.Figure:
    figure, panels = plt.subplots(1, 2, figsize=(8, 3), sharey=True)
    for axes, part, label in zip(panels, (voxels, markers), ("voxel, mm", "ids in the cap file"), strict=True):
        sizes = [float(size) for size in part]
        points(axes, sizes, [row["frames_per_s"] for row in part.values()], "calvaria", OURS)
        axes.set_xticks(sizes, list(part))
        axes.set_xlabel(label)
        from_zero(axes)
    panels[0].set_ylabel("frames/s")
    figure.tight_layout()
    return figure
