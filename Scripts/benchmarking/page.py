"""The tables of Docs/evaluation/benchmarks.md."""

from pathlib import Path

from evaluation.page import replace_blocks, table, tick

from . import plots
from .figures import Figures, Part, ratio, spread

OURS, OURS_ALONE, PEER = "calvaria, 2 threads", "calvaria, 1 threads", "OpenCV + Open3D, Python"
PLOTS = {
    "stages": ["![Stages, per frame](benchmark-stages.png)"],
    "integration": ["![Integration by size of voxels](benchmark-integration.png)"],
    "frames": ["![Frames/s and memory by number of frames](benchmark-frames.png)"],
    "markers": ["![Frames/s by size of voxels and by number of markers](benchmark-scaling.png)"],
}
LEFT_OUT = "Left out: the peers were not available (`--peer`)."


def write(folder: Path, figures: Figures) -> None:
    """Renews the page's tables and plots; parts that were not measured stay as they are."""
    plots.draw(folder, figures)
    replace_blocks(folder / "benchmarks.md", blocks(figures))


def tables(figures: Figures, parts: list[str]) -> str:
    return "\n\n".join(f"{name}\n{block}" for name, block in blocks(figures).items() if name in parts)


def blocks(figures: Figures) -> dict[str, str]:
    made = {
        "whole": whole, "stages": stages, "integration": integration, "detection": detection, "frames": frames,
        "voxels": voxels, "markers": markers, "cameras": cameras, "latency": latency}
    return {
        name: "\n\n".join([make(figures[name]["rows"]), figures[name]["circumstances"], *PLOTS.get(name, [])])
        for name, make in made.items() if name in figures}


def whole(part: Part) -> str:
    names = {OURS: "`calvaria reconstruct`, two threads", OURS_ALONE: "`calvaria reconstruct`, one thread", PEER: PEER}
    header = ["whole process", "frames/s", "wall, s", "user + system, s", "peak memory, MB", "runs"]
    rows = [
        [names[name], f"{spread(row['frames_per_s']):.1f}", f"{spread(row['wall_s']):.2f}", f"{spread(row['cpu_s']):.2f}",
         f"{spread(row['peak_mb']):.0f}", str(len(row["wall_s"]))] for name, row in part.items()]
    lines = [table(header, rows), "", shares(part[OURS]), ""]
    if PEER not in part:
        return "\n".join([*lines, LEFT_OUT])
    ours, peer = part[OURS]["frames_per_s"], part[PEER]
    against, stated = ratio(ours, peer["frames_per_s"]), ratio(ours, peer["stated_frames_per_s"])
    return "\n".join(lines + [
        f"- Frames/s of ours over the peer's, whole processes, round by round (required: ≥ 5): {against:.2f}{tick(against.median >= 5)}",
        f"- Our whole process over the peer's stages alone, without the start of its interpreter "
        f"({spread(peer['stated_frames_per_s']):.1f} frames/s): {stated:.2f}{tick(stated.median >= 5)}",
        f"- Processor time, the peer's over ours: {ratio(peer['cpu_s'], part[OURS]['cpu_s']):.2f}"])


def shares(row: dict[str, list[float]]) -> str:
    """The stages of a whole run; what is left is start, inputs and output."""
    named = {key: row[f"{key}_s"] for key in ("markers", "tracking", "fusion", "analysis") if f"{key}_s" in row}
    rest = [wall - sum(seconds[k] for seconds in named.values()) for k, wall in enumerate(row["wall_s"])]
    parts = [f"{name} {spread(seconds):.2f} s" for name, seconds in (named | {"start, inputs and files": rest}).items()]
    return "Stages of ours with two threads: " + ", ".join(parts) + "."


def stages(part: Part) -> str:
    rows = [[name.rsplit(" per ", 1)[0], f"{spread(row['threads_1']):.2f}", f"{spread(row['cpu_1']):.2f}",
             f"{spread(row['threads_2']):.2f}", name.rsplit(" per ", 1)[1], str(len(row["threads_1"]))] for name, row in part.items()]
    return table(["stage", "one thread, ms", "processor time, one thread, ms", "two threads, ms", "per", "runs"], rows)


