"""Landmarks that lie elsewhere, are exchanged, or belong to another head."""

from collections.abc import Iterator

from .rows import Row
from .sources import FRAME, Head, Landmarked, Scan


def rows(sources: list[Landmarked], pairs: list[tuple[Landmarked, Landmarked]]) -> Iterator[Row]:
    for source in sources:
        yield from walked(source)
        yield from exchanged(source)
    for a, b in pairs:
        yield another(a, b)


def walked(source: Landmarked) -> Iterator[Row]:
    """Landmarks moved along the surface."""
    def row(kind: str, word: str, names: tuple, direction: str, mm: int) -> Row:
        def write(folder):
            return source.moved(folder, {name: source.walked(name, source.axes[direction], mm) for name in names})

        return Row(kind, source, f"{word} {mm} mm {direction}", write)

    for mm in (3, 5, 10, 20):
        for direction in ("left", "right", "up", "down"):
            yield row("sellion moved", "sellion", ("sellion",), direction, mm)
    for mm in (5, 10, 20):
        for direction in ("front", "back", "up", "down"):
            yield row("tragion moved", "right tragion", ("tragion_right",), direction, mm)
        for direction in ("back", "up"):
            yield row("tragion moved", "both tragions", ("tragion_left", "tragion_right"), direction, mm)


def exchanged(source: Landmarked) -> Iterator[Row]:
    ways = [
        ("the tragions exchanged", {"tragion_left": "tragion_right", "tragion_right": "tragion_left"}),
        ("sellion and right tragion exchanged", {"sellion": "tragion_right", "tragion_right": "sellion"}),
        ("all three turned round", dict(zip(FRAME, (*FRAME[1:], FRAME[0]), strict=True))),
        ("right tragion clicked on the left", {"tragion_right": "tragion_left"}),
    ]
    if "nose_tip" in (source.clicks if isinstance(source, Scan) else source.landmarks):
        ways += [
            ("sellion and nose tip exchanged", {"sellion": "nose_tip", "nose_tip": "sellion"}),
            ("sellion clicked on the nose tip", {"sellion": "nose_tip"}),
        ]
    for word, names in ways:
        yield Row("landmarks exchanged", source, word, lambda folder, names=names: source.renamed(folder, names))


def another(a: Landmarked, b: Landmarked) -> Row:
    """The landmarks of another head, frame by frame or point by point."""
    def write(folder):
        if isinstance(a, Head):
            return a.moved(folder, {name: b.landmarks[name] for name in FRAME})
        scale = (len(a.colour) - 1) / (len(b.colour) - 1)
        clicks = {
            name: [{**click, "frame": a.colour[round(b.numbers[click["frame"]] * scale)].stem} for click in clicks]
            for name, clicks in b.clicks.items()
        }
        return a.write(folder, clicks=clicks)

    return Row("landmarks of another", a, f"landmarks of {b.name}", write)
