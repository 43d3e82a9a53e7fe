"""Which type, room and module of the sources uses which.

A name means the nearest declaration: one nested in the types around it, one private to its file, one of its module, one
public in an imported module. A name that could mean several types is left out, so an arrow can be missing, never wrong.
"""

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from . import swift
from .swift import SwiftFile, Use

OUTER = ("public", "open", "package")
TYPE = re.compile(r"\b(?:struct|class|enum|protocol|actor|typealias) (\w+)")


@dataclass(frozen=True, order=True)
class Room:
    """A folder of a module; the module's root is a room too, without a folder."""
    module: str
    folder: str

    def __str__(self) -> str:
        return f"{self.module}/{self.folder}" if self.folder else self.module


@dataclass(frozen=True, order=True)
class Symbol:
    """A top-level type or free function. One name may stand for several: in other modules, or privately in other files.
    """
    module: str
    name: str
    file: str
    line: int = field(compare=False)
    kind: str = field(compare=False)
    access: str = field(compare=False)

    def __str__(self) -> str:
        return f"{self.module}.{self.name}"


@dataclass(frozen=True, order=True)
class Place:
    file: str
    line: int
    text: str
    name: str  # what is used there

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


Arrows = dict[tuple, list[Place]]


class Tree:
    def __init__(self, texts: dict[str, str]):
        """`texts`: what the files hold, by paths such as `Sources/Head/Analysis/Cap/CapLayer.swift`."""
        self.modules = frozenset(map(module_of, texts))
        # Before a dot, a type of a module's name is meant, not the module.
        types = {match[1] for text in texts.values() for match in TYPE.finditer(text)}
        self.files = {path: swift.read(text, self.modules - types) for path, text in sorted(texts.items())}
        self.texts = {path: text.splitlines() for path, text in texts.items()}
        self.symbols: dict[str, list[Symbol]] = defaultdict(list)
        self.nested: dict[tuple, set[str]] = defaultdict(set)
        self.declare()

    @classmethod
    def load(cls, root: Path, folder: str = "Sources") -> "Tree":
        return cls({
            file.relative_to(root).as_posix(): file.read_text(encoding="utf-8")
            for file in sorted((root / folder).rglob("*.swift"))})

    def declare(self) -> None:
        for path, file in self.files.items():
            for declaration in file.declarations:
                if len(declaration.path) == 1 and declaration.kind not in ("extension", "associatedtype"):
                    known = self.symbols[declaration.path[0]]
                    symbol = Symbol(
                        module_of(path), declaration.path[0], path, declaration.line, declaration.kind,
                        declaration.access)
                    # Branches of one `#if` may declare the same type again.
                    if not any(
                        other.module == symbol.module and visible(other, path) and visible(symbol, other.file)
                        for other in known):
                        known.append(symbol)
        for path, file in self.files.items():
            for declaration in file.declarations:
                if len(declaration.path) > 1 and declaration.kind not in ("extension", "func"):
                    base = self.lookup(declaration.path[0], path) or declaration.path[0]
                    self.nested[base, declaration.path[1:-1]].add(declaration.path[-1])

    # MARK: Names

    @cached_property
    def exports(self) -> dict[str, set[str]]:
        """The modules that an import of a module brings along."""
        result: dict[str, set[str]] = defaultdict(set)
        for path, file in self.files.items():
            result[module_of(path)] |= file.exports
        return result

    def imported(self, file: SwiftFile) -> set[str]:
        found, waiting = set(), list(file.imports)
        while waiting:
            module = waiting.pop()
            if module not in found:
                found.add(module)
                waiting += self.exports.get(module, ())
        return found

    def lookup(self, name: str, path: str, module: str | None = None) -> Symbol | None:
        """The type or free function that a name means at the top level of a file."""
        candidates = self.symbols.get(name)
        if not candidates:
            return None
        own = module_of(path)
        if module in (None, own):
            for group in (
                [s for s in candidates if s.file == path],
                [s for s in candidates if s.module == own and visible(s, path)],
            ):
                if group:
                    return group[0] if len(group) == 1 else None
        imported = {module} if module else self.imported(self.files[path])
        public = [s for s in candidates if s.module != own and s.module in imported and s.access in OUTER]
        return public[0] if len(public) == 1 else None

    def resolve(self, use: Use, path: str) -> Symbol | None:
        if use.name not in self.symbols:
            return None
        if use.module:
            return self.lookup(use.name, path, use.module)
        if use.name in use.hidden:
            return None
        if use.path:
            base = self.lookup(use.path[0], path) or use.path[0]
            for depth in range(len(use.path), 0, -1):
                if use.name in self.nested.get((base, use.path[1:depth]), ()):
                    return None
        symbol = self.lookup(use.name, path)
        if symbol and symbol.kind == "func" and not (use.called and use.name not in self.members[symbol.module]):
            return None
        return symbol

    @cached_property
    def members(self) -> dict[str, set[str]]:
        """Names in a module that are a variable, a parameter or a method somewhere: a call of them says nothing."""
        result: dict[str, set[str]] = defaultdict(set)
        for path, file in self.files.items():
            result[module_of(path)] |= file.members
        return result

    def resolved(self) -> Iterable[tuple[str, Use, Symbol]]:
        for path, file in self.files.items():
            for use in file.uses:
                if symbol := self.resolve(use, path):
                    yield path, use, symbol

    # MARK: Arrows

    def place(self, path: str, line: int, name: str) -> Place:
        return Place(path, line, self.texts[path][line - 1].strip(), name)

    def module_arrows(self) -> Arrows:
        """From the modules that import to the modules that are imported."""
        arrows: Arrows = defaultdict(list)
        for path, file in self.files.items():
            for module in file.imports & self.modules - {module_of(path)}:
                line = next(i for i, text in enumerate(self.texts[path], 1) if "import" in text and module in text)
                arrows[module_of(path), module].append(self.place(path, line, module))
        return arrows

    def room_arrows(self, functions: bool = False) -> Arrows:
        """From the rooms whose files use a name to the rooms whose files declare it."""
        arrows: Arrows = defaultdict(list)
        for path, use, symbol in self.resolved():
            if symbol.kind == "func" and not functions:
                continue
            tail, head = room_of(path), room_of(symbol.file)
            if tail != head:
                arrows[tail, head].append(self.place(path, use.line, symbol.name))
        return unique(arrows)

    def type_arrows(self, with_extensions: bool = False) -> Arrows:
        """From the types whose declaration uses a name to the type that is meant. An extension of a type counts in the
        type's file, and with `with_extensions` elsewhere in its module.
        """
        arrows: Arrows = defaultdict(list)
        for path, use, symbol in self.resolved():
            if use.top is None or symbol.kind == "func":
                continue
            owner = self.lookup(use.top.path[0], path)
            if owner is None or owner.kind == "func" or owner == symbol or owner.module != module_of(path):
                continue
            if with_extensions or owner.file == path:
                arrows[owner, symbol].append(self.place(path, use.line, symbol.name))
        return unique(arrows)


def unique(arrows: Arrows) -> Arrows:
    return {arrow: sorted(set(places)) for arrow, places in sorted(arrows.items())}


def visible(symbol: Symbol, path: str) -> bool:
    return symbol.file == path or symbol.access not in ("private", "fileprivate")


def module_of(path: str) -> str:
    return path.split("/")[2]


def room_of(path: str) -> Room:
    parts = path.split("/")
    return Room(parts[2], "/".join(parts[3:-1]))
