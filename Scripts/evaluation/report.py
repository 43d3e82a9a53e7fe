"""The tables of the recordings' page, in Markdown."""

from .assess import Assessment
from .limits import FIGURES, Figure, signed
from .measures import SHOWN
from .page import table
from .speed import Speed


def results(assessments: list[Assessment]) -> str:
    header = ["", "Required", *(assessment.name for assessment in assessments)]
    return table(header, [[f.label, f.required, *(cell(f, a) for a in assessments)] for f in FIGURES]) + reasons(assessments)


def cell(figure: Figure, assessment: Assessment) -> str:
    mark = {True: " ✔", False: " **✘**", None: ""}[figure.verdict(assessment)]
    return figure.show(assessment) + mark


def reasons(assessments: list[Assessment]) -> str:
    lines = []
    for a in assessments:
        if a.figures.get("reasons"):
            lines.append(f"- {a.name}, reasons given: {a.figures['reasons']}.")
        if a.figures.get("rejected"):
            lines.append(f"- {a.name}, rejected sightings of the cap's ids: {a.figures['rejected']}.")
        if a.figures.get("differing_files"):
            lines.append(f"- {a.name}, files that differ between runs: {', '.join(a.figures['differing_files'])}.")
    return "\n\n" + "\n".join(lines) if lines else ""


def measures(assessments: list[Assessment]) -> str:
    header = ["Recording", "Measure", "Truth", "Truth over the cap", "Cross-check over the cap", "Result", "95 % interval", "Holds the truth", "Error",
              "Error of the surface", "Error of the landmarks"]
    rows = []
    for a in assessments:
        for row in a.rows:
            name, unit = SHOWN[row.key]
            bounds = "–" if row.interval is None else f"{row.interval[0]:.2f} … {row.interval[1]:.2f}"
            rows.append([
                a.name, f"{name}, {unit}", plain(row.true, 4), plain(row.over_cap, 4), plain(row.cross_check, 4), plain(row.value, 2), bounds,
                {True: "yes", False: "**no**", None: "–"}[row.held], *(
                    difference(value) for value in (row.error, row.surface_error, row.landmark_error)),
            ])
    return table(header, rows)


def plain(value: float | None, digits: int) -> str:
    return "–" if value is None else signed(value, digits)


def difference(value: float | None) -> str:
    return "–" if value is None else signed(value, 2, sign=True)


def landmarks(assessments: list[Assessment]) -> str:
    names = sorted({name for a in assessments for name in a.landmarks})
    rows = [
        [a.name, *(f"{a.landmarks[n][0]:.2f} ({a.landmarks[n][1]:.2f})" if n in a.landmarks else "–" for n in names)]
        for a in assessments
    ]
    return table(["Recording", *(name.replace("_", " ") for name in names)], rows)


def regions(assessments: list[Assessment]) -> str:
    shown = [a for a in assessments if a.regions]
    names = list(dict.fromkeys(name for a in shown for name in a.regions))
    rows = [
        [name, *(f"{signed(a.regions[name][1], 3, True)} / {a.regions[name][2]:.3f}" if name in a.regions else "–" for a in shown)]
        for name in names
    ]
    return table(["Mean / RMS, mm", *(a.name for a in shown)], rows)


def speed(timed: Speed | None) -> str:
    if timed is None:
        return "No recording was timed."
    runs = lambda seconds: ", ".join(f"{value:.1f}" for value in seconds) + " s"
    rows = [
        [f"`calvaria reconstruct {timed.recording}`, whole process", f"{timed.frames_per_second:.1f} frames/s",
         f"runs: {runs(timed.seconds)}"],
    ]
    if timed.peer_seconds:
        figures = timed.peer_surface
        rows += [
            ["the peer (OpenCV + Open3D, Python), whole process", f"{timed.peer_frames_per_second:.1f} frames/s",
             f"runs: {runs(timed.peer_seconds)}, alternating with ours; its stages alone, without its start: {timed.peer_stages:.1f} frames/s"],
            ["ratio (required: ≥ 1)", f"{timed.ratio:.2f} {'✔' if timed.ratio >= 1 else '**✘**'}", "medians"],
            ["the peer's surface, cap area", f"{figures['surface_rms']:.3f} mm RMS",
             f"completeness {figures['completeness']:.1f} %, {figures['foreign_5mm']} foreign vertices, {figures['posed']:.1f} % posed"],
        ]
    rows.append(["`calvaria --help` (required: < 50 ms)", f"{timed.help_seconds * 1000:.0f} ms "
                 f"{'✔' if timed.help_seconds < 0.05 else '**✘**'}", "median of 20"])
    return table(["", "", ""], rows)


def real(info: dict | None) -> str:
    if info is None:
        return "The recording is not part of the project and was not present in this run."
    found = info["markers"]
    fewest = found["fewest_per_frame"]
    rows = [
        ["markers a frame, fewest / mean", f"{fewest} / {found['mean_per_frame']:.1f}", "≥ 30", "✔" if fewest >= 30 else "**✘**"],
        ["distance of marker corners from the board's plane", f"{found['frame_planarity_mm']:.2f} mm", "printed", ""],
        ["distance of depth pixels from a marker's plane", f"{found['marker_planarity_mm']:.2f} mm", "printed", ""],
        ["marker size in depth / in print", f"{found['size_ratio']:.4f} ± {found['size_ratio_sd']:.4f} (SD)", "printed", ""],
        ["frames, valid depth", f"{found['frames']}, {100 * info['depth']['valid_fraction']:.1f} %", "", ""],
    ]
    return table(["truedepth-iphone11pro", "", "Required", ""], rows)
