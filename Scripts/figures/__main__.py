#!/usr/bin/env python3
"""Draws the figures of Docs/methods (SVG) from a made-up head with a flat right back. Needs nothing but Python.

    PYTHONPATH=Scripts python3 -m figures [FOLDER]
"""

import sys
from pathlib import Path

from . import section, shape, side

FIGURES = {
    "contour": section.contour, "extents": section.extents, "diagonals": section.diagonals, "radii": section.radii,
    "quadrants": side.quadrants, "level": side.level, "axes": section.axes, "cap": section.cap,
    "vno": shape.vno, "front-widths": shape.widths, "outline-radii": shape.radii,
}

if __name__ == "__main__":
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parents[2] / "Docs" / "methods" / "figures")
    for name, draw in FIGURES.items():
        (folder / f"{name}.svg").write_text(draw(), encoding="utf-8")
