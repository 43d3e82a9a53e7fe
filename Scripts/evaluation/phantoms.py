"""Simulated recordings with truth, made by the program itself and kept in a folder between runs."""

import json
import shutil
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from . import program
from .cache import aside, fingerprint
from .truth import Recording

PROBE = ("--frames", "3", "--truth-subdivisions", "3")
"""A recording so short tells cheaply whether the program makes the same bytes as when the kept one was made."""


@dataclass(frozen=True)
class Phantoms:
    """A folder of simulated recordings; each is made again when its options, the bytes that the program makes of them, or its
    own bytes have changed."""

    calvaria: program.Program
    folder: Path

    def get(self, name: str, *options: object) -> Recording:
        words = [str(option) for option in options]
        folder, mark = self.folder / name, self.folder / f"{name}.made.json"
        made = json.loads(mark.read_text()) if mark.exists() else {}
        is_whole = made.get("options") == words and folder.is_dir() and made.get("digest") == fingerprint(folder)
        if not (is_whole and made["program"] == self.calvaria.identity):
            probe = self.probe(words)
            if not (is_whole and made["probe"] == probe):
                processor = self.replace(folder, words)
                made = {"options": words, "probe": probe, "digest": fingerprint(folder), "processor": processor}
            with aside(mark) as part:
                part.write_text(json.dumps(made | {"program": self.calvaria.identity}))
        self.calvaria.processor.append(made["processor"])
        return Recording(folder, json.loads((folder / "truth.json").read_text()))

    def probe(self, options: list[str]) -> str:
        with tempfile.TemporaryDirectory() as parent:
            folder = Path(parent, "probe")
            self.make(folder, [*options, *PROBE])
            return fingerprint(folder)

    def replace(self, folder: Path, options: list[str]) -> float:
        """The seconds of processor time that it took."""
        print(f"{folder.name}: simulating", file=sys.stderr)
        self.folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=self.folder) as parent:
            whole = Path(parent, folder.name)
            done = self.make(whole, options)
            shutil.rmtree(folder, ignore_errors=True)
            whole.rename(folder)
        return done.processor

    def make(self, folder: Path, options: list[str]) -> program.Run:
        done = self.calvaria.start("phantom", folder, *options)
        if done.exit_code != 0:
            raise RuntimeError(f"phantom {' '.join(options)}: exit code {done.exit_code}: {done.errors.strip()}")
        return done
