"""The tables of Docs/evaluation/benchmarks.md."""

from pathlib import Path

from evaluation.page import replace_blocks, table, tick

from . import plots
from .figures import Figures, Part, Spread, ratio, spread

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
        f"- Frames/s of ours over the peer's, whole processes, round by round {required(against, 6.5)}",
        f"- Our whole process over the peer's stages alone, without the start of its interpreter "
        f"({spread(peer['stated_frames_per_s']):.1f} frames/s): {stated:.2f}",
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
    lines = []
    for count, row in part.items():
        if "peer_frames_per_s" in row:
            times = ratio(row["frames_per_s"], row["peer_frames_per_s"])
            lines.append(f"- {int(count):,} frames: frames/s of ours over the peer's {required(times, TIMES_THE_PEER.get(count))}")
    for count in [count for count in ("900", "3600") if count in part]:
        lines.append(f"- {int(count):,} frames: frames/s {required(spread(part[count]['frames_per_s']), 300)}")
    for count in [count for count in ("300", "36000") if count in part]:
        peak = spread(part[count]["peak_mb"])
        lines.append(f"- Peak memory of {int(count):,} frames (required: ≤ 150 MB): {peak:.0f} MB{tick(peak.most <= 150)}")
    if {"300", "3600"} <= part.keys():
        growth = [(more - less) / 3300 * 1000 for more, less in zip(part["3600"]["peak_mb"], part["300"]["peak_mb"], strict=True)]
        lines.append(f"- Its growth from 300 to 3,600 frames (required: ≤ 2 kB a frame): {spread(growth):.0f} kB a frame"
                     f"{tick(max(growth) <= 2)}")
    peers = "" if any("peer_mb" in row for row in part.values()) else f"\n\n{LEFT_OUT}"
    return costs("frames", part, "peer_frames_per_s", "peer_mb") + "\n\n" + "\n".join(lines) + peers


TIMES_THE_PEER = {"300": 6.5, "900": 10, "3600": 10}
"""How many times the peer's frames/s are required, by number of frames."""


def required(value: Spread, least: float | None) -> str:
    """A value with what is required of it, if anything is."""
    return f"{value:.1f}" if least is None else f"(required: ≥ {least:g}) {value:.1f}{tick(value.median >= least)}"


def voxels(part: Part) -> str:
    return costs("voxel, mm", part)


def markers(part: Part) -> str:
    return costs("ids in the cap file", part)


def cameras(part: Part) -> str:
    lines = []
    for name, row in part.items():
        if name.startswith("1440"):
            speed = spread(row["frames_per_s"])
            lines.append(f"- {name}: frames/s {required(speed, 200)}")
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


def costs(name: str, part: Part, *others: str) -> str:
    """What whole runs cost; `others` are the figures of the peer beside them."""
    titles = {"peer_frames_per_s": "the peer's frames/s", "peer_mb": "its memory, MB"}
    shown = [figure for figure in others if any(figure in row for row in part.values())]
    rows = [[size, f"{spread(row['frames_per_s']):.1f}", f"{spread(row['wall_s']):.2f}", f"{spread(row['cpu_ms_per_frame']):.1f}",
             f"{spread(row['peak_mb']):.0f}", *(f"{spread(row[figure]):.1f}" for figure in shown), str(len(row["wall_s"]))]
            for size, row in part.items()]
    return table([name, "frames/s", "wall, s", "user + system a frame, ms", "peak memory, MB",
                  *(titles[figure] for figure in shown), "runs"], rows)
