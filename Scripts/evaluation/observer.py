"""The clicks of a recording as another operator would have made them."""

import json
from pathlib import Path

import numpy as np

from . import rigid
from .truth import MEASURED_LANDMARKS, Recording

ALONG_MM = 1.22
"""How far observers differ along the skin, with what the definition leaves open: a standard deviation in each direction
(Docs/methods/uncertainty.md). Across the skin a click cannot err: it lies on the surface."""

ALONG = {"sellion": (0, 2), "tragion_left": (1, 2), "tragion_right": (1, 2)}
"""The axes of the head along the skin: it faces forward at the sellion and to the side at the tragions."""


def clicks(recording: Recording, seed: int) -> dict:
    """The recording's landmarks file, the clicks of each landmark moved by one error of the operator."""
    random = np.random.default_rng(seed)
    file = json.loads((recording.folder / "landmarks.json").read_text())
    stated = json.loads((recording.folder / "intrinsic.json").read_text())
    camera = stated.get("color", stated)["intrinsic_matrix"]
    scale = np.array([camera[0], camera[4]])
    for name in MEASURED_LANDMARKS:
        at, error = recording.landmarks[name], np.zeros(3)
        error[list(ALONG[name])] = random.normal(0, ALONG_MM, 2)
        for click in file["landmarks"].get(name, []):
            camera_from_head = rigid.inverse(recording.poses[float(click["frame"])])
            here, there = (rigid.apply(camera_from_head, place) for place in (at, at + error))
            click["pixel"] = (np.array(click["pixel"]) + scale * (there[:2] / there[2] - here[:2] / here[2])).tolist()
    return file


def write(recording: Recording, seed: int, folder: Path) -> Path:
    file = folder / "landmarks.json"
    file.write_text(json.dumps({**clicks(recording, seed), "picked": {"by": f"operator {seed}"}}))
    return file
