"""Where Swift code can be changed by one operator, name or number, so that it still compiles.

A change stands inside a slot, an expression that can be put into brackets: what a statement of one line assigns, returns or asks,
or one argument of a call.
"""

import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from structure import swift

SWAPS = {
    "+": "-", "-": "+", "*": "/", "/": "*", "<": ">", ">": "<", "<=": ">", ">=": "<", "==": "!=", "!=": "==", "&&": "||",
    "||": "&&", "min": "max", "max": "min", "sin": "cos", "cos": "sin", "true": "false", "false": "true", "first": "last",
    "last": "first", "prefix": "suffix", "suffix": "prefix", "dropFirst": "dropLast", "dropLast": "dropFirst",
    ".lowerBound": ".upperBound", ".upperBound": ".lowerBound", ".isEmpty": ".isEmpty == false", "!": "",
}
SITE = re.compile(
    r"(?<= )(?:\+|-|\*|/|<=|>=|<|>|==|!=|&&|\|\|)(?= )"  # operators between two values
    r"|(?<![\w.])(?:min|max|sin|cos)(?=\()|(?<=\.)(?:first|last|prefix|suffix|dropFirst|dropLast|min|max)(?=\()"
    r"|(?<![\w.])(?:true|false)\b|\.(?:lowerBound|upperBound)\b|\.isEmpty\b(?! ==)|(?<![\w)\]?!])!(?=[\w(])"
    r"|(?<![\w.$])\d+(?![\w.])")
STATEMENT = re.compile(
    r"\s*(?:(?:(?:private|fileprivate|public|package|internal|static|lazy) )*(?:let|var) \w+(?:: [\w.\[\]?<>:, ]+)? = "
    r"|return |(?:\} else )?if |guard |while |[\w.]+(?:\[[\w. +\-]+\])? [+\-*/]?= )")
ALONE = re.compile(r"\b(?:func|var|get|init|subscript)\b.*\{\s*$")
"""The last line before a body of one expression."""
DECLARED = re.compile(r"(?:\b(?:func|init|subscript|macro|case)\b[^=]*|@\w+|->\s*|\b(?:let|var|for|in|case)\s+|:\s*)$")
"""What stands before the bracket of a declaration, a pattern or a type."""
UNFIT = re.compile(r"[{}]|\b(?:let|var|case|inout|in|throws)\b|(?<!&)&\w|#")


@dataclass
class Change:
    """A change of one expression: its file, line, and the texts of the slot before and after."""

    room: str
    file: str
    line: int
    start: int
    original: str
    mutant: str
    number: int = 0
    verdict: str = ""
    seconds: float = 0

    @property
    def told(self) -> dict:
        return asdict(self)

    def stands_in(self, text: str) -> bool:
        """Whether a file's text still has the original where it was."""
        return text.startswith(self.original, self.start)


def changes(room: str, path: Path, root: Path) -> Iterator[Change]:
    """Every change of a file, in order."""
    text = path.read_text()
    if "@inlinable" in text or "@_alwaysEmitIntoClient" in text:  # no internal switch can be asked there
        return
    masked = swift.code(text)
    opening = brackets(masked)
    for site in SITE.finditer(masked):
        slot = slot_of(masked, opening, site.start())
        if slot is None:
            continue
        start, end = slot
        if UNFIT.search(masked[start:end]) or masked[start:end].strip() == site[0]:
            continue
        new = SWAPS.get(site[0])
        if new is None:  # a number
            if masked[:site.start()].endswith(("e-", "..<", "[")):
                continue
            new = str(int(site[0]) + 1 if int(site[0]) < 5 else 2 * int(site[0]))
        original = text[start:end]
        at = site.start() - start
        yield Change(room, path.relative_to(root).as_posix(), masked.count("\n", 0, site.start()) + 1, start, original,
                     original[:at] + new + original[at + len(site[0]):])


def brackets(masked: str) -> list[int]:
    """For each character the place of the innermost bracket that is open there; -1 for none."""
    innermost, opened = [], []
    for place, character in enumerate(masked):
        if character in ")]}" and opened:
            opened.pop()
        innermost.append(opened[-1] if opened else -1)
        if character in "([{":
            opened.append(place)
    return innermost


def slot_of(masked: str, innermost: list[int], place: int) -> tuple[int, int] | None:
    """The expression around a place, from start to end; None where there is none that can be told."""
    bracket = innermost[place]
    if bracket >= 0 and masked[bracket] in "([":
        return argument(masked, innermost, place, bracket)
    return statement(masked, innermost, place)


def argument(masked: str, innermost: list[int], place: int, bracket: int) -> tuple[int, int] | None:
    """One item of brackets, without its label and without `try`."""
    line = masked[masked.rfind("\n", 0, bracket) + 1:bracket]
    before = masked[max(0, bracket - 200):bracket]
    if DECLARED.search(line) or DECLARED.search(before.rstrip()[-40:]) and not re.search(r"[\w\])]$", before):
        return None
    start = end = place
    while start - 1 > bracket and not (masked[start - 1] == "," and innermost[start - 1] == bracket):
        start -= 1
    while not (masked[end] == "," and innermost[end] == bracket or masked[end] in ")]" and innermost[end] == innermost[bracket]):
        end += 1
    label = re.match(r"\s*(?:\w+:(?!:)\s*)?(?:(?:try|await)[?!]? )*", masked[start:end])
    start += label.end()
    item = masked[start:end]
    # The key and the value of a dictionary are two expressions.
    if not item.strip() or re.search(r":", item) and "?" not in item:
        return None
    return start, start + len(item.rstrip())


def statement(masked: str, innermost: list[int], place: int) -> tuple[int, int] | None:
    """What a statement of one line assigns, returns or asks."""
    first = masked.rfind("\n", 0, place) + 1
    last = masked.find("\n", place)
    line = masked[first:last]
    following = masked[last + 1:masked.find("\n", last + 1)].strip()
    if following.startswith((".", "+ ", "- ", "* ", "/ ", "? ", ": ", "&& ", "|| ", "?? ", "< ", "> ", "=")):
        return None
    if head := STATEMENT.match(line):
        start, end = head.end(), len(line)
        word = head[0].split()[0] if head[0].split() else ""
        if word in ("if", "while", "}"):
            if not line.endswith(" {"):
                return None
            end -= 2
        elif word == "guard":
            end = line.find(" else {")
            if end < 0:
                return None
    else:
        before = masked[:first].rstrip()
        behind = following
        indent = len(line) - len(line.lstrip())
        if not ALONE.search(before[before.rfind("\n") + 1:]) or behind != "}" or re.match(
                r"(?:let|var|if|guard|for|while|switch|throw|return|case|default|defer|do|repeat)\b", line[indent:]):
            return None
        start, end = indent, len(line)
    start += re.match(r"(?:(?:try|await)[?!]? )*", line[start:end]).end()
    body = line[start:end]
    if not body.strip() or not is_one(body) or not start <= place - first < end:
        return None
    return first + start, first + start + len(body.rstrip())


def is_one(text: str) -> bool:
    """True where brackets close in order and no comma stands outside of them: one expression."""
    depth = 0
    for character in text:
        depth += character in "([{"
        depth -= character in ")]}"
        if depth < 0 or character == "," and depth == 0:
            return False
    return depth == 0
