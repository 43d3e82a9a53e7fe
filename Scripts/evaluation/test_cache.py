"""`python3 -m unittest discover -s Scripts/evaluation -t Scripts`"""

import os
import signal
import tempfile
import time
import unittest
import zipfile
from dataclasses import replace
from pathlib import Path

from .cache import Cache, aside, fingerprint
from .program import Program, Stopped

SCRIPT = """#!/bin/sh
# Notes that it ran, and ends by the signal that its recording asks for; else writes, and says where.
echo run >> "$(dirname "$0")/count"
grep -q end "$2/rgb.txt" && kill -TERM $$
mkdir "$5" && cat "$2/rgb.txt" > "$5/mesh.ply" && echo "\\"$2\\"" && echo "$5: written" >&2
"""


class Runs(unittest.TestCase):
    def setUp(self):
        parent = tempfile.TemporaryDirectory()
        self.addCleanup(parent.cleanup)
        self.folder = Path(parent.name)
        self.recording = self.folder / "scan"
        self.recording.mkdir()
        (self.recording / "rgb.txt").write_text("1.0 rgb/1.png\n")
        path = self.folder / "calvaria"
        path.write_text(SCRIPT)
        path.chmod(0o755)
        self.calvaria = Program(path, Cache(self.folder / "kept"))

    def reconstruct(self, recording: Path | None = None, *options: object, calvaria: Program | None = None):
        """A run, and the mesh that it wrote to a new folder."""
        output = Path(tempfile.mkdtemp(dir=self.folder), "out")
        done = (calvaria or self.calvaria).run("reconstruct", recording or self.recording, "--json", *options, output=output)
        return done, (output / "mesh.ply").read_text()

    @property
    def count(self) -> int:
        return len((self.folder / "count").read_text().splitlines())

    @property
    def entries(self) -> list[Path]:
        return [path for path in (self.folder / "kept").rglob("*") if path.is_file()]

    def test_a_run_is_made_once(self):
        self.assertEqual(self.reconstruct()[1], "1.0 rgb/1.png\n")
        done, mesh = self.reconstruct()
        self.assertEqual((self.count, mesh, done.json), (1, "1.0 rgb/1.png\n", str(self.recording)))

    def test_each_ingredient_of_the_key_counts(self):
        self.reconstruct()
        (self.recording / "rgb.txt").write_text("2.0 rgb/1.png\n")
        self.assertEqual(self.reconstruct()[1], "2.0 rgb/1.png\n")
        self.recording.rename(self.recording.with_name("other"))
        self.recording = self.recording.with_name("other")
        self.reconstruct()
        (self.recording / "more").touch()
        self.reconstruct()
        self.calvaria.path.write_text(SCRIPT + "# changed\n")
        self.reconstruct(calvaria=replace(self.calvaria))
        self.assertEqual(self.count, 5)

    def test_words_count_and_the_numbers_in_them(self):
        keys = [["measure", "--cap-thickness-mm", 1], ["measure", "--cap-thickness-mm", 2], ["measure", "--cap-thickness-mm"]]
        self.assertEqual(len({fingerprint(key) for key in keys}), 3)

    def test_places_are_kept_nowhere(self):
        self.reconstruct()
        moved = self.folder / "elsewhere" / "scan"
        moved.parent.mkdir()
        self.recording.rename(moved)
        done, _ = self.reconstruct(moved)
        self.assertEqual((self.count, done.json), (1, str(moved)))
        with zipfile.ZipFile(self.entries[0]) as entry:
            self.assertNotIn(str(self.folder), entry.read("run.json").decode())

    def test_a_damaged_entry_is_made_again(self):
        self.reconstruct()
        for damage in (lambda data: data[:-1], lambda data: data[:99] + b"x" + data[100:], lambda data: b""):
            entry, before = self.entries[0], self.count
            entry.write_bytes(damage(entry.read_bytes()))
            self.assertEqual(self.reconstruct()[1], "1.0 rgb/1.png\n")
            self.reconstruct()
            self.assertEqual(self.count, before + 1)

    def test_a_run_that_is_ended_leaves_nothing(self):
        (self.recording / "rgb.txt").write_text("end")
        with self.assertRaises(Stopped):
            self.reconstruct()
        self.assertEqual(self.entries, [])

    def test_no_run_begins_when_the_time_is_over_but_kept_ones_are_read(self):
        self.reconstruct()
        self.calvaria.limit.end = time.monotonic()
        self.reconstruct()
        with self.assertRaises(Stopped):
            self.reconstruct(None, "--voxel-mm", 2)
        self.assertEqual((self.count, len(self.entries)), (1, 1))

    def test_anew(self):
        self.reconstruct()
        self.reconstruct(calvaria=replace(self.calvaria, kept=replace(self.calvaria.kept, anew=True)))
        self.reconstruct()
        self.assertEqual((self.count, len(self.entries)), (2, 1))

    def test_a_file_takes_its_place_when_it_is_whole(self):
        page = self.folder / "page.md"
        page.write_text("old")
        with self.assertRaises(KeyboardInterrupt), aside(page) as part:
            part.write_text("ne")
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(1)
        self.assertEqual((page.read_text(), list(self.folder.glob("page*"))), ("old", [page]))


if __name__ == "__main__":
    unittest.main()
