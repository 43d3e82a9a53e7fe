"""The VNO angle from the side; front widths and radii from above."""

import math

from .head import BACK, CENTRE, FRONT, HEAD, corners, hit
from .side import profile
from .svg import GREEN, INK, LEFT, QUIET, RIGHT, line, path, pen, picture, text

TILT = 15.0


def vno() -> str:
    """The head from its left side, turned so that the Frankfurt-like horizontal is level: front to the left."""
    c, s = math.cos(math.radians(TILT)), math.sin(math.radians(TILT))
    turned = lambda p: (p[0] * c - p[1] * s, p[0] * s + p[1] * c)
    dome = [turned(p) for p in profile()]
    face = [turned(p) for p in ((-74, 0), (-79, 8), (-86, 22), (-78, 28), (-76, 44))]
    nape = [turned(p) for p in ((74, 0), (68, 22), (52, 44))]
    nasion, vertex, back = turned((-74, 0)), min(dome, key=lambda p: p[1]), max(dome, key=lambda p: p[0])
    near = lambda at, axis: [p for p in dome if math.dist(p, at) < 38 and abs(p[axis] - at[axis]) < 36]
    mark = lambda p: f'<circle cx="{p[0]:.2f}" cy="{p[1]:.2f}" r="1.8" fill="{RIGHT}"/>'
    bearing = lambda p: math.atan2(p[1] - nasion[1], p[0] - nasion[0])
    arc = [bearing(vertex) + (bearing(back) - bearing(vertex)) * i / 20 for i in range(21)]
    body = [
        path(dome, pen(INK, 0.9), False), path(face, pen(INK, 0.9), False), path(nape, pen(INK, 0.9), False),
        path(near(vertex, 0), pen(GREEN, 2.2), False), path(near(back, 1), pen(GREEN, 2.2), False),
        line((-104, 0), (96, 0), pen(QUIET, 0.5, "3 2")), text((98, -1), "Frankfurt-like", "q"), text((98, 5), "horizontal", "q"),
        line((0, 0), turned((-96, 0)), pen(LEFT, 0.7)), text((-42, -3), f"{TILT:.0f}°", "l m"),
        line(nasion, vertex, pen(RIGHT, 0.9)), line(nasion, back, pen(RIGHT, 0.9)),
        path([(nasion[0] + 26 * math.cos(a), nasion[1] + 26 * math.sin(a)) for a in arc], pen(RIGHT, 0.7), False),
        text((nasion[0] + 36, nasion[1] - 18), "VNO", "r m"), mark(nasion), mark(vertex), mark(back), mark((0, 0)),
        text((nasion[0] + 2, nasion[1] + 8), "sellion", "r"), text((vertex[0], vertex[1] - 5), "vertex", "r m"),
        text((back[0] - 4, back[1] - 3.5), "opisthocranion", "r e"), text((0, 8), "tragion", "r m"),
        text((vertex[0] + 40, vertex[1] - 1), "parabolas", "m"), text((0, 62), "from the left", "q m")]
    return picture("The VNO angle", body, (-116, -108, 250, 176))


def widths() -> str:
    length = BACK - FRONT
    across = lambda y: next((x, hit_y) for x, hit_y in ((hit(d / 10)[0], hit(d / 10)[1]) for d in range(1, 1800)) if hit_y >= y)
    body = [HEAD, line((0, FRONT), (0, BACK), pen(QUIET, 0.4, "2 2"))]
    for share, name in ((0.05, "5 %"), (0.1, "10 %"), (0.2, "20 %")):
        y = FRONT + share * length
        right = across(y)[0]
        left = -next(-hit(-d / 10)[0] for d in range(1, 1800) if hit(-d / 10)[1] >= y)
        body += [line((left, y), (right, y), pen(RIGHT, 0.9)), text((right + 3, y + 1.6), name, "r")]
    widest = max(range(1800), key=lambda d: hit(d / 10)[0])
    y = hit(widest / 10)[1]
    left = min(hit(-d / 10)[0] for d in range(1800))
    body += [line((left, y), (hit(widest / 10)[0], y), pen(LEFT, 0.9)), text((28, y - 3), "greatest width", "l m"),
             line((-74, FRONT), (-74, BACK), pen(QUIET, 0.5)), text((-76, 0), "length", "q e"), text((0, FRONT - 4), "front", "q m")]
    return picture("Front widths", body, (-100, -84, 184, 168))


def radii() -> str:
    """The radii every 5°, and the four that front and back differences are taken of."""
    body = [HEAD] + [line(CENTRE, hit(d), pen("#c3ccd5", 0.3)) for d in range(-175, 181, 5)]
    for degrees, colour in ((-30, LEFT), (30, RIGHT), (-150, LEFT), (150, RIGHT)):
        end = hit(degrees)
        out = ((end[0] - CENTRE[0]) * 1.1, CENTRE[1] + (end[1] - CENTRE[1]) * 1.1 + 1.6)
        style = ("l" if degrees < 0 else "r") + (" e" if degrees < 0 else "")
        body += [line(CENTRE, end, pen(colour, 1.1)), text(out, f"{degrees}°".replace("-", "−"), style)]
    body.append(f'<circle cx="{CENTRE[0]}" cy="{CENTRE[1]:.2f}" r="1.8" fill="{INK}"/>')
    return picture("Radii every 5 degrees, and those of the front and back differences", body + corners())
