"""Pieces of the pages in Docs/evaluation."""


def table(header: list[str], rows: list[list[str]]) -> str:
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def tick(holds: bool) -> str:
    return " ✔" if holds else " **✘**"


def mean(values: list[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None


def cell(text: str) -> str:
    """Text that stays within one cell of a table."""
    return " ".join(text.replace("|", "/").split()) or "–"
