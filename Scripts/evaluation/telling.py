"""Whether a result tells of the fault that its recording has."""

SEVERAL = 3
"""One or two sightings of a marker are rejected by chance."""


def rejected(result: dict, fault: dict) -> bool:
    """Whether the result names each of the fault's ids as a marker in a finding, or has rejected several of its
    sightings."""
    named = {entry["id"] for entry in result["markers"]["rejected"] if count(entry) >= SEVERAL}
    for finding in told(result):
        named |= set(finding.get("ids", []))
    return named.issuperset(fault["ids"])


def slip_told(result: dict, fault: dict) -> bool:
    """Whether a finding tells of a slip, or several markers are said to have moved, with a time within a second of the
    true one; of several times, the middle one counts."""
    slips = [finding for finding in told(result) if finding["stage"] == "slip"]
    moved = [entry["from_s"] for entry in result["markers"]["rejected"] if entry.get("code") == "markers.moved"]
    times = sorted(time for finding in slips for time in moments(finding)) or (sorted(moved) if len(moved) >= SEVERAL else [])
    return bool(times) and fault["start_s"] - 1 <= times[len(times) // 2] <= fault["end_s"] + 1


def part_told(result: dict, fault: dict) -> bool:
    """Whether a finding tells of a part that slipped, its markers all among the true ones and at least half of these, or all
    among the others, for which of the two moved over the other is a matter of words; and a time within a second, or two around
    it."""
    for finding in told(result):
        if not finding["code"].startswith("slip.part_"):
            continue
        named, true, times = set(finding["ids"]), set(fault["ids"]), moments(finding)
        is_part = named <= true and 2 * len(named) >= len(true)
        if (is_part or not named & true) and times[0] - 1 <= fault["end_s"] and times[-1] + 1 >= fault["start_s"]:
            return True
    return False


def moments(finding: dict) -> list[float]:
    """The time that a slip is told with, or the two between which it was."""
    values = finding["values"]
    return [values[key] for key in ("time_s", "from_s", "to_s") if key in values]


def delay_told(result: dict, fault: dict) -> bool:
    entry = (result.get("calibration") or {}).get("time_offset_ms")
    value = entry.get("value") if isinstance(entry, dict) else entry
    return value is not None and abs(value - fault["amount"]) <= 5


def calibration_told(result: dict, fault: dict) -> bool:
    return (result.get("calibration") or {}).get("verdict") in ("corrected", "suspect")


def dense_told(result: dict, fault: dict) -> bool:
    return any(finding["stage"] in ("dense", "registration") for finding in told(result))


def told(result: dict) -> list[dict]:
    """What a reader of the summary is told."""
    return [finding for finding in result["findings"] if finding["severity"] != "detail"]


def count(entry: dict) -> int:
    """How many sightings an entry of `rejected` is about; one that does not say is about the marker as a whole."""
    return entry.get("count", SEVERAL)
