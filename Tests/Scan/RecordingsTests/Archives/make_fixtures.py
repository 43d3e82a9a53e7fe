#!/usr/bin/env python3
"""Writes Fixtures/*.zip with Python's zipfile: archives by somebody else's program."""
import io
import pathlib
import zipfile

FOLDER = pathlib.Path(__file__).parent / "Fixtures"


def content(count):
    return bytes(i * i % 251 for i in range(count))


class Stream(io.RawIOBase):
    """A pipe: the writer can't go back, so sizes and checksums follow the entries."""

    def __init__(self):
        self.bytes = b""

    def writable(self):
        return True

    def write(self, data):
        self.bytes += bytes(data)
        return len(data)


def fill(archive):
    archive.writestr("rgbd/", b"")
    archive.writestr("rgbd/0.jpg", content(3000), zipfile.ZIP_STORED)
    archive.writestr("rgbd/0.depth", content(70_000), zipfile.ZIP_DEFLATED)
    archive.writestr("metadata", content(0), zipfile.ZIP_STORED)
    archive.writestr("kopfumriß", content(17), zipfile.ZIP_DEFLATED)


def main():
    FOLDER.mkdir(exist_ok=True)
    with zipfile.ZipFile(FOLDER / "seekable.zip", "w") as archive:
        fill(archive)
    stream = Stream()
    with zipfile.ZipFile(stream, "w") as archive:
        fill(archive)
    (FOLDER / "streamed.zip").write_bytes(stream.bytes)
    with zipfile.ZipFile(FOLDER / "bzip2.zip", "w") as archive:
        archive.writestr("a", content(500), zipfile.ZIP_BZIP2)
    with zipfile.ZipFile(FOLDER / "empty.zip", "w"):
        pass


if __name__ == "__main__":
    main()
