"""Pieces of the pages in Docs/evaluation."""

import re
from pathlib import Path

from .cache import aside


def replace_blocks(path: Path, blocks: dict[str, str]) -> None:
    """Replaces the text between `<!-- NAME -->` and `<!-- /NAME -->`; what is written around them stays."""
    text = path.read_text()
    for name, block in blocks.items():
        pattern = re.compile(rf"(<!-- {name} -->\n).*?(<!-- /{name} -->)", re.DOTALL)
        text, count = pattern.subn(lambda match, block=block: match[1] + block.rstrip() + "\n" + match[2], text)
        if count != 1:
            raise ValueError(f"{path}: expected one block '{name}', found {count}")
    with aside(path) as part:
        part.write_text(text)


def block(path: Path, name: str) -> str:
    """What stands between `<!-- NAME -->` and `<!-- /NAME -->`."""
    return path.read_text().split(f"<!-- {name} -->\n")[1].split(f"<!-- /{name} -->")[0]


def table(header: list[str], rows: list[list[str]]) -> str:
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def rows(path: Path, name: str) -> list[list[str]]:
    """The cells of the table in a block, row by row, without its header."""
    return [line.strip("| ").split(" | ") for line in block(path, name).splitlines()[2:]]


def renewed(path: Path, name: str, header: list[str], new: list[list[str]], order: list[str]) -> list[list[str]]:
    """The rows of a block's table, some anew, by their first cells; in this order, without those of other columns."""
    known = {row[0]: row for row in [*rows(path, name), *new] if len(row) == len(header)}
    return [known[each] for each in order if each in known]


def tick(holds: bool) -> str:
    return " ✔" if holds else " **✘**"


def mean(values: list[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None


def cell(text: str) -> str:
    """Text that stays within one cell of a table."""
    return " ".join(text.replace("|", "/").split()) or "–"
