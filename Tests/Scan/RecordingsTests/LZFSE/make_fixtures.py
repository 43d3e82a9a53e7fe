#!/usr/bin/env python3
"""Writes Fixtures/*.lzfse with Apple's encoder (PyPI: pyliblzfse, numpy). LZFSETests makes the same contents itself.

Contents are made of integers alone, so that both languages have the same bytes.
"""
import pathlib
import struct

import liblzfse
import numpy

FOLDER = pathlib.Path(__file__).parent / "Fixtures"


def noise(count, seed=1):
    """The top bytes of a linear congruential generator's numbers (Numerical Recipes')."""
    values, state = bytearray(), seed
    for _ in range(count):
        state = (state * 1664525 + 1013904223) % 2**32
        values.append(state >> 24)
    return bytes(values)


def letters(count, alphabet, seed=1):
    return bytes(97 + value % alphabet for value in noise(count, seed))


def text(count):
    words = "the quick brown fox jumps over a lazy dog and depth of every frame".split()
    return " ".join(words[value % len(words)] for value in noise(count)).encode()[:count]


def depth(width, height):
    """A bowl at 0.3 m with noise of 0.125 mm steps, and holes that are NaN."""
    values = []
    for i, value in enumerate(noise(width * height)):
        x, y = i % width - width // 2, i // width - height // 2
        hole = x * x + y * y > (height // 2) ** 2 or value == 0
        steps = 2400 + (x * x + y * y) // 8 + value % 4
        values.append(float("nan") if hole else steps / 8000)
    return numpy.array(values, "<f4").tobytes()


def repeated(period, count):
    return (noise(period) * (count // period + 1))[:count]


def contents():
    for count in (0, 1, 7, 8, 5000):
        yield f"noise-{count}", noise(count)
    for count in (100, 4095, 100_000):
        yield f"zeros-{count}", bytes(count)
    for period in (1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 300):
        yield f"period{period}-1000", repeated(period, 1000)
        yield f"period{period}-9001", repeated(period, 9001)
    for count in (500, 4095, 4096, 4097, 20_000):
        yield f"text-{count}", text(count)
    for count in (39_999, 40_000, 40_001, 90_000):
        yield f"letters3-{count}", letters(count, 3)
    yield "letters150-12000", letters(12_000, 150)
    yield "far-160000", letters(80_000, 2) * 2
    yield "depth-96x72", depth(96, 72)
    yield "depth-18x16", depth(18, 16)


def plain_tables(stream):
    """The stream with every bvx2 block as bvx1, whose tables are not packed; no encoder writes these."""
    out, at = b"", 0
    while stream[at : at + 4] != b"bvx$":
        assert stream[at : at + 4] == b"bvx2"
        raw, a, b, c = struct.unpack_from("<IQQQ", stream, at + 4)
        size, payload = c & 0xFFFFFFFF, (a >> 20 & 0xFFFFF) + (b >> 40 & 0xFFFFF)
        frequencies = unpacked(int.from_bytes(stream[at + 32 : at + size], "little"))
        out += b"bvx1" + struct.pack(
            "<6Ii4Hi3H360H2x", raw, payload, a & 0xFFFFF, a >> 40 & 0xFFFFF, a >> 20 & 0xFFFFF, b >> 40 & 0xFFFFF,
            (a >> 60 & 7) - 7, *(b >> shift & 0x3FF for shift in (0, 10, 20, 30)),
            (b >> 60 & 7) - 7, *(c >> shift & 0x3FF for shift in (32, 42, 52)), *frequencies)
        out += stream[at + size : at + size + payload]
        at += size + payload
    return out + stream[at:]


def unpacked(bits):
    for _ in range(360):
        if bits & 1 == 0:
            value, length = bits >> 1 & 1, 2
        elif bits & 3 == 1:
            value, length = 2 + (bits >> 2 & 1), 3
        elif bits & 7 == 3:
            value, length = 4 + (bits >> 3 & 3), 5
        elif bits & 15 == 7:
            value, length = 8 + (bits >> 4 & 15), 8
        else:
            value, length = 24 + (bits >> 4 & 1023), 14
        bits >>= length
        yield value


def main():
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.lzfse"):
        old.unlink()
    streams = {}
    for name, content in contents():
        streams[name] = liblzfse.compress(content)
        assert liblzfse.decompress(streams[name]) == content if content else True
    streams["plain-tables"] = plain_tables(streams["depth-96x72"])
    assert liblzfse.decompress(streams["plain-tables"]) == depth(96, 72)
    # Blocks of every kind in one stream, ends removed between them.
    parts = ["noise-5000", "text-500", "plain-tables", "period3-9001", "zeros-100"]
    streams["every-kind"] = b"".join(streams[part][:-4] for part in parts) + b"bvx$"
    assert len(liblzfse.decompress(streams["every-kind"])) == 5000 + 500 + 96 * 72 * 4 + 9001 + 100
    for name, stream in streams.items():
        (FOLDER / f"{name}.lzfse").write_bytes(stream)


if __name__ == "__main__":
    main()
