"""What the comparison found, as a table."""

from dataclasses import dataclass

TOLERANCE = {"mm": 0.05, "°": 0.01}
"""Of lengths and angles; other units are ratios or volumes, to 0.1 %."""


@dataclass(frozen=True)
class Row:
    """One head: the reference's values, and the program's `measures`."""

    seed: int
    file: str
    expected: dict[str, float]
    measures: dict[str, dict]

    def difference(self, key: str) -> float | None:
        value = (self.measures.get(key) or {}).get("value")
        return None if value is None else value - self.expected[key]

    def tolerance(self, key: str) -> float:
        unit = (self.measures.get(key) or {}).get("unit")
        # An index near zero is the difference of two volumes or lengths, each of which may err by a part of its own.
        return TOLERANCE.get(unit) or max(0.001 * abs(self.expected[key]), 0.01)

    @property
    def failures(self) -> list[str]:
        found = [(key, self.difference(key)) for key in self.expected]
        return [
            f"head {self.seed} ({self.file}): {key} {'withheld' if error is None else f'differs by {error:.4f}'}"
            for key, error in found
            if error is None or abs(error) > self.tolerance(key)
        ]


def table(rows: list[Row]) -> str:
    """The greatest difference of each measure, and the heads' own values of the CVAI."""
    lines = ["| measure | range over the heads | greatest difference | allowed |", "|---|---|---|---|"]
    for key in max((row.expected for row in rows), key=len):
        known = [row for row in rows if key in row.expected]
        unit = next(row.measures[key]["unit"] for row in known if key in row.measures)
        values = [row.expected[key] for row in known]
        errors = [row.difference(key) for row in known]
        worst = "withheld" if None in errors else f"{max(map(abs, errors)):.5f} {unit}"
        allowed = f"{TOLERANCE[unit]} {unit}" if unit in TOLERANCE else "0.1 %"
        few = "" if len(known) == len(rows) else f" ({len(known)} heads)"
        lines.append(f"| `{key}`{few} | {min(values):.2f} to {max(values):.2f} {unit} | {worst} | {allowed} |")
    files = ", ".join(f"{row.seed}: {row.file}" for row in rows)
    return "\n".join(lines) + f"\n\nFiles of the heads: {files}."
