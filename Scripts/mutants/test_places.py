"""`python3 -m unittest discover -s Scripts/mutants -t Scripts`"""

import tempfile
import unittest
from pathlib import Path

from . import __main__ as mutants
from . import places, trial


def changes_of(source: str) -> set[tuple[str, str]]:
    """Every change of a source: the slot before and after."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "File.swift"
        path.write_text(source)
        return {(change.original, change.mutant) for change in places.changes("Room", path, Path(folder))}


class Places(unittest.TestCase):
    def test_statements_of_one_line(self):
        self.assertEqual(changes_of("let a = b + c\n"), {("b + c", "b - c")})
        self.assertEqual(changes_of("guard a < b else { return }\n"), {("a < b", "a > b")})
        self.assertEqual(changes_of("    } else if try ready && seen {\n"), {("ready && seen", "ready || seen")})
        self.assertEqual(changes_of("return try min(a, b)\n"), {("min(a, b)", "max(a, b)")})
        self.assertEqual(changes_of("var area: Double {\n  width * height\n}\n"), {("width * height", "width / height")})

    def test_arguments(self):
        self.assertEqual(
            changes_of("f(x: a + g(7), !y)\n"), {("a + g(7)", "a - g(7)"), ("!y", "y")})
        self.assertEqual(changes_of("let a = f(\n  first: b * c,\n  d)\n"), {("b * c", "b / c")})

    def test_texts_comments_and_declarations_are_left_alone(self):
        self.assertEqual(changes_of('let a = "b + c"  // d - e\n'), set())
        self.assertEqual(changes_of("func f(_ a: Int = 1 + 2) {}\n"), set())
        self.assertEqual(changes_of("let (a, b) = f\ncase g(a + b)\n"), set())
        self.assertEqual(changes_of("let a = b\n  + c\n"), set())
        self.assertEqual(changes_of("if a < b, c < d {\n"), set())

    def test_every_equal_change_is_still_found(self):
        lines = [line for line in mutants.EQUAL.read_text().splitlines() if line.startswith("| `")]
        rows = {line.rsplit(" | ", 1)[0] + " |" for line in lines}
        named = {row.split("`")[1] for row in rows}
        found = {
            mutants.row(change)
            for room, folder in trial.rooms(mutants.ROOT).items()
            for path in folder.rglob("*.swift") if path.name in named
            for change in places.changes(room, path, mutants.ROOT)}
        self.assertEqual(rows - found, set())

    def test_what_stands_beside_the_original_is_chosen_by_number(self):
        source = "let a = b + c\nlet d = f(e - 1)\n"
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "File.swift"
            path.write_text(source)
            found = list(places.changes("Room", path, Path(folder)))[:2]
        for number, change in enumerate(found, 1):
            change.number = number
        self.assertEqual(
            trial.changed(source, found),
            "let a = (ChosenMutant.lives(1) ? (b - c) : (b + c))\nlet d = f((ChosenMutant.lives(2) ? (e + 1) : (e - 1)))\n")

    def test_a_fault_is_that_of_the_nearest_change(self):
        tree = Path(self.enterContext(tempfile.TemporaryDirectory()))
        changes = [places.Change("Room", "File.swift", 0, 0, "a + b", "a - b", number) for number in (1, 2)]
        lines = ["let f = 0"] * 50
        lines[9], lines[29] = [f"(ChosenMutant.lives({change.number}) ? (a - b) : (a + b))" for change in changes]
        (tree / "File.swift").write_text("\n".join(lines))

        def left(line: int) -> list[int]:
            output = f"{tree}/File.swift:{line}:7: error: no\n"
            return [change.number for change in trial.without_faults(tree, changes, output)]

        # On its line, in a closure before it or behind it, and too far from both.
        self.assertEqual([left(line) for line in (10, 30, 22, 13, 45)], [[2], [1], [1], [2], [1, 2]])
