"""Recordings, caps, landmarks and results with one line changed."""

import re
import shutil
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from .outcome import Outcome, run

WORDS = [
    "", "nan", "inf", "-inf", "1e308", "-1e308", "1e-320", "0", "-1", "1e9", "99999999999999999999", "null", "true", "[]",
    "{}", "*a", "&a", "!!map", "\x1b[31m", "=1+1", "../../x", "/dev/zero", "\u202e", "a" * 10_000, "\x00", "'", '"',
]
"""What stands in place of a number or a word."""


@dataclass(frozen=True)
class Case:
    """A text file of a recording, or a result, that is changed, and the command that reads it."""

    name: str
    files: list[str]
    source: Path
    command: list[object]
    """With `INPUT` for the folder and `OUTPUT` for a new one."""

    def run(self, folder: Path, output: Path) -> Outcome:
        outcome = run([folder if word == "INPUT" else output if word == "OUTPUT" else word for word in self.command])
        shutil.rmtree(output, ignore_errors=True)
        return outcome


def accepted(file: str, sound: str, changed: str) -> bool:
    """True where a cap file states another thickness or marker size, which the program can't know to be wrong: the thickness
    stands in a note, the markers' size in depth in the result, and lengths have the interval that a print may err by."""
    if file != "cap.yaml":
        return False
    keys = ("thickness_mm", "marker_size_mm")
    values = [[re.findall(rf"^{key}: *([0-9.]+) *$", text, re.M) for key in keys] for text in (sound, changed)]
    return values[0] != values[1]


def cases(program: Path, datasets: Path, folder: Path) -> list[Case]:
    sample, result = datasets / "sample", folder / "result"
    # One folder is not compared with itself.
    second = Path(shutil.copytree(result, folder / "second"))
    reconstruct = [program, "reconstruct", "INPUT", "--output", "OUTPUT", "--json", "--threads", 1, "--voxel-mm", 2]
    return [
        Case("recordings", ["rgb.txt", "depth.txt", "intrinsic.json"], sample, reconstruct),
        Case("caps", ["cap.yaml"], sample, reconstruct),
        Case("landmarks", ["landmarks.json"], sample, reconstruct),
        Case("results", ["result.json"], result, [program, "compare", "INPUT", second, "--json"]),
    ]


def copy(source: Path, target: Path, changed: str) -> None:
    """A folder whose files are those of another one, but for one of its own."""
    target.mkdir()
    for entry in source.iterdir():
        if entry.name != changed:
            (target / entry.name).symlink_to(entry.resolve())


def mutated(text: str, random: np.random.Generator) -> tuple[str, str]:
    """The text with one line changed, and how."""
    # A JSON file of one line has its lines where its lists and objects do.
    lines = text.replace("}, ", "},\n").replace("], ", "],\n").splitlines(keepends=True)
    at = int(random.integers(len(lines)))
    line = lines[at]
    how = ["delete", "twice", "swap", "word", "digit", "cut", "bit", "insert"][int(random.integers(8))]
    if how == "delete":
        line = ""
    elif how == "twice":
        line += line
    elif how == "swap":
        other = int(random.integers(len(lines)))
        lines[at], lines[other] = lines[other], lines[at]
        return "".join(lines), f"line {at + 1} and {other + 1} swapped"
    elif how in ("word", "digit"):
        line = replaced(line, how, random)
    elif how == "cut":
        line = line[: int(random.integers(len(line) + 1))]
    elif how == "bit" and line:
        place = int(random.integers(len(line)))
        line = line[:place] + chr(ord(line[place]) ^ 1 << int(random.integers(7))) + line[place + 1 :]
    else:
        place = int(random.integers(len(line) + 1))
        line = line[:place] + WORDS[int(random.integers(len(WORDS)))] + line[place:]
    lines[at] = line
    return "".join(lines), f"line {at + 1}, {how}"


def replaced(line: str, how: str, random: np.random.Generator) -> str:
    """The line with one of its words, or one of its digits, replaced."""
    if how == "digit":
        digits = [i for i, c in enumerate(line) if c.isdigit()]
        if not digits:
            return line
        place = digits[int(random.integers(len(digits)))]
        return line[:place] + str(int(random.integers(10))) + line[place + 1 :]
    words = line.replace(",", " , ").replace("[", " [ ").replace("]", " ] ").split(" ")
    words[int(random.integers(len(words)))] = WORDS[int(random.integers(len(WORDS)))]
    return " ".join(words)
