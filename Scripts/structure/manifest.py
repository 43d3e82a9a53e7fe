"""The targets of Package.swift and what each depends on, read from its text."""

import re
from dataclasses import dataclass
from pathlib import Path

TARGET = re.compile(r"\.(target|executableTarget|testTarget|systemLibrary|macro|plugin|binaryTarget)\s*\(")
LIST = re.compile(r"\blet\s+(\w+)\s*(?::[^=\n]*)?=\s*\[")


@dataclass(frozen=True)
class Target:
    name: str
    kind: str
    path: str
    dependencies: tuple[str, ...]


def targets(text: str) -> list[Target]:
    text = re.sub(r"^\s*//.*$|(?<=[\s,])//.*$", "", text, flags=re.MULTILINE)
    lists = {match[1]: balanced(text, match.end() - 1) for match in LIST.finditer(text)}
    # A target has its arguments; `.target(name:)` alone inside a list of dependencies is no target.
    found, end = [], 0
    for match in TARGET.finditer(text):
        if match.start() >= end:
            body = balanced(text, match.end() - 1)
            end = match.end() - 1 + len(body)
            found.append(target(match[1], body, lists))
    return found


def target(kind: str, body: str, lists: dict[str, str]) -> Target:
    name = re.search(r'name:\s*"([^"]*)"', body)[1]
    path = re.search(r'\bpath:\s*"([^"]*)"', body)
    folder = path[1] if path else f"{'Tests' if kind == 'testTarget' else 'Sources'}/{name}"
    found: list[str] = []
    if at := re.search(r"\bdependencies:\s*", body):
        # A list, the name of a list, or a sum of both.
        rest = body[at.end():]
        while True:
            if rest.startswith("["):
                part = balanced(rest, 0)
                found += names(part)
                rest = rest[len(part):].lstrip()
            elif (match := re.match(r"\w+", rest)) and match[0] in lists:
                found += names(lists[match[0]])
                rest = rest[match.end():].lstrip()
            if not rest.startswith("+"):
                break
            rest = rest[1:].lstrip()
    return Target(name, kind, folder, tuple(found))


def names(body: str) -> list[str]:
    """The targets and products that a list of dependencies names."""
    ignored = r'\b(?:package|moduleAliases|condition):\s*(?:"[^"]*"|\[[^\]]*\]|\.\w+\([^)]*\))'
    return re.findall(r'"([^"]*)"', re.sub(ignored, "", body))


def balanced(text: str, start: int) -> str:
    """From the bracket at `start` to the one that closes it."""
    depth, quoted = 0, False
    for i in range(start, len(text)):
        c = text[i]
        if c == '"' and text[i - 1] != "\\":
            quoted = not quoted
        elif not quoted:
            depth += (c in "([{") - (c in ")]}")
            if depth == 0:
                return text[start:i + 1]
    raise ValueError("Package.swift: a bracket is never closed")


def read(root: Path) -> list[Target]:
    return targets((root / "Package.swift").read_text(encoding="utf-8"))
