"""Whether a result tells of the fault that its recording has."""

import re

SEVERAL = 3
"""One or two sightings of a marker are rejected by chance."""


def rejected(result: dict, fault: dict) -> bool:
    """Whether the result names each of the fault's ids as a marker in a reason or note, or has rejected several of its
    sightings."""
    named = {entry["id"] for entry in result["markers"]["rejected"] if count(entry) >= SEVERAL}
    for listed in re.findall(r"\bmarkers? ((?:\d+(?:, | and )?)+)", words(result)):
        named |= {int(number) for number in re.findall(r"\d+", listed)}
    return named.issuperset(fault["ids"])


def slip_told(result: dict, fault: dict) -> bool:
    """Whether a reason or note speaks of a slip, or several markers are said to have moved, with a time within a second
    of the true one; of several times, the middle one counts."""
    said = words(result)
    moved = [entry["reason"] for entry in result["markers"]["rejected"] if "moved" in entry["reason"]]
    told = [said] if "slip" in said else moved if len(moved) >= SEVERAL else []
    times = sorted(float(text) for text in re.findall(r"(\d+(?:\.\d+)?) s\b", " ".join(told)))
    return bool(times) and fault["start_s"] - 1 <= times[len(times) // 2] <= fault["end_s"] + 1


def part_told(result: dict, fault: dict) -> bool:
    """Whether a note tells of a part that slipped, its markers all among the true ones and at least half of these, or all among
    the others, for which of the two moved over the other is a matter of words; and a time within a second, or two around it."""
    for ids, ends in re.findall(r"a part of the cap \(markers ([\d, ]+)\).*? (at about [\d.]+|between [\d.]+ and [\d.]+) s", words(result)):
        named, true = {int(text) for text in ids.split(",")}, set(fault["ids"])
        times = [float(text) for text in re.findall(r"\d+\.\d+", ends)]
        is_part = named <= true and 2 * len(named) >= len(true)
        if (is_part or not named & true) and times[0] - 1 <= fault["end_s"] and times[-1] + 1 >= fault["start_s"]:
            return True
    return False


def delay_told(result: dict, fault: dict) -> bool:
    entry = (result.get("calibration") or {}).get("time_offset_ms")
    value = entry.get("value") if isinstance(entry, dict) else entry
    return value is not None and abs(value - fault["amount"]) <= 5


def calibration_told(result: dict, fault: dict) -> bool:
    return (result.get("calibration") or {}).get("verdict") in ("corrected", "suspect")


def dense_told(result: dict, fault: dict) -> bool:
    said = words(result)
    return "registration" in said or "dense" in said


def words(result: dict) -> str:
    return "; ".join([*result["reasons"], *result.get("notes", [])]).lower()


def count(entry: dict) -> int:
    """How many sightings an entry of `rejected` is about; one that does not say is about the marker as a whole."""
    found = re.search(r"\((\d+) ×\)", entry["reason"])
    return int(found[1]) if found else SEVERAL
