"""Circles in a directed graph, and the lightest arrows whose removal breaks them."""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping

Arrow = tuple[Hashable, Hashable]
EXACT = 14  # members up to which every order is tried


def circles(arrows: Iterable[Arrow]) -> list[list]:
    """The strongly connected components of more than one member, sorted (Tarjan 1972)."""
    successors = defaultdict(list)
    nodes = set()
    for tail, head in sorted(arrows):
        successors[tail].append(head)
        nodes |= {tail, head}
    index, low, stack, on_stack, found = {}, {}, [], set(), []
    for root in sorted(nodes):
        if root in index:
            continue
        work = [(root, iter(successors[root]))]
        index[root] = low[root] = len(index)
        stack.append(root)
        on_stack.add(root)
        while work:
            node, rest = work[-1]
            for head in rest:
                if head not in index:
                    index[head] = low[head] = len(index)
                    stack.append(head)
                    on_stack.add(head)
                    work.append((head, iter(successors[head])))
                    break
                if head in on_stack:
                    low[node] = min(low[node], index[head])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    component = []
                    while not component or component[-1] != node:
                        component.append(stack.pop())
                        on_stack.discard(component[-1])
                    if len(component) > 1:
                        found.append(sorted(component))
    return sorted(found)


def cuts(members: list, weights: Mapping[Arrow, int]) -> set[Arrow]:
    """The arrows that point backwards in the order of the members with the least weight of such arrows: without them
    there is no circle. Exact up to `EXACT` members, else the greedy order of Eades, Lin and Smyth (1993).
    """
    inside = {arrow: weight for arrow, weight in weights.items() if set(arrow) <= set(members)}
    order = best_order(members, inside) if len(members) <= EXACT else greedy_order(members, inside)
    place = {member: i for i, member in enumerate(order)}
    return {(tail, head) for tail, head in inside if place[tail] > place[head]}


def best_order(members: list, weights: Mapping[Arrow, int]) -> list:
    number = {member: i for i, member in enumerate(members)}
    into = [[0] * len(members) for _ in members]
    for (tail, head), weight in weights.items():
        into[number[tail]][number[head]] += weight
    # cost[set]: the least weight of backward arrows among the set's members if they come first.
    cost, last = [0] * (1 << len(members)), [-1] * (1 << len(members))
    for chosen in range(1, 1 << len(members)):
        rest = [i for i in range(len(members)) if chosen >> i & 1]
        cost[chosen], last[chosen] = min(
            (cost[chosen & ~(1 << i)] + sum(into[i][j] for j in rest if j != i), i) for i in rest)
    order, chosen = [], (1 << len(members)) - 1
    while chosen:
        order.append(members[last[chosen]])
        chosen &= ~(1 << last[chosen])
    return order[::-1]


def greedy_order(members: list, weights: Mapping[Arrow, int]) -> list:
    left, first, last = list(members), [], []
    while left:
        out = {m: sum(w for (tail, head), w in weights.items() if tail == m and head in left) for m in left}
        into = {m: sum(w for (tail, head), w in weights.items() if head == m and tail in left) for m in left}
        sinks = [m for m in left if out[m] == 0]
        sources = [m for m in left if into[m] == 0]
        if sinks:
            last.insert(0, sinks[0])
            left.remove(sinks[0])
        else:
            chosen = sources[0] if sources else max(left, key=lambda m: out[m] - into[m])
            first.append(chosen)
            left.remove(chosen)
    return first + last
