#!/usr/bin/env python3
"""Draws the figures of Docs/methods (SVG) from a made-up head with a flat right back. Needs nothing but Python.

    Scripts/figures.py [FOLDER]
"""

import math
import sys
from pathlib import Path

INK, QUIET, LEFT, RIGHT, GREEN = "#1d2733", "#5d6b7a", "#1769aa", "#b3541e", "#2e7d4f"
STYLE = f"""<style>text{{font:4.6px Arial,Helvetica,"DejaVu Sans",sans-serif;fill:{INK}}}.q{{fill:{QUIET}}}.m{{text-anchor:middle}}.e{{text-anchor:end}}
.l{{fill:{LEFT}}}.r{{fill:{RIGHT}}}</style>"""


def outline(degrees: float) -> float:
    """The radius of the section in mm at an angle from forward, positive to the right."""
    t = math.radians(degrees)
    ellipse = 1 / math.hypot(math.sin(t) / 59, math.cos(t) / 71)
    return ellipse * (1 - 0.085 * math.exp(-((((degrees - 145 + 180) % 360 - 180) / 24) ** 2)))


def at(degrees: float, radius: float | None = None) -> tuple[float, float]:
    r = outline((degrees + 180) % 360 - 180) if radius is None else radius
    return r * math.sin(math.radians(degrees)), -r * math.cos(math.radians(degrees))


def path(points: list[tuple[float, float]], style: str, closed: bool = True) -> str:
    return f'<path d="M{" L".join(f"{x:.2f} {y:.2f}" for x, y in points)}{"Z" if closed else ""}" {style}/>'


def line(a, b, style: str) -> str:
    return f'<line x1="{a[0]:.2f}" y1="{a[1]:.2f}" x2="{b[0]:.2f}" y2="{b[1]:.2f}" {style}/>'


def text(p, words: str, style: str = "m") -> str:
    return f'<text x="{p[0]:.2f}" y="{p[1]:.2f}" class="{style}">{words}</text>'


def pen(colour: str, width: float = 0.7, dash: str = "") -> str:
    return f'stroke="{colour}" stroke-width="{width}" fill="none"' + (f' stroke-dasharray="{dash}"' if dash else "")


RING = [at(d) for d in range(-180, 180, 2)]
HEAD = path(RING, f'fill="#f2f5f8" stroke="{INK}" stroke-width=".9"')
BACK = max(y for _, y in RING)
FRONT = min(y for _, y in RING)
CENTRE = (0.0, (FRONT + BACK) / 2)


def hit(degrees: float) -> tuple[float, float]:
    """Where a ray from the centre meets the outline."""
    d = (math.sin(math.radians(degrees)), -math.cos(math.radians(degrees)))
    low, high = 0.0, 120.0
    for _ in range(60):
        r = (low + high) / 2
        x, y = CENTRE[0] + d[0] * r, CENTRE[1] + d[1] * r
        inside = math.hypot(x, y) < outline(math.degrees(math.atan2(x, -y)))
        low, high = (r, high) if inside else (low, r)
    return CENTRE[0] + d[0] * low, CENTRE[1] + d[1] * low


def picture(title: str, body: list[str], box: tuple[float, float, float, float] = (-92, -92, 184, 184)) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{" ".join(map(str, box))}" width="{box[2] * 2.6:.0f}" '
        f'role="img" aria-label="{title}">{STYLE}<rect x="{box[0]}" y="{box[1]}" width="{box[2]}" height="{box[3]}" fill="#fff"/>'
        + "\n".join(body) + "</svg>\n")


def corners() -> list[str]:
    return [text((0, -84), "front", "q m"), text((0, 88), "back", "q m"), text((-84, 0), "left", "q m"), text((84, 0), "right", "q m")]


def extents() -> str:
    left, right = min(x for x, _ in RING), max(x for x, _ in RING)
    return picture("Length, width and circumference", [
        path([at(d, outline(d) + 2.2 if abs(d - 145) > 45 else None) for d in range(-180, 180, 2)], pen("none")), HEAD,
        line((0, FRONT), (0, BACK), pen(LEFT)), line((-14, FRONT), (14, FRONT), pen(LEFT, 0.4)), line((-14, BACK), (14, BACK), pen(LEFT, 0.4)),
        line((left, 8), (right, 8), pen(RIGHT)), line((left, -6), (left, 22), pen(RIGHT, 0.4)), line((right, -6), (right, 22), pen(RIGHT, 0.4)),
        text((-3, -30), "length", "l e"), text((26, 5), "width", "r m"), text((30, 80), "circumference: a tape around the outline", "m"),
        path(RING, pen(GREEN, 1.1, "3 2"))] + corners())


def diagonals() -> str:
    body = [HEAD, line((0, -78), (0, 78), pen(QUIET, 0.4, "3 2"))]
    for degrees, colour, style in ((-30, LEFT, "l"), (30, RIGHT, "r")):
        front, back = hit(degrees), hit(degrees + 180)
        length = math.dist(front, back)
        body += [line(front, back, pen(colour, 1.1)),
                 text((front[0] * 1.15, front[1] - 4), f"{'left' if degrees < 0 else 'right'} front {length:.0f} mm", style + (" e" if degrees < 0 else ""))]
    for degrees in (-40, 40):
        body.append(line(hit(degrees), hit(degrees + 180), pen(QUIET, 0.5, "1.5 1.5")))
    body += [text((48, -44), "40°: OCLR", "q"), text((6.5, -27), "30°", "m"), f'<circle cx="0" cy="{CENTRE[1]:.2f}" r="1.4" fill="{INK}"/>',
             text((7, CENTRE[1] + 1.6), "centre", ""), text((44, 66), "flat", "r m")]
    return picture("Diagonals through the centre", body + corners())


