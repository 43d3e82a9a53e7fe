"""The head from its left side: base plane, vertex, section and volume."""

import math

from .head import RING, at
from .svg import GREEN, INK, LEFT, QUIET, RIGHT, line, path, pen, picture, text


def profile() -> list[tuple[float, float]]:
    """The head from its left side: front to the left, mm from the point between the ears, y down."""
    return [(-74 * math.cos(math.radians(a)) * (1 - 0.02 * math.sin(math.radians(a))), -95 * math.sin(math.radians(a)) ** 0.86) for a in range(0, 181, 3)]


def side_view(x: float, fill: bool = False) -> list[str]:
    shift = lambda p: (p[0] + x, p[1] + 40)
    dome = [shift(p) for p in profile()]
    face = [shift(p) for p in ((-74, 0), (-79, 8), (-86, 22), (-78, 28), (-76, 44))]
    nape = [shift(p) for p in ((74, 0), (68, 22), (52, 44))]
    body = [path(dome, f'fill="{"#e6eef2" if fill else "none"}" stroke="none"'), path(dome, pen(INK, 0.9), False), path(face, pen(INK, 0.9), False), path(nape, pen(INK, 0.9), False)]
    body += [line(shift((-88, 0)), shift((84, 0)), pen(LEFT, 0.7)), text(shift((80, 6)), "base plane", "l e"),
             f'<circle cx="{x - 74}" cy="40" r="1.8" fill="{RIGHT}"/>', f'<circle cx="{x}" cy="40" r="1.8" fill="{RIGHT}"/>',
             text(shift((-70, 6)), "sellion", "r"), text(shift((0, 7)), "tragion", "r m"), text(shift((0, 48)), "from the left", "q m")]
    return body + ([text(shift((0, -45)), "volume", "m")] if fill else [])


def level() -> str:
    body = side_view(0)
    top, height = 40 - 95, 40 - 0.3 * 95
    body += [line((-80, height), (80, height), pen(GREEN, 1, "3 2")), text((0, height - 3), "section at 3/10 of the way to the vertex", "m"),
             line((86, 40), (86, top), pen(QUIET, 0.5)), line((-6, top), (88, top), pen(QUIET, 0.4, "2 2")), text((84, top + 6), "vertex", "q e"),
             f'<circle cx="0" cy="{top}" r="1.8" fill="{RIGHT}"/>']
    return picture("Base plane, vertex and section", body, (-96, -64, 192, 160))


def quadrants() -> str:
    box = (-92, -92, 350, 184)
    quarter = lambda start: path([(0, 0)] + [at(d) for d in range(start, start + 91, 2)], f'fill="{("#dbe8f4", "#f4e3d8")[start % 180 == 0]}" stroke="none"')
    top = [quarter(s) for s in (-180, -90, 0, 90)] + [path(RING, pen(INK, 0.9)), line((0, -80), (0, 80), pen(INK, 0.5)), line((-72, 0), (72, 0), pen(INK, 0.5))]
    top += [text((-28, -28), "left front"), text((28, -28), "right front"), text((-28, 32), "left back"), text((26, 32), "right back"),
            text((0, -84), "midline plane", "q m"), text((-66, -74), "coronal plane", "q m"), text((-66, -68), "between the ears", "q m"), line((-66, -66), (-70, -1), pen(QUIET, 0.3)), text((0, 88), "from above", "q m")]
    return picture("Quadrants of the volume", top + side_view(160, fill=True), box)
