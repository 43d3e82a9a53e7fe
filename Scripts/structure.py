"""Finds arrows between floors that point up; circles between modules, between the rooms (folders) of a module, between
types; arrows in Package.swift that no file imports; and targets that must not reach each other.

`--check` fails on every finding. It reads text and is no compiler, so "no circle" means no circle
of what it counts. It does not count:
- what an extension uses in a file other than its type's (`--with-extensions` counts it),
- a call of a member that an extension adds: a member's name does not say whose it is,
- calls of free functions (`--functions` counts them between rooms),
- a name that could mean several types.
Needs Python's standard library and the swift command.
"""

import argparse
import sys
from collections import defaultdict
from pathlib import Path

from structure import graph, manifest, swift
from structure.tree import Arrows, Place, Tree

ROOT = Path(__file__).resolve().parent.parent

# From the ground up: a floor uses itself and those before it.
FLOORS = ["Foreign", "Base", "Scan", "Tools", "Head", "Live", "Movement", "Studies", "App"]

# What a target must not reach over any number of arrows, or programs that use it would link it.
KEPT_APART = {
    "CalvariaAnalysis": {"ArucoBridge", "DrawingBridge", "ImageBridge", "SolverBridge"},
    "CalvariaFeedback": {"DrawingBridge", "ImageBridge"},
    "Recordings": {"ArucoBridge", "DrawingBridge"},
}


def main() -> int:
    options = parse()
    tree = Tree.load(options.root)
    targets = manifest.read(options.root)
    unused, missing = manifest_arrows(tree, targets, options.root)
    findings = {
        "Arrows that point up": upward(targets),
        "Circles between modules": module_circles(tree, targets),
        "Arrows in Package.swift that no file imports": unused,
        "Imports without an arrow in Package.swift": missing,
        "Targets that are to be kept apart": not_apart(targets),
        "Circles between rooms": room_circles(tree, options.functions),
        "Circles between types": type_circles(tree, options.with_extensions),
    }
    if options.check:
        return check(findings)
    for title, found in findings.items():
        print(f"# {title}: {len(found)}\n")
        for name, text in found.items():
            print(f"== {name}\n{text}")
    return 0


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="only the findings; exit code 1 if there is any")
    parser.add_argument("--with-extensions", action="store_true", help="count a type's extensions in other files")
    parser.add_argument("--functions", action="store_true", help="rooms use free functions too, not only types")
    parser.add_argument("--root", type=Path, default=ROOT, help="the package (default: the one this script is in)")
    return parser.parse_args()


def check(findings: dict[str, dict[str, str]]) -> int:
    for title, group in findings.items():
        for name, text in group.items():
            print(f"{title}: {name}\n{text}")
    return int(any(findings.values()))


# MARK: Circles

def module_circles(tree: Tree, targets: list[manifest.Target]) -> dict[str, str]:
    arrows: Arrows = defaultdict(list, tree.module_arrows())
    for target in targets:
        for name in target.dependencies:
            arrows[target.name, name] = [*arrows[target.name, name], Place("Package.swift", 1, "", name)]
    return described(arrows)


def manifest_arrows(
    tree: Tree, targets: list[manifest.Target], root: Path
) -> tuple[dict[str, str], dict[str, str]]:
    """Arrows that no file of the target imports, and imports of our modules without an arrow: those build only as long
    as another target happens to bring the module along.
    """
    unused, missing = {}, {}
    # What every room above Base may use without importing it: `ground` in Package.swift.
    given = set.intersection(*(
        set(target.dependencies) for target in targets
        if target.path.split("/")[0] == "Sources" and target.path.split("/")[1] in FLOORS[FLOORS.index("Base") + 1:]))
    for target in targets:
        imports: dict[str, str] = {}
        for file in sorted((root / target.path).rglob("*.swift")):
            for name in swift.read(file.read_text(encoding="utf-8")).imports:
                imports.setdefault(name, file.relative_to(root).as_posix())
        unused |= {
            f"{target.name} → {name}": "" for name in target.dependencies
            if imports and target.kind != "test" and name not in given | imports.keys()}
        missing |= {
            f"{target.name} ⇢ {name}": f"      {file}\n" for name, file in sorted(imports.items())
            if name in tree.modules - {*target.dependencies, target.name}}
    return unused, missing


def upward(targets: list[manifest.Target]) -> dict[str, str]:
    """Arrows to a floor above, and targets that stand on no floor."""
    floors = {target.name: target.path.split("/")[1] for target in targets if target.path.startswith("Sources/")}
    homeless = {f"{name} stands on no floor": f"      {floor}\n" for name, floor in floors.items() if floor not in FLOORS}
    return homeless or {
        f"{target.name} ↑ {name}": f"      {floors[target.name]} → {floors[name]}\n"
        for target in targets if target.name in floors
        for name in target.dependencies
        if name in floors and FLOORS.index(floors[name]) > FLOORS.index(floors[target.name])}


def not_apart(targets: list[manifest.Target]) -> dict[str, str]:
    """The ways from a target to what it must not reach."""
    arrows = {target.name: target.dependencies for target in targets}
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


if __name__ == "__main__":
    sys.exit(main())
