"""Finds circles in the sources: between modules, between the rooms (folders) of a module, between types; arrows in
Package.swift that no file imports; and targets that must not reach each other. Prints the table of rooms for
Docs/decisions/layout.md.

`--check` fails on every circle that is not in `ALLOWED`. It reads text and is no compiler, so "no circle" means no circle
of what it counts. It does not count:
- what an extension uses in a file other than its type's (`--with-extensions` counts it),
- a call of a member that an extension adds: a member's name does not say whose it is,
- calls of free functions (`--functions` counts them between rooms),
- a name that could mean several types.
Standard library only.
"""

import argparse
import sys
from collections import Counter, defaultdict
from pathlib import Path

from structure import graph, manifest, swift
from structure.rooms import table
from structure.tree import Arrows, Place, Tree

ROOT = Path(__file__).resolve().parent.parent
BEGIN, END = "<!-- rooms: written by Scripts/structure.py -->", "<!-- end of rooms -->"

# What `--check` lets pass, as it is printed behind "==", and why.
ALLOWED = {
    "EndToEndTests → calvaria": "these tests start the program; the arrow has it built before them",
}

# What a target must not reach over any number of arrows, or programs that use it would link it.
KEPT_APART = {
    "CalvariaAnalysis": {"ArucoBridge", "DrawingBridge", "ImageBridge", "SolverBridge"},
    "CalvariaFeedback": {"DrawingBridge", "ImageBridge"},
    "Recordings": {"ArucoBridge", "DrawingBridge"},
}


def main() -> int:
    options = parse()
    tree = Tree.load(options.root)
    if options.table:
        print(table(tree))
        return 0
    if options.write:
        write(options.write, table(tree))
        return 0
    if options.small is not None or options.unnamed_in_tests:
        if options.small is not None:
            print(small(tree, options.small))
        if options.unnamed_in_tests:
            print(unnamed(tree, options.root))
        return 0
    unused, missing = manifest_arrows(tree, options.root)
    findings = {
        "Circles between modules": module_circles(tree, options.root),
        "Arrows in Package.swift that no file imports": unused,
        "Targets that are to be kept apart": not_apart(options.root),
        "Circles between rooms": room_circles(tree, options.functions),
        "Circles between types": type_circles(tree, options.with_extensions),
    }
    if options.check:
        return check(findings)
    for title, found in findings.items():
        print(f"# {title}: {len(found)}\n")
        for name, text in found.items():
            print(f"== {name}" + (f" (allowed: {ALLOWED[name]})" if name in ALLOWED else "") + f"\n{text}")
    # No circle, so `--check` lets them pass.
    print(f"# Imports without an arrow in Package.swift: {len(missing)}\n")
    print("".join(f"{name}\n{text}" for name, text in missing.items()))
    print("# Rooms\n")
    print(table(tree))
    return 0


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="only what is not allowed; exit code 1 if there is any")
    parser.add_argument("--with-extensions", action="store_true", help="count a type's extensions in other files")
    parser.add_argument("--functions", action="store_true", help="rooms use free functions too, not only types")
    parser.add_argument("--table", action="store_true", help="only the table of rooms, as Markdown")
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the table between the markers of FILE")
    parser.add_argument("--small", type=int, metavar="N", help="list the files of at most N lines")
    parser.add_argument("--unnamed-in-tests", action="store_true", help="list the types that no file of Tests names")
    parser.add_argument("--root", type=Path, default=ROOT, help="the package (default: the one this script is in)")
    return parser.parse_args()


def check(findings: dict[str, dict[str, str]]) -> int:
    found = {name: text for group in findings.values() for name, text in group.items()}
    for title, group in findings.items():
        for name in sorted(group.keys() - ALLOWED.keys()):
            print(f"{title}: {name}\n{found[name]}")
    stale = ALLOWED.keys() - found.keys()
    for name in sorted(stale):
        print(f"Allowed in Scripts/structure.py, but no longer there: {name}\n")
    return 1 if stale or found.keys() - ALLOWED.keys() else 0


# MARK: Circles

def module_circles(tree: Tree, root: Path) -> dict[str, str]:
    arrows: Arrows = defaultdict(list, tree.module_arrows())
    for target in manifest.read(root):
        for name in target.dependencies:
            arrows[target.name, name] = [*arrows[target.name, name], Place("Package.swift", 1, "", name)]
    return described(arrows)


