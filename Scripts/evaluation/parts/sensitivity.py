"""How much each measure changes with a millimetre of landmark error, on a simulated head."""

from ..page import table
from ..program import Program
from ..truth import MEASURED_LANDMARKS, Recording

MEASURES = [
    "length", "width", "cranial_index", "circumference", "diagonal_left_front", "diagonal_right_front", "cva", "cvai",
    "cvai_shorter", "oddi", "oclr", "rsi", "volume", "volume_left_back", "psr", "asr", "pcai", "acai", "ear_shift", "ap_axis_difference",
]
AXES = ("to the right", "forward", "up")


def page(calvaria: Program, recording: Recording) -> str:
    """The change of each measure with each coordinate of each landmark, by central differences of half a millimetre."""
    mesh = recording.folder / "truth_surface.ply"
    points = {name: list(recording.truth["landmarks_mm"][name]) for name in MEASURED_LANDMARKS}
    measure = lambda at: calvaria.measure(mesh, {"landmarks": {name: {"point_mm": point} for name, point in at.items()}})
    base = measure(points)
    titles, changes = [], []
    for landmark in MEASURED_LANDMARKS:
        for axis in range(3):
            ends = []
            for step in (0.5, -0.5):
                moved = {name: list(at) for name, at in points.items()}
                moved[landmark][axis] += step
                ends.append(measure(moved))
            titles.append(f"{landmark.replace('_', ' ')} {AXES[axis]}")
            changes.append({name: ends[0][name]["value"] - ends[1][name]["value"] for name in MEASURES})
    rows = [
        [f"`{name}`", f"{base[name]['value']:.2f} {base[name]['unit']}", *(f"{change[name]:+.2f}" for change in changes)]
        for name in MEASURES
    ]
    return table(["Measure", "value", *titles], rows)
