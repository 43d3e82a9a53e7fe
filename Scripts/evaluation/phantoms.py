"""Simulated recordings with truth, made by the program itself and kept in a folder between runs."""

import hashlib
import json
import shutil
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from . import program
from .truth import Recording

PROBE = ("--frames", "3", "--truth-subdivisions", "3")
"""A recording so short tells cheaply whether the program makes the same bytes as when the kept one was made."""


@dataclass(frozen=True)
class Phantoms:
    """A folder of simulated recordings; each is made again when its options, or the bytes that the program makes of
    them, have changed."""

    calvaria: program.Program
    folder: Path

    def get(self, name: str, *options: object) -> Recording:
        words = [str(option) for option in options]
        folder, mark = self.folder / name, self.folder / f"{name}.made.json"
        made = {"options": words, "probe": self.probe(words)}
        if not (folder.is_dir() and mark.exists() and json.loads(mark.read_text()) == made):
            print(f"{name}: simulating", file=sys.stderr)
            self.folder.mkdir(parents=True, exist_ok=True)
            mark.unlink(missing_ok=True)
            shutil.rmtree(folder, ignore_errors=True)
            self.make(folder, words)
            mark.write_text(json.dumps(made))
        return Recording(folder, json.loads((folder / "truth.json").read_text()))

    def probe(self, options: list[str]) -> str:
        with tempfile.TemporaryDirectory() as parent:
            folder = Path(parent, "probe")
            self.make(folder, [*options, *PROBE])
            return hashlib.sha256(json.dumps(program.digest(folder), sort_keys=True).encode()).hexdigest()

    def make(self, folder: Path, options: list[str]) -> None:
        done = program.run(self.calvaria.path, "phantom", folder, *options)
        if done.exit_code != 0:
            raise RuntimeError(f"phantom {' '.join(options)}: exit code {done.exit_code}: {done.errors.strip()}")
