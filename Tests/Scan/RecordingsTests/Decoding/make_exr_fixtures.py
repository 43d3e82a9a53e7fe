#!/usr/bin/env python3
"""Writes Fixtures/*.exr with the project's own library of OpenEXR (PyPI: OpenEXR, numpy). ExrTests makes the same values.

Values are made of integers alone, so that both languages have the same floats.
"""
import itertools
import pathlib

import numpy
import OpenEXR

FOLDER = pathlib.Path(__file__).parent / "Fixtures"


def depth(width, height):
    """A bowl at 0.3 m in steps of 1/4096 m, which a half float holds, too; every 17th value is NaN."""
    i = numpy.arange(width * height)
    x, y = i % width - width // 2, i // width - height // 2
    values = (1228 + (x * x + y * y) // 8 % 512 + i * 7 % 4) / 4096
    values[i % 17 == 0] = numpy.nan
    return values.reshape(height, width).astype("f4")


def write(name, channels, compression="ZIP", tile=None, **header):
    header = {"compression": getattr(OpenEXR, compression + "_COMPRESSION"), "type": OpenEXR.scanlineimage} | header
    if tile:
        tiles = OpenEXR.TileDescription()
        tiles.xSize, tiles.ySize, tiles.mode = tile
        header |= {"type": OpenEXR.tiledimage, "tiles": tiles}
    with OpenEXR.File(header, channels) as file:
        file.write(str(FOLDER / f"{name}.exr"))


def main():
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.exr"):
        old.unlink()
    values = depth(35, 37)
    for compression, kind, layout in itertools.product(
        ("NO", "RLE", "ZIPS", "ZIP", "PIZ"), ("float", "half"), ("rows", "tiles")
    ):
        tile = (16, 8, OpenEXR.ONE_LEVEL) if layout == "tiles" else None
        channel = values if kind == "float" else values.astype("f2")
        write(f"{compression.lower()}-{kind}-{layout}", {"Y": channel}, compression, tile)

    other = values + 1
    write("mipmap", {"Y": values}, tile=(16, 8, OpenEXR.MIPMAP_LEVELS))
    write("channel-depth", {"depth": values, "R": other, "G": other, "B": other})
    write("channel-layer", {"View.Depth.Z": values, "View.Combined.R": other, "View.Combined.A": other})
    write("channel-any", {"distance": values})
    write("channel-alpha", {"R": values, "A": other})
    write("channel-gray", {"R": values, "G": values, "B": values, "A": other})
    write("bad-colour", {"R": values, "G": other, "B": values})
    write("bad-channels", {"u": values, "v": other})
    write("bad-whole", {"Y": numpy.arange(35 * 37, dtype="u4").reshape(37, 35)})
    write("bad-lossy", {"Y": values}, "PXR24")
    window = lambda width, height: (numpy.array([0, 0], "i4"), numpy.array([width - 1, height - 1], "i4"))
    write("bad-window", {"Y": values}, dataWindow=window(35, 37), displayWindow=window(70, 37))
    part = lambda name: OpenEXR.Part({"type": OpenEXR.scanlineimage}, {"Y": values}, name)
    OpenEXR.File([part("a"), part("b")]).write(str(FOLDER / "bad-parts.exr"))


if __name__ == "__main__":
    main()