def radii() -> str:
    body = [HEAD, line((0, -78), (0, 78), pen(QUIET, 0.4, "3 2"))]
    for degrees in range(15, 180, 15):
        l, r = hit(-degrees), hit(degrees)
        body += [line(CENTRE, l, pen(LEFT, 0.5)), line(CENTRE, r, pen(RIGHT, 0.5))]
        mirrored = (-l[0], l[1])
        body.append(line(r, mirrored, pen("#b3261e", 1.6)))
    body += [text((54, 70), "left − right, red", "m")]
    return picture("Left and right radii every 15 degrees", body + corners())


def quadrants() -> str:
    box = (-92, -92, 350, 184)
    quarter = lambda start: path([(0, 0)] + [at(d) for d in range(start, start + 91, 2)], f'fill="{("#dbe8f4", "#f4e3d8")[start % 180 == 0]}" stroke="none"')
    top = [quarter(s) for s in (-180, -90, 0, 90)] + [path(RING, pen(INK, 0.9)), line((0, -80), (0, 80), pen(INK, 0.5)), line((-72, 0), (72, 0), pen(INK, 0.5))]
    top += [text((-28, -28), "left front"), text((28, -28), "right front"), text((-28, 32), "left back"), text((26, 32), "right back"),
            text((0, -84), "midline plane", "q m"), text((-66, -74), "coronal plane", "q m"), text((-66, -68), "between the ears", "q m"), line((-66, -66), (-70, -1), pen(QUIET, 0.3)), text((0, 88), "from above", "q m")]
    return picture("Quadrants of the volume", top + side_view(160, fill=True), box)


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


def axes() -> str:
    sellion, left, right = (0, -69), (-57, -4), (57, 4)
    angle = math.atan2(right[1] - left[1], right[0] - left[0])
    ear = (70 * math.sin(angle), -70 * math.cos(angle))
    body = [HEAD, line(left, right, pen(QUIET, 0.6, "2 2")), line((0, 0), (0, -80), pen(LEFT, 1)), line((0, 0), (ear[0] * 1.14, ear[1] * 1.14), pen(RIGHT, 1)),
            text((-3, -74), "sellion axis", "l e"), text((14, -76), "ear-line axis", "r"), text((-52, -8), "left tragion", ""), text((54, 12), "right tragion", "e"),
            line(right, (74, 4), pen(GREEN, 0.6)), line((70, -4), (70, 4), pen(GREEN, 1)), line((-57, -4), (74, -4), pen(GREEN, 0.4, "1 1.5")), text((77, 1.5), "ear shift", ""), text((77, 7), "(negative here)", "")]
    body += [f'<circle cx="{x}" cy="{y}" r="1.8" fill="{INK}"/>' for x, y in (sellion, left, right, (0, 0))]
    return picture("The two forward axes and the ear shift", body + [text((0, 88), "back", "q m")], (-92, -92, 220, 184))


def cap() -> str:
    cloth = [at(d, outline(d) + 4) for d in range(-180, 180, 2)]
    return picture("Head and cap", [
        path(cloth, f'fill="#d9dfe6" stroke="{INK}" stroke-width=".5"'), HEAD, text((0, -30), "what is reported:"), text((0, -23), "the head under the cap"),
        text((0, 28), "over_cap: with the cloth,"), text((0, 35), "here drawn four times as thick"), line(at(60), at(60, outline(60) + 4), pen("#b3261e", 1.2)), text((72, -38), "thickness", "m")] + corners())


def contour() -> str:
    """A stretch of an outline, its ripples drawn twenty times as high as they are."""
    smooth = lambda x: 26 - 0.5 * x * x / 90
    ripple = lambda x: 3.2 * math.sin(1.9 * x) * math.cos(0.37 * x + 1) + 1.6 * math.sin(3.1 * x + 2)
    xs = [i / 4 for i in range(-320, 321)]
    body = [
        path([(x, smooth(x) * -1 + 20 + ripple(x)) for x in xs], pen(RIGHT, 0.5), False),
        path([(x, smooth(x) * -1 + 20) for x in xs], pen(LEFT, 1.1), False),
        text((0, -22), "as cut from a mesh: noise makes it longer, the more so the finer the mesh", "r m"),
        text((0, 34), "smoothed: what is measured", "l m"), text((0, 40), "ripples drawn 20 times as high as they are", "q m")]
    return picture("A rippled outline and the smooth one", body, (-92, -32, 184, 78))


FIGURES = {"contour": contour, "extents": extents, "diagonals": diagonals, "radii": radii, "quadrants": quadrants, "level": level, "axes": axes, "cap": cap}

if __name__ == "__main__":
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent.parent / "Docs" / "methods" / "figures")
    for name, draw in FIGURES.items():
        (folder / f"{name}.svg").write_text(draw(), encoding="utf-8")
