"""Faults of a recording's content: every file is sound on its own, but not what it shows or when it was taken."""

import re
from collections.abc import Callable, Iterator
from functools import partial

import cv2
import numpy as np

from .rows import Row
from .sources import Scan, read

SHARES = (0.1, 0.25, 0.5)


def rows(scans: list[Scan], pairs: list[tuple[Scan, Scan]]) -> Iterator[Row]:
    """Rows of every recording, and of pairs whose frames are mixed."""
    for a, b in pairs:
        yield from mixed(a, b)
    for scan in scans:
        for family in (mirrored, late, offset, clocks, codes, stuck, caps, lenses):
            yield from family(scan)


def mixed(a: Scan, b: Scan) -> Iterator[Row]:
    """Frames of another child among those of a scan: at random, at the end, and of one of the two streams."""
    def row(text: str, colour: list, depth: list) -> Row:
        return Row("mixed recordings", a, f"{text} of {b.name}", lambda folder: a.write(folder, colour=colour, depth=depth))

    count = len(a.colour)
    place = np.round(np.linspace(0, len(b.colour) - 1, count)).astype(int)
    for share in SHARES:
        random = np.random.default_rng(1).permutation(count) < round(share * count)
        for word, other in [("at random", random), ("at the end", np.arange(count) >= count * (1 - share))]:
            colour = [b.colour[place[i]] if other[i] else a.colour[i] for i in range(count)]
            depth = [b.depth[place[i]] if other[i] else a.depth[i] for i in range(count)]
            yield row(f"{share:.0%} of the frames, {word},", colour, depth)
        depth = [b.depth[place[i]] if random[i] else a.depth[i] for i in range(count)]
        yield row(f"{share:.0%} of the depth images, at random,", a.colour, depth)


def mirrored(scan: Scan) -> Iterator[Row]:
    """Images that an app has mirrored or turned."""
    width = scan.recording.truth.get("width", 640)
    ways = {"mirrored left to right": 1, "mirrored top to bottom": 0, "turned by 180°": -1}
    for word, way in ways.items():
        colour, depth = ((partial(cv2.flip, flipCode=way), images) for images in (scan.colour, scan.depth))
        yield changed("mirrored", scan, f"colour {word}", colour=colour)
        yield changed("mirrored", scan, f"depth {word}", depth=depth)
        if way == 1:
            yield changed("mirrored", scan, f"both {word}", colour=colour, depth=depth)
            clicks = {
                name: [{**click, "pixel": [width - 1 - click["pixel"][0], click["pixel"][1]]} for click in clicks]
                for name, clicks in scan.clicks.items()
            }
            yield changed("mirrored", scan, f"both {word}, clicked so", clicks, colour=colour, depth=depth)


def late(scan: Scan) -> Iterator[Row]:
    """Depth, and clicks, that belong to another moment than they state."""
    times = [float(path.stem) for path in scan.colour]
    rate = (len(times) - 1) / (times[-1] - times[0])
    count = len(scan.depth)
    frames = sorted({round(ms / 1000 * rate) for ms in (33, 66, 100, 500)} - {0})
    for k in [k for frame in frames for k in (frame, -frame)]:
        depth = [scan.depth[min(max(i - k, 0), count - 1)] for i in range(count)]
        ms = f"{abs(k) / rate * 1000:.0f} ms {'late' if k > 0 else 'early'}"
        yield Row("delayed depth", scan, f"depth {ms}", lambda folder, depth=depth: scan.write(folder, depth=depth))
    order = sorted(range(count), key=str)
    yield Row(
        "delayed depth", scan, "depth in the order of names without leading zeros",
        lambda folder: scan.write(folder, depth=[scan.depth[i] for i in order]))
    for k in (1, 2, 5, 10):
        yield Row("late clicks", scan, f"clicks {k} frames late", lambda folder, k=k: scan.write(folder, clicks=scan.late(k)))


def offset(scan: Scan) -> Iterator[Row]:
    """Depth that does not lie on colour."""
    for pixels in (3, 8, 15, 30):
        for x, y in [(pixels, 0), (-pixels, 0), (0, pixels)]:
            shift = np.float32([[1, 0, x], [0, 1, y]])
            yield changed("offset depth", scan, f"depth {x}, {y} px aside", depth=(partial(warped, shift), scan.depth))
    for factor in (0.9, 0.97, 1.05):
        zoom = np.float32([[factor, 0, 320 * (1 - factor)], [0, factor, 240 * (1 - factor)]])
        yield changed("offset depth", scan, f"depth's image × {factor}", depth=(partial(warped, zoom), scan.depth))


def clocks(scan: Scan) -> Iterator[Row]:
    """Times in another unit, or of another clock."""
    seconds = [float(path.stem) for path in scan.colour]
    text = {
        "ms": [f"{1000 * t:.3f}" for t in seconds], "µs": [f"{1e6 * t:.0f}" for t in seconds],
        "ns": [f"{round(t * 1e6)}000" for t in seconds], "minutes": [f"{t / 60:.8f}" for t in seconds],
    }
    for unit, stamps in text.items():
        yield Row("times", scan, f"all times in {unit}", lambda folder, stamps=stamps: scan.write(folder, times=stamps))
        yield Row(
            "times", scan, f"depth's times in {unit}", lambda folder, stamps=stamps: scan.write(folder, depth_times=stamps))
    ahead = [f"{t + 3600:.6f}" for t in seconds]
    yield Row("times", scan, "depth's times an hour ahead", lambda folder: scan.write(folder, depth_times=ahead))
    for ppm in (1000, 10_000):
        drift = [f"{t + (t - seconds[0]) * ppm * 1e-6:.6f}" for t in seconds]
        yield Row("times", scan, f"depth's clock {ppm / 10_000} % fast", lambda folder, drift=drift: scan.write(folder, depth_times=drift))


