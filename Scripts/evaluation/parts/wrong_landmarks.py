"""Landmarks at the wrong place: how often the program says so, and how often it says so of landmarks in their place."""

import itertools
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from ..observer import ALONG, ALONG_MM
from ..page import table
from ..program import Program, spread
from ..truth import MEASURED_LANDMARKS, Recording

STEPS_MM = (3, 5, 10, 20)

DIRECTIONS = {
    "sellion": {"aside": ((-1, 0, 0), (1, 0, 0)), "up or down": ((0, 0, 1), (0, 0, -1))},
    "tragion": {"to the front": ((0, 1, 0),), "to the back": ((0, -1, 0),), "up or down": ((0, 0, 1), (0, 0, -1))},
}
"""The directions of a landmark along the axes of the head: right, forward, up."""

OPERATORS = 20


@dataclass
class Tally:
    """What became of landmarks by what was done to them, and of the landmarks of operators."""

    moved: dict[tuple, list[str]] = field(default_factory=lambda: defaultdict(list))
    others: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    sound: list[str] = field(default_factory=list)
    surfaces: int = 0


def rows(calvaria: Program, recordings: list[Recording]) -> Tally:
    """Every case is asked for at once, and counted in order."""
    tally, cases = Tally(surfaces=len(recordings)), [case for recording in recordings for case in cases_of(recording)]
    for (_, group, key, _), found in zip(cases, spread(lambda case: outcome(calvaria, case[0], case[3]), cases), strict=True):
        into = getattr(tally, group)
        (into if key is None else into[key]).append(found)
    return tally


def cases_of(recording: Recording) -> Iterator[tuple[Recording, str, tuple | str | None, dict[str, np.ndarray]]]:
    """Of each case the list of the tally to which it belongs, its key there, and the landmarks."""
    true = {name: recording.landmarks[name] for name in MEASURED_LANDMARKS}
    axes = head_axes(true)
    yield recording, "sound", None, true
    for seed in range(OPERATORS):
        yield recording, "sound", None, picked(true, axes, np.random.default_rng(seed))
    for landmark in MEASURED_LANDMARKS:
        kind = landmark.split("_")[0]
        for direction, vectors in DIRECTIONS[kind].items():
            for step, vector in itertools.product(STEPS_MM, vectors):
                there = true[landmark] + step * axes.T @ np.array(vector, float)
                yield recording, "moved", (kind, direction, step), true | {landmark: there}
    swapped = true | {"tragion_left": true["tragion_right"], "tragion_right": true["tragion_left"]}
    yield recording, "others", "tragions exchanged", swapped
    if "nose_tip" in recording.landmarks:
        yield recording, "others", "sellion on the nose tip", true | {"sellion": recording.landmarks["nose_tip"]}
    for degrees in (3, 5, 8, 180):
        yield recording, "others", f"turned by {degrees}° about Z", turned(true, axes, degrees)


def head_axes(landmarks: dict[str, np.ndarray]) -> np.ndarray:
    """Right, forward and up of the head frame, as rows."""
    sellion, left, right = (landmarks[name] for name in MEASURED_LANDMARKS)
    forward = sellion - (left + right) / 2
    up = np.cross(right - left, forward)
    forward, up = forward / np.linalg.norm(forward), up / np.linalg.norm(up)
    return np.array([np.cross(forward, up), forward, up])


def picked(true: dict[str, np.ndarray], axes: np.ndarray, random: np.random.Generator) -> dict[str, np.ndarray]:
    """The landmarks as another operator would pick them, by one error each along the skin."""
    points = {}
    for name, at in true.items():
        error = np.zeros(3)
        error[list(ALONG[name])] = random.normal(0, ALONG_MM, 2)
        points[name] = at + axes.T @ error
    return points


def turned(true: dict[str, np.ndarray], axes: np.ndarray, degrees: float) -> dict[str, np.ndarray]:
    """The landmarks turned about the upward axis through the middle of the ears: as if the mesh had been."""
    middle = (true["tragion_left"] + true["tragion_right"]) / 2
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    turn = axes.T @ np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]) @ axes
    return {name: middle + turn @ (at - middle) for name, at in true.items()}


def outcome(calvaria: Program, recording: Recording, points: dict[str, np.ndarray]) -> str:
    """`refused`, `warned`, `unchecked` or `believed`."""
    file = {"landmarks": {name: {"point_mm": at.tolist()} for name, at in points.items()}}
    result = calvaria.measured(recording.folder / "truth_surface.ply", file)
    if not result:
        return "refused"
    codes = {finding["code"] for finding in result["findings"]}
    if "landmarks.elsewhere" in codes:
        return "warned"
    return "unchecked" if "landmarks.unchecked" in codes else "believed"


def page(tally: Tally) -> str:
    noticed = lambda found: f"{sum(each in ('warned', 'refused') for each in found)} of {len(found)}"
    header = ["Landmark", "moved", *(f"{step} mm" for step in STEPS_MM)]
    kinds = {key[:2]: None for key in tally.moved}
    lines = [[*kind, *(noticed(tally.moved[*kind, step]) for step in STEPS_MM)] for kind in kinds]
    others = [[name, noticed(found), f"{found.count('refused')} of {len(found)}"] for name, found in tally.others.items()]
    count = lambda what: f"{tally.sound.count(what)} of {len(tally.sound)}"
    notes = [
        f"Landmarks in their place ({tally.surfaces} surfaces, the true landmarks and those of {OPERATORS} operators each): warned of "
        f"{count('warned')} (required ≤ 2 %), refused {count('refused')} (required none), not checked {count('unchecked')}."
    ]
    return "\n\n".join(
        [table(header, lines), table(["All landmarks", "noticed", "of these refused"], others), "\n".join(f"- {note}" for note in notes)])
