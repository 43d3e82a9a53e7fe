"""Renews a part's tables and files, from what is kept of it where nothing has changed of which it is made."""

import ast
import datetime
import json
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import ModuleType

from . import registry
from .cache import aside, identity
from .page import block, replace_blocks, table
from .parts.coverage import HEADS
from .parts.midline import OPERATORS
from .program import machine
from .registry import PARTS, Bench

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = ROOT / "Scripts"


def renew(bench: Bench, name: str) -> list[str]:
    """What fails of the requirements. A part of which only some is asked for is printed and leaves its page as it is."""
    with tempfile.TemporaryDirectory() as parent:
        folder = Path(parent, name)
        bench, source = replace(bench, folder=folder, pages={}), commit(bench.calvaria.path)
        bench.calvaria.processor.clear()
        if bench.options.only or (bench.options.repeats, bench.options.operators) != (HEADS, OPERATORS):
            folder.mkdir()
            return PARTS[name](bench) or []

        def make() -> None:
            failed = PARTS[name](bench) or []
            made = {
                "failed": failed, "commit": source, "date": datetime.date.today().isoformat(), "machine": machine(),
                "minutes": sum(bench.calvaria.processor) / 60, "pages": bench.pages}
            (folder / "part.json").write_text(json.dumps(made))

        bench.calvaria.kept.fill(folder, f"parts/{name}", key(bench, name), make)
        made = json.loads((folder / "part.json").read_text())
        print(f"{name}: of {made['commit']}, {made['date']}", file=sys.stderr)
        publish(bench.options.output, name, folder, made)
        return made["failed"]


def key(bench: Bench, name: str) -> dict:
    """All that a part depends on; what a path holds counts, not where it lies."""
    options = bench.options
    real = options.shared / "real"
    return {
        "program": bench.calvaria.identity, "before": identity(options.before) if options.before and name == "earlier" else None,
        "no speed": options.no_speed, "peer": [bench.peer.script] if bench.peer else [],
        "recordings": [each.folder for each in bench.found], "real": [real] if real.is_dir() else [],
        "scripts": sources(name), "packages": SCRIPTS / "requirements-evaluation.txt", "recorders": SCRIPTS / "recorders",
    }


def sources(name: str) -> list[Path]:
    """The registry, and the modules that a part in it names, with all that these import of the package."""
    text = Path(registry.__file__).read_text()
    body = re.search(rf"\ndef {name}\(.*?\n\n\n", text, re.DOTALL)[0]
    named = [each for word, each in vars(registry).items() if isinstance(each, ModuleType) and re.search(rf"\b{word}\b", body)]
    found, waiting = {Path(registry.__file__)}, [Path(module.__file__) for module in named]
    while waiting:
        file = waiting.pop()
        if file.exists() and file not in found:
            found.add(file)
            waiting += imported(file)
    return sorted(found)


def imported(file: Path) -> list[Path]:
    """Where the modules may lie that a file imports by a relative name."""
    imports = [node for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, ast.ImportFrom) and node.level]
    places = [(file.parents[node.level - 1].joinpath(*(node.module or "").split(".")), node.names) for node in imports]
    return [file for place, names in places for file in (place.with_suffix(".py"), *(place / f"{each.name}.py" for each in names))]


@cache
def commit(program: Path) -> str:
    """The commit in which the evaluation is, at the time of the first call."""
    git = lambda *words: subprocess.run(["git", "-C", ROOT, *words], capture_output=True, text=True, check=False).stdout.strip()
    changed = " with local changes" if git("status", "--porcelain", "--", ".", ":!Docs") else ""
    elsewhere = "" if program.is_relative_to(ROOT) else ", a program from elsewhere"
    return f"`{git('rev-parse', '--short', 'HEAD') or 'unknown'}`{changed}{elsewhere}"


def publish(output: Path, name: str, folder: Path, made: dict) -> None:
    stamp = f"\n\n*Commit {made['commit']}; {made['date']}; {made['machine']}.*"
    for page, blocks in made["pages"].items():
        replace_blocks(output / page, {key: text + stamp for key, text in blocks.items()})
    for file in set(folder.iterdir()) - {folder / "part.json"}:
        with aside(output / file.name) as part:
            shutil.copyfile(file, part)
    if not made["pages"]:
        return
    replace_blocks(output / "README.md", {"parts": listed(block(output / "README.md", "parts"), name, made)})


def listed(earlier: str, name: str, made: dict) -> str:
    """The table of all parts with another row for one of them."""
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in earlier.splitlines()[2:]]
    rows = {row[0]: row for row in cells}
    rows[f"`{name}`"] = [f"`{name}`", made["commit"], made["date"], f"{made['minutes']:.1f}"]
    return table(["Part", "Commit", "Date", "Processor minutes"], [rows[f"`{part}`"] for part in PARTS if f"`{part}`" in rows])
