"""Measured figures: every value of every round, kept in a file so that an interrupted run loses one round at most."""

import json
import statistics
from dataclasses import dataclass
from pathlib import Path

Part = dict[str, dict[str, list[float]]]
"""The values of each round by row and figure."""


class Figures(dict):
    """For each part by name its rows and the circumstances under which they were measured; starts with what an earlier run
    saved."""

    def __init__(self, path: Path) -> None:
        super().__init__(json.loads(path.read_text()) if path.exists() else {})
        self.path = path

    def save(self) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text(json.dumps(self, indent=1))


def add(part: Part, row: str, **values: float) -> None:
    """Appends one round's values to a row."""
    for figure, value in values.items():
        part.setdefault(row, {}).setdefault(figure, []).append(value)


@dataclass(frozen=True)
class Spread:
    """The median and the extremes of some rounds."""

    median: float
    least: float
    most: float
    rounds: int

    def __format__(self, spec: str) -> str:
        middle = f"{self.median:{spec}}"
        return middle if self.rounds == 1 else f"{middle} ({self.least:{spec}}–{self.most:{spec}})"


def spread(values: list[float]) -> Spread:
    return Spread(statistics.median(values), min(values), max(values), len(values))


def ratio(numerators: list[float], denominators: list[float]) -> Spread:
    """The ratio round by round, so that a slow minute of the machine stands on both sides."""
    return spread([a / b for a, b in zip(numerators, denominators, strict=True)])
