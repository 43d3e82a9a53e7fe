"""Cost against the number of frames, beside the peer: the recording in part, or to and fro as often as needed."""

import json
import zlib
from pathlib import Path

from .figures import Part, add
from .process import measured
from .setup import Setup, entries

LISTS = ("rgb", "depth")


def run(setup: Setup, part: Part) -> None:
    """One round of all sizes."""
    for count in setup.sizes:
        folder = setup.folder / f"frames-{count}"
        if not folder.exists():
            make(setup.recording, count, folder)
        usage = setup.reconstruct(folder, "--threads", 2)
        add(part, str(count), **usage.figures(count))
        if setup.peer and setup.peer_script.exists():
            peer = measured(setup.peer, setup.peer_script, folder, setup.folder / "peer.ply", setup.dictionary)
            add(part, str(count), peer_frames_per_s=count / peer.wall_s, peer_mb=peer.peak_mb)


def make(recording: Path, count: int, folder: Path) -> None:
    """A recording of `count` frames that show what another one's do.

    The program passes over depth that it has seen: where an image is shown again, its depth is a copy whose bytes differ.
    """
    folder.mkdir()
    lists = {name: [line.split(maxsplit=1) for line in entries(recording / f"{name}.txt")] for name in LISTS}
    if len(lists["rgb"]) != len(lists["depth"]):
        raise RuntimeError(f"{recording}: expected a depth image for each colour image")
    chosen = order(len(lists["rgb"]), count)
    start, names = float(lists["rgb"][0][0]), []
    step = (float(lists["rgb"][-1][0]) - start) / (len(lists["rgb"]) - 1)
    for name, lines in lists.items():
        (folder / name).symlink_to(recording / name)
        times = [lines[i][0] if k == i or count < len(lines) else f"{start + k * step:.6f}" for k, i in enumerate(chosen)]
        names = names or times
        files = [lines[i][1] for i in chosen]
        if name == "depth":
            files = distinct(folder, files)
        (folder / f"{name}.txt").write_text("".join(f"{time} {file}\n" for time, file in zip(times, files, strict=True)))
    for name in ("intrinsic.json", "cap.yaml"):
        (folder / name).symlink_to(recording / name)
    keep_clicks(recording / "landmarks.json", folder / "landmarks.json", set(names))


def distinct(folder: Path, files: list[str]) -> list[str]:
    """The files, those that are named again as copies in the folder that differ in a comment."""
    seen, named = set(), []
    (folder / "again").mkdir()
    for k, file in enumerate(files):
        if file in seen:
            commented(folder / file, folder / f"again/{k}.png", str(k))
            file = f"again/{k}.png"
        seen.add(file)
        named.append(file)
    return named


def commented(source: Path, target: Path, comment: str) -> None:
    """Copies a PNG file with a text chunk before its end (PNG specification, 11.3.4.3)."""
    content, body = source.read_bytes(), b"tEXtComment\0" + comment.encode()
    chunk = (len(body) - 4).to_bytes(4, "big") + body + zlib.crc32(body).to_bytes(4, "big")
    end = content.rindex(b"IEND") - 4
    target.write_bytes(content[:end] + chunk + content[end:])


def order(available: int, count: int) -> list[int]:
    """Frames evenly chosen, or all of them forwards, backwards, forwards, …, so that the camera never jumps."""
    if count <= available:
        return [k * available // count for k in range(count)]
    period = 2 * available - 2
    return [min(k % period, period - k % period) for k in range(count)]


def keep_clicks(source: Path, target: Path, frames: set[str]) -> None:
    """Copies the landmark file without the clicks in frames that are not there."""
    if not source.exists():
        return
    landmarks = json.loads(source.read_text())["landmarks"]
    kept = {name: [click for click in clicks if click["frame"] in frames] for name, clicks in landmarks.items()}
    target.write_text(json.dumps({"landmarks": {name: clicks for name, clicks in kept.items() if clicks}}))