def integration(part: Part) -> str:
    header = ["voxel, mm", "calvaria, ms a frame", "Open3D, ms a frame", "ours / Open3D's (required: ≤ 0.5)", "the same for processor time",
              "Open3D with a truncation of 3 mm", "ratio", "runs"]
    rows = []
    for size, row in part.items():
        cells = ["–"] * 5
        if "open3d" in row:
            own, same = ratio(row["calvaria"], row["open3d"]), ratio(row["calvaria"], row["open3d_3mm"])
            cells = [f"{spread(row['open3d']):.1f}", f"{own:.3f}{tick(own.median <= 0.5)}",
                     f"{ratio(row['calvaria_cpu'], row['open3d_cpu']):.2f}", f"{spread(row['open3d_3mm']):.1f}", f"{same:.2f}"]
        rows.append([size, f"{spread(row['calvaria']):.1f}", *cells, str(len(row["calvaria"]))])
    return table(header, rows) + ("" if any("open3d" in row for row in part.values()) else f"\n\n{LEFT_OUT}")


def detection(part: Part) -> str:
    rows = [[name, f"{spread(row['ms']):.1f}", "" if name == "calvaria" else f"{ratio(row['ms'], part['calvaria']['ms']):.2f}",
             str(len(row["ms"]))] for name, row in part.items()]
    return table(["one thread", "ms an image", "relative to ours", "runs"], rows) + ("" if len(part) > 1 else f"\n\n{LEFT_OUT}")


def frames(part: Part) -> str:
    lines = [costs("frames", part)]
    if {"300", "3600"} <= part.keys():
        change, cost = (ratio(part["3600"][figure], part["300"][figure]) for figure in ("frames_per_s", "cpu_ms_per_frame"))
        lines.append(f"- Frames/s of 3,600 frames over those of 300 (required: ≥ 0.9): {change:.3f}{tick(change.median >= 0.9)}; "
                     f"processor time a frame: {cost:.3f}")
    largest = max(part, key=int)
    peak = spread(part[largest]["peak_mb"])
    lines.append(f"- Peak memory of {int(largest):,} frames (required: ≤ 500 MB): {peak:.0f} MB{tick(peak.most <= 500)}")
    return "\n\n".join([lines[0], "\n".join(lines[1:])])


def voxels(part: Part) -> str:
    return costs("voxel, mm", part)


def markers(part: Part) -> str:
    return costs("ids in the cap file", part)


def cameras(part: Part) -> str:
    lines = []
    for name, row in part.items():
        if name.startswith("1440"):
            speed = spread(row["frames_per_s"])
            lines.append(f"- {name}: frames/s (required: ≥ 60) {speed:.1f}{tick(speed.median >= 60)}")
    return costs("colour, depth", part) + "\n\n" + "\n".join(lines)


def latency(part: Part) -> str:
    """Which part takes how long, then all of it from frame to event and from file to event."""
    columns = [
        ("decoding, ms", "decoding_median_ms"), ("markers, ms", "detection_median_ms"), ("facts and feedback, ms", "feedback_median_ms"),
        ("frame to event, ms", "frame_to_event_median_ms"), ("99th percentile", "frame_to_event_p99_ms"),
        ("file to event, ms", "file_to_event_median_ms"), ("99th percentile", "file_to_event_p99_ms"),
        ("processor time, file to event, ms", "file_to_event_cpu_median_ms"), ("99th percentile", "file_to_event_cpu_p99_ms"),
        ("peak memory, MB", "peak_mb")]
    rows = [[count, *(f"{spread(row[figure]):.1f}" for _, figure in columns), str(len(row["peak_mb"]))] for count, row in part.items()]
    least, most = min(part, key=int), max(part, key=int)
    lines = []
    for what in ("frame to event", "file to event"):
        median, p99 = (spread(part[most][f"{what.replace(' ', '_')}_{figure}_ms"]) for figure in ("median", "p99"))
        lines.append(f"- From {what}, {int(most):,} frames: median (required: ≤ 20 ms) {median:.1f} ms{tick(median.median <= 20)}, "
                     f"99th percentile (required: ≤ 33 ms) {p99:.1f} ms{tick(p99.median <= 33)}")
    growth = ratio(part[most]["peak_mb"], part[least]["peak_mb"])
    lines.append(f"- Peak memory of {int(most):,} frames over that of {int(least):,} (required: constant; up to 1.1 counts as that): {growth:.3f}{tick(growth.most <= 1.1)}")
    return table(["frames", *(name for name, _ in columns), "runs"], rows) + "\n\n" + "\n".join(lines)


def costs(name: str, part: Part) -> str:
    rows = [[size, f"{spread(row['frames_per_s']):.1f}", f"{spread(row['wall_s']):.2f}", f"{spread(row['cpu_ms_per_frame']):.1f}",
             f"{spread(row['peak_mb']):.0f}", str(len(row["wall_s"]))] for size, row in part.items()]
    return table([name, "frames/s", "wall, s", "user + system a frame, ms", "peak memory, MB", "runs"], rows)