def codes(scan: Scan) -> Iterator[Row]:
    """Depth codes of another scale, order of bytes or meaning."""
    ways: dict[str, Callable] = {
        f"codes × {factor}": lambda image, factor=factor: np.clip(image * factor, 0, 65535).astype("u2")
        for factor in (0.2, 0.5, 0.9, 0.95, 0.98, 1.02, 1.05, 1.1, 2, 5)
    }
    ways |= {
        "bytes swapped": lambda image: image.byteswap(),
        "every row repeated": lambda image: np.repeat(image[::2], 2, 0),
        "codes rounded to 10 mm": lambda image: (np.round(image / 50) * 50).astype("u2"),
        "distance along the ray": along_ray,
        "disparity in place of depth": lambda image: np.where(image > 0, 5e6 / np.maximum(image, 100), 0).astype("u2"),
        "holes filled by 65535": lambda image: np.where(image > 0, image, 65535).astype("u2"),
    }
    for word, way in ways.items():
        yield changed("depth codes", scan, word, depth=(way, scan.depth))


def stuck(scan: Scan) -> Iterator[Row]:
    """A stream that repeats an image for a part of the scan."""
    count = len(scan.depth)
    for share in SHARES:
        first, last = int(count * 0.3), int(count * (0.3 + share))
        for word, at in [("depth", "depth"), ("colour", "colour")]:
            images = getattr(scan, at)
            held = [images[first] if first <= i < last else images[i] for i in range(count)]
            yield Row(
                "stuck stream", scan, f"{word} stuck for {share:.0%} of the scan",
                lambda folder, at=at, held=held: scan.write(folder, **{at: held}))
    twice = [scan.depth[i - i % 2] for i in range(count)]
    yield Row("stuck stream", scan, "each second depth image is that before it", lambda folder: scan.write(folder, depth=twice))


def caps(scan: Scan) -> Iterator[Row]:
    """A cap file that does not describe the cap."""
    def row(text: str, key: str, value: str) -> Row:
        cap = re.sub(rf"^{key}:.*$", f"{key}: {value}", scan.cap, flags=re.M)
        assert cap != scan.cap, (scan.name, key)
        return Row("wrong cap", scan, text, lambda folder: scan.write(folder, cap=cap))

    size = float(re.search(r"^marker_size_mm: *([0-9.]+)", scan.cap, re.M)[1])
    for percent in (-10, -5, -3, -2, 2, 3, 5, 10, 25):
        yield row(f"markers stated {percent:+} % large", "marker_size_mm", f"{size * (1 + percent / 100):g}")
    for name in ("DICT_4X4_50", "DICT_5X5_100", "DICT_6X6_250", "DICT_APRILTAG_36h11"):
        yield row(f"dictionary {name}", "dictionary", name)
    ids = [int(id) for id in re.search(r"^ids: *\[(.*)\]", scan.cap, re.M)[1].split(",")]
    yield row("every second id left out", "ids", str(ids[::2]))
    yield row("ids of another cap", "ids", str(sorted(set(range(100)) - set(ids))[: len(ids)]))
    yield row("ids counted from 1", "ids", str([id + 1 for id in ids if id < 99]))
    for mm in (0, 3, 5):
        yield row(f"thickness {mm} mm", "thickness_mm", str(mm))


def lenses(scan: Scan) -> Iterator[Row]:
    """Intrinsics of another camera or size."""
    fx, _, _, _, fy, _, cx, cy, _ = scan.intrinsics["intrinsic_matrix"]
    width, height = scan.intrinsics["width"], scan.intrinsics["height"]

    def row(text: str, fx=fx, fy=fy, cx=cx, cy=cy, size=(width, height)) -> Row:
        camera = {"width": size[0], "height": size[1], "intrinsic_matrix": [fx, 0, 0, 0, fy, 0, cx, cy, 1]}
        return Row("wrong intrinsics", scan, text, lambda folder: scan.write(folder, intrinsics=camera))

    for percent in (-10, -5, -2, 2, 5, 10):
        factor = 1 + percent / 100
        yield row(f"focal length {percent:+} %", fx=fx * factor, fy=fy * factor)
    yield row("fx +3 % alone", fx=fx * 1.03)
    yield row("fx and fy exchanged", fx=fy, fy=fx)
    yield row("cx and cy exchanged", cx=cy, cy=cx)
    for pixels in (5, 15, 40):
        yield row(f"principal point {pixels} px aside", cx=cx + pixels)
    yield row("those of half the size", fx / 2, fy / 2, cx / 2, cy / 2)
    yield row("width and height exchanged", size=(height, width))


def changed(kind: str, scan: Scan, text: str, clicks: dict | None = None, **streams: tuple[Callable, list]) -> Row:
    """A row in which every image of a stream is changed alike."""
    def write(folder):
        images = {name: (np.ascontiguousarray(way(read(path))) for path in paths) for name, (way, paths) in streams.items()}
        return scan.write(folder, clicks=clicks, **images)

    return Row(kind, scan, text, write)


def warped(matrix: np.ndarray, image: np.ndarray) -> np.ndarray:
    return cv2.warpAffine(image, matrix, image.shape[1::-1], flags=cv2.INTER_NEAREST)


def along_ray(image: np.ndarray) -> np.ndarray:
    """Distances from the camera, where depth is the distance from its plane; a focal length of 590 px."""
    v, u = np.indices(image.shape)
    return (image * np.sqrt(1 + ((u - 320) ** 2 + (v - 240) ** 2) / 590**2)).astype("u2")
