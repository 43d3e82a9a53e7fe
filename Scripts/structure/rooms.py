"""The table of rooms, as Markdown: the size of each room, what it uses, and what uses it."""

import statistics
from collections import defaultdict
from collections.abc import Iterable

from .tree import Room, Tree


def table(tree: Tree) -> str:
    uses, used_by = defaultdict(set), defaultdict(set)
    rooms = tree.rooms()
    for tail, head in [*tree.room_arrows(functions=True), *imported_rooms(tree, rooms)]:
        uses[tail].add(head)
        used_by[head].add(tail)
    rows = [
        "| Room | Files | Lines | Median | Uses | Used by |",
        "|---|--:|--:|--:|---|---|",
    ]
    for room, paths in sorted(rooms.items()):
        lengths = [tree.files[path].lines for path in paths]
        rows.append(
            f"| {room} | {len(paths)} | {sum(lengths)} | {statistics.median(lengths):g} "
            f"| {listed(uses[room], room, rooms)} | {listed(used_by[room], room, rooms)} |")
    lengths = [file.lines for file in tree.files.values()]
    rows.append(f"| all | {len(lengths)} | {sum(lengths)} | {statistics.median(lengths):g} | | |")
    return "\n".join(rows)


def imported_rooms(tree: Tree, rooms: dict[Room, list[str]]) -> set[tuple[Room, Room]]:
    """What an import alone uses: every room of a module that is re-exported, and the room of a module that has one only,
    even where nothing but members of its types are named.
    """
    by_module = defaultdict(list)
    for room in rooms:
        by_module[room.module].append(room)
    arrows = set()
    for room, paths in rooms.items():
        for file in (tree.files[path] for path in paths):
            for module in file.imports - {room.module}:
                if module in file.exports or len(by_module[module]) == 1:
                    arrows |= {(room, other) for other in by_module[module]}
    return arrows


def listed(rooms: set[Room], of: Room, all_rooms: Iterable[Room]) -> str:
    """Rooms of the same module by their folder, others in brackets behind their module. A module with the name of one of
    the same module's folders is called "module".
    """
    own = {room.folder for room in all_rooms if room.module == of.module}
    parts = sorted(room.folder or "(root)" for room in rooms if room.module == of.module)
    for module in sorted({room.module for room in rooms} - {of.module}):
        name = f"module {module}" if module in own else module
        folders = sorted(room.folder for room in rooms if room.module == module)
        if folders == sorted(room.folder for room in all_rooms if room.module == module):
            parts.append(name)
        else:
            parts.append(f"{name} ({', '.join(folder or 'root' for folder in folders)})")
    return ", ".join(parts) or "–"
