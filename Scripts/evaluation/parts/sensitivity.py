"""How much each measure changes with a millimetre of landmark error, on a simulated head."""

import itertools

from ..page import table
from ..program import Program, spread
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

    def change(landmark: str, axis: int) -> dict[str, float]:
        ends = []
        for step in (0.5, -0.5):
            moved = {name: list(at) for name, at in points.items()}
            moved[landmark][axis] += step
            ends.append(measure(moved))
        return {name: ends[0][name]["value"] - ends[1][name]["value"] for name in MEASURES}

    base, moves = measure(points), list(itertools.product(MEASURED_LANDMARKS, range(3)))
    titles = [f"{landmark.replace('_', ' ')} {AXES[axis]}" for landmark, axis in moves]
    changes = spread(lambda move: change(*move), moves)
    rows = [
        [f"`{name}`", f"{base[name]['value']:.2f} {base[name]['unit']}", *(f"{change[name]:+.2f}" for change in changes)]
        for name in MEASURES
    ]
    return table(["Measure", "value", *titles], rows)
