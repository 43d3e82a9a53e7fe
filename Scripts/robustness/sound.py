"""Sound scans and heads with an operator's landmarks: what is withheld or warned of there is a false alarm."""

from collections.abc import Iterator

import numpy as np

from oracle import heads as irregular

from .rows import Row
from .sources import FRAME, Head, Landmarked, Scan

OPERATOR_MM = 1.2
"""Standard deviation of an operator's landmark along each of two directions on the surface."""

OPERATORS = 4
HEADS = 8


def rows(sources: list[Landmarked], phantoms: list[Scan]) -> Iterator[Row]:
    """Each source with its own landmarks and those of several operators; each phantom with those of one."""
    for source in [*sources, *made()]:
        kind = "sound scan" if isinstance(source, Scan) else "sound mesh"
        yield Row(kind, source, "as it is", source.sound)
        if not set(FRAME) <= {name for name in source.landmarks if not isinstance(source, Scan) or source.clicks.get(name)}:
            continue
        for seed in range(OPERATORS):
            yield operator(kind, source, seed)
    for seed, phantom in enumerate(phantoms):
        yield operator("sound phantom", phantom, seed)


def operator(kind: str, source: Landmarked, seed: int) -> Row:
    return Row(
        kind, source, f"operator {seed + 1}",
        lambda folder: source.moved(folder, source.operator(np.random.default_rng(seed), OPERATOR_MM)))


def made() -> Iterator[Head]:
    """Irregular heads, placed at random."""
    for seed in range(1, HEADS + 1):
        head = irregular.make(seed)
        yield Head(f"irregular head {seed}", head.vertices, head.triangles, head.landmarks)
