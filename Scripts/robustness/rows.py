"""A row of the campaign: one disturbance of the content of one source."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from .sources import Landmarked


@dataclass(frozen=True)
class Row:
    kind: str
    source: Landmarked
    disturbance: str
    write: Callable[[Path], list[object]]
    """Writes the disturbed copy into a new folder and returns the command that reads it."""
