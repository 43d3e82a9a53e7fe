"""What was made once is kept under a key, and made again where the key is another or what is kept is damaged."""

import hashlib
import io
import json
import os
import struct
import threading
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

BETWEEN_BUILDS = {".note.gnu.build-id", ".swift_modhash"}
"""Sections of a program that are loaded and yet hold a digest of what is not, such as the folder of the build."""


@contextmanager
def aside(path: Path) -> Iterator[Path]:
    """A file that takes the place of another once it is whole."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.stem}.partial-{os.getpid()}-{threading.get_ident()}{path.suffix}")
    try:
        yield part
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def files(folder: Path) -> dict[str, str]:
    """The SHA-256 of every file in a folder."""
    return {str(path.relative_to(folder)): sha256(path.read_bytes()) for path in sorted(folder.rglob("*")) if path.is_file()}


def fingerprint(value: object) -> str:
    """The digest of a value; a path in it stands for what the file holds, or for a folder's name and files."""
    def content(path: Path) -> list:
        return [path.name, files(path)] if path.is_dir() else [path.suffix, sha256(path.read_bytes())]

    return sha256(json.dumps(value, sort_keys=True, default=content).encode())


def identity(program: Path) -> str:
    """The digest of what a program's file has that is loaded when it runs. What is for debuggers alone changes with every
    comment and with the folder of the build."""
    data = program.read_bytes()
    if data[:5] != b"\x7fELF\x02":
        return sha256(data)
    table, = struct.unpack_from("<Q", data, 0x28)
    size, count, names = struct.unpack_from("<HHH", data, 0x3A)
    # Name, type, flags, address, offset, size.
    sections = [struct.unpack_from("<IIQQQQ", data, table + size * index) for index in range(count)]
    digest = hashlib.sha256()
    for at, kind, flags, _, start, length in sections:
        begin = sections[names][4] + at
        is_loaded, has_bytes = flags & 2, kind != 8
        if is_loaded and has_bytes and data[begin:data.index(0, begin)].decode() not in BETWEEN_BUILDS:
            digest.update(data[start:start + length])
    return digest.hexdigest()


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


@dataclass(frozen=True)
class Cache:
    """A folder of entries; with `anew` none is read, and each is replaced."""

    folder: Path
    anew: bool = False

    def fill(self, folder: Path, kind: str, key: object, make: Callable[[], None]) -> None:
        """Puts into a new folder what `make` puts there, or what it once put there under an equal key."""
        entry = self.folder / kind / f"{fingerprint(key)}.zip"
        folder.mkdir()
        if self.anew or not unpack(entry, folder):
            make()
            with aside(entry) as part:
                part.write_bytes(packed(folder))


def packed(folder: Path) -> bytes:
    """The files of a folder, after a line with their digest."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as writer:
        for name in files(folder):
            writer.write(folder / name, name)
    return sha256(archive.getvalue()).encode() + b"\n" + archive.getvalue()


def unpack(entry: Path, folder: Path) -> bool:
    """Whether there is a sound entry; its files are then in the folder."""
    digest, _, archive = entry.read_bytes().partition(b"\n") if entry.exists() else (b"", b"", b"")
    if sha256(archive).encode() != digest:
        return False
    with zipfile.ZipFile(io.BytesIO(archive)) as reader:
        reader.extractall(folder)
    return True