def manifest_arrows(tree: Tree, root: Path) -> tuple[dict[str, str], dict[str, str]]:
    """Arrows that no file of the target imports, and imports of our modules without an arrow: those build only as long
    as another target happens to bring the module along.
    """
    unused, missing = {}, {}
    for target in manifest.read(root):
        imports: dict[str, str] = {}
        for file in sorted((root / target.path).rglob("*.swift")):
            for name in swift.read(file.read_text(encoding="utf-8")).imports:
                imports.setdefault(name, file.relative_to(root).as_posix())
        unused |= {
            f"{target.name} → {name}": "" for name in target.dependencies
            if name not in imports and any((root / target.path).rglob("*.swift"))}
        missing |= {
            f"{target.name} ⇢ {name}": f"      {file}\n" for name, file in sorted(imports.items())
            if name in tree.modules - {*target.dependencies, target.name}}
    return unused, missing


def not_apart(root: Path) -> dict[str, str]:
    """The ways from a target to what it must not reach."""
    arrows = {target.name: target.dependencies for target in manifest.read(root)}
    found = {}
    for start, forbidden in KEPT_APART.items():
        ways, queue = {start: start}, [start]
        for name in queue:
            for head in arrows.get(name, ()):
                if head not in ways:
                    ways[head] = f"{ways[name]} → {head}"
                    queue.append(head)
        found |= {f"{start} … {name}": f"      {ways[name]}\n" for name in sorted(forbidden & ways.keys())}
    return found


def room_circles(tree: Tree, functions: bool) -> dict[str, str]:
    return described({
        (tail, head): places for (tail, head), places in tree.room_arrows(functions).items()
        if tail.module == head.module})


def type_circles(tree: Tree, with_extensions: bool) -> dict[str, str]:
    return described(tree.type_arrows(with_extensions))


def described(arrows: Arrows) -> dict[str, str]:
    """Every circle with its arrows; those marked are the lightest (fewest lines) without which there is no circle."""
    weights = {arrow: len(places) for arrow, places in arrows.items()}
    found = {}
    for members in graph.circles(arrows):
        cut = graph.cuts(members, weights)
        lines = []
        for tail, head in sorted(arrow for arrow in arrows if set(arrow) <= set(members)):
            places = arrows[tail, head]
            shown = places if (tail, head) in cut else places[:3]
            names = ", ".join(sorted({place.name for place in places}))
            lines.append(f"  {'✂' if (tail, head) in cut else ' '} {tail} → {head} ({len(places)}: {names})")
            lines += [f"      {place}  {place.text}".rstrip() for place in shown]
            if len(shown) < len(places):
                lines.append("      …")
        found[" ↔ ".join(map(str, members))] = "\n".join(lines) + "\n"
    return found


# MARK: Tables and lists

def write(page: Path, rows: str) -> None:
    text = page.read_text(encoding="utf-8")
    begin, end = text.find(BEGIN), text.find(END)
    if not 0 <= begin < end:
        sys.exit(f"{page}: put the lines\n{BEGIN}\n{END}\nwhere the table belongs.")
    page.write_text(text[:begin + len(BEGIN)] + "\n" + rows + "\n" + text[end:], encoding="utf-8")


def small(tree: Tree, limit: int) -> str:
    files = sorted((file.lines, path) for path, file in tree.files.items() if file.lines <= limit)
    return "\n".join([f"# Files of at most {limit} lines: {len(files)}", "", *(f"{n:4} {path}" for n, path in files)])


def unnamed(tree: Tree, root: Path) -> str:
    """Types that tests can see (not private) and do not name; they may still be tested through others."""
    named = {word for file in Tree.load(root, "Tests").files.values() for word in file.words}
    types = [symbol for symbol in tree.types() if symbol.access not in ("private", "fileprivate")]
    missing = [symbol for symbol in types if symbol.name not in named]
    of_module, all_of_module = Counter(s.module for s in missing), Counter(s.module for s in types)
    lines = [f"# Types that no test names: {len(missing)} of {len(types)}", ""]
    lines += [f"{module}: {of_module[module]} of {all_of_module[module]}" for module in sorted(all_of_module)]
    return "\n".join([*lines, "", *(f"{symbol}  {symbol.file}:{symbol.line}" for symbol in missing)])


if __name__ == "__main__":
    sys.exit(main())
