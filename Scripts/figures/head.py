"""The section of a made-up head with a flat right back, from above: forward is up, millimetres from the point between the ears."""

import math

from .svg import INK, path, text


def outline(degrees: float) -> float:
    """The radius of the section in mm at an angle from forward, positive to the right."""
    t = math.radians(degrees)
    ellipse = 1 / math.hypot(math.sin(t) / 59, math.cos(t) / 71)
    return ellipse * (1 - 0.085 * math.exp(-((((degrees - 145 + 180) % 360 - 180) / 24) ** 2)))


def at(degrees: float, radius: float | None = None) -> tuple[float, float]:
    r = outline((degrees + 180) % 360 - 180) if radius is None else radius
    return r * math.sin(math.radians(degrees)), -r * math.cos(math.radians(degrees))


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


def corners() -> list[str]:
    return [text((0, -84), "front", "q m"), text((0, 88), "back", "q m"), text((-84, 0), "left", "q m"), text((84, 0), "right", "q m")]
