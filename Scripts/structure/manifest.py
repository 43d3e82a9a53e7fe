"""The targets of Package.swift and what each depends on, as the package manager reads them."""

import json
import subprocess
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Target:
    name: str
    kind: str  # regular, executable, test, system
    path: str
    dependencies: tuple[str, ...]


def targets(dump: str) -> list[Target]:
    return [
        # Of `{"byName": ["Geometry", null]}` the name.
        Target(each["name"], each["type"], each["path"], tuple(next(iter(d.values()))[0] for d in each["dependencies"]))
        for each in json.loads(dump)["targets"]
    ]


def read(root: Path) -> list[Target]:
    command = ["swift", "package", "--package-path", root, "dump-package"]
    return targets(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
