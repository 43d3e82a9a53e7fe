"""What is required of a figure, and whether it holds."""

from collections.abc import Callable
from dataclasses import dataclass

from .assess import Assessment


@dataclass(frozen=True)
class Figure:
    """A row of the results: how it is named, printed and judged. `whole` limits hold for whole scans, `partial` ones for
    scans that can't support a measurement."""

    key: str
    label: str
    show: Callable[[Assessment], str]
    required: str = ""
    whole: Callable[[dict], bool] | None = None
    partial: Callable[[dict], bool] | None = None

    def verdict(self, assessment: Assessment) -> bool | None:
        """Whether the limit holds; none where there is no limit."""
        judge = self.whole if assessment.recording.supports_measurement else self.partial
        if judge is None:
            return None
        try:
            return bool(judge(assessment.figures))
        except (KeyError, TypeError):
            return False


def number(key: str, digits: int, unit: str = "") -> Callable[[Assessment], str]:
    def show(assessment: Assessment) -> str:
        value = assessment.figures.get(key)
        return "–" if value is None else signed(value, digits, key.endswith("_error")) + unit

    return show


def signed(value: float, digits: int, sign: bool = False) -> str:
    """A rounded number with a true minus sign; zero has none."""
    rounded = round(float(value), digits) + 0.0
    return f"{rounded:{'+' if sign and rounded else ''}.{digits}f}".replace("-", "−")


def text(key: str) -> Callable[[Assessment], str]:
    return lambda assessment: str(assessment.figures.get(key, "–")) or "–"


def yes(key: str) -> Callable[[Assessment], str]:
    return lambda assessment: {True: "yes", False: "no"}.get(assessment.figures.get(key), "–")


def markers(assessment: Assessment) -> str:
    figures = assessment.figures
    if "markers_found" not in figures:
        return "–"
    wrong = f", foreign: {listed(figures['markers_foreign'])}" if figures["markers_foreign"] else ""
    missing = figures["markers_missing"]
    lost = "" if not missing else f", {len(missing)} missing" if len(missing) > 6 else f", missing: {listed(missing)}"
    return f"{figures['markers_found']} of {figures['markers_expected']}{lost}{wrong}"


def worst_marker(assessment: Assessment) -> str:
    figures = assessment.figures
    if "marker_centre_rms" not in figures:
        return "–"
    return f"{figures['marker_centre_rms']:.2f} / {figures['marker_centre_max']:.2f} mm (id {figures['marker_centre_worst']})"


def files(assessment: Assessment) -> str:
    missing = assessment.figures.get("files_missing")
    return "–" if missing is None else listed(missing) or "none"


def listed(values: list) -> str:
    return " ".join(map(str, values))


FIGURES = [
    Figure("exit_code", "Exit code", text("exit_code"), "0; 2 if unfinished", lambda f: f["exit_code"] == 0,
           lambda f: f["exit_code"] == 2),
    Figure("status", "Status", text("status")),
    Figure("cvai_withheld", "CVAI withheld", yes("cvai_withheld"), "only if unfinished", lambda f: not f["cvai_withheld"],
           lambda f: f["cvai_withheld"] and bool(f["reasons"])),
    Figure("files_missing", "Files missing", files, "none",
           lambda f: not f["files_missing"], lambda f: not f["files_missing"]),
    Figure("markers_found", "Cap markers found", markers, "all",
           lambda f: f["markers_found"] == f["markers_expected"] and not f["markers_foreign"],
           lambda f: not f["markers_foreign"]),
    Figure("stray_rejected", "Stray marker rejected", yes("stray_rejected"), "yes", lambda f: f["stray_rejected"],
           lambda f: f["stray_rejected"]),
    Figure("marker_centre_rms", "Marker centres, RMS / worst", worst_marker),
    Figure("frames_posed", "Frames posed", number("frames_posed", 1, " %"), "≥ 98 %", lambda f: f["frames_posed"] >= 98),
    Figure("pose_translation_rms", "Pose at the head's centre, RMS", number("pose_translation_rms", 2, " mm")),
    Figure("pose_rotation_rms", "Pose rotation, RMS", number("pose_rotation_rms", 2, "°")),
    Figure("surface_rms", "**Surface, cap area, RMS**", number("surface_rms", 3, " mm"), "≤ 0.35 mm",
           lambda f: f["surface_rms"] <= 0.35),
    Figure("surface_median", "Surface, cap area, median", number("surface_median", 3, " mm")),
    Figure("surface_p95", "Surface, cap area, 95th percentile", number("surface_p95", 3, " mm")),
    Figure("surface_mean", "Surface, cap area, mean (outside +)", number("surface_mean", 3, " mm")),
    Figure("surface_rms_whole", "Surface, whole mesh, RMS", number("surface_rms_whole", 3, " mm")),
    Figure("completeness", "Completeness of the cap area (2 mm)", number("completeness", 2, " %"), "≥ 99 %",
           lambda f: f["completeness"] >= 99),
    Figure("foreign_3mm", "Mesh vertices > 3 mm from the truth", number("foreign_3mm", 0)),
    Figure("foreign_5mm", "Foreign: mesh vertices > 5 mm from the truth", number("foreign_5mm", 0), "0",
           lambda f: f["foreign_5mm"] == 0, lambda f: f["foreign_5mm"] == 0),
    Figure("foreign_share", "Foreign, share of the mesh", number("foreign_share", 3, " %")),
    Figure("foreign_farthest", "Farthest mesh vertex", number("foreign_farthest", 2, " mm")),
    Figure("cvai_error", "**CVAI error, end to end**", number("cvai_error", 2, " %"), "within ±0.4 %",
           lambda f: abs(f["cvai_error"]) <= 0.4),
    Figure("cva_error", "**CVA error, end to end**", number("cva_error", 2, " mm"), "within ±0.6 mm",
           lambda f: abs(f["cva_error"]) <= 0.6),
    Figure("identical_bytes", "Identical bytes, 1 and 2 threads", yes("identical_bytes"), "yes",
           lambda f: f["identical_bytes"], lambda f: f["identical_bytes"]),
]
