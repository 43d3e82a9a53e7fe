"""What is measured in the section, from above."""

import math

from .head import BACK, CENTRE, FRONT, HEAD, RING, at, corners, hit, outline
from .svg import GREEN, INK, LEFT, QUIET, RIGHT, line, path, pen, picture, text


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
        left, right = hit(-degrees), hit(degrees)
        body += [line(CENTRE, left, pen(LEFT, 0.5)), line(CENTRE, right, pen(RIGHT, 0.5))]
        mirrored = (-left[0], left[1])
        body.append(line(right, mirrored, pen("#b3261e", 1.6)))
    body += [text((54, 70), "left − right, red", "m")]
    return picture("Left and right radii every 15 degrees", body + corners())


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
