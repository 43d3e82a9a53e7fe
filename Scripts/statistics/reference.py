"""Writes what other programs make of the same numbers as the module Statistics: Tests/Base/StatisticsTests/Fixtures/reference.json.

Tables are drawn from a seed. What SciPy, statsmodels or pingouin have is taken from them; the rest is a plain implementation
from the paper (formulas.py), independent of the one in Swift. `--check` exits 1 where the file is not what would be written, to
1e-9. `--coverage N` simulates N studies of each kind, counts how many intervals hold the true value, and writes the table into
Docs/methods/statistics.md.
"""

import argparse
import json
import math
import sys
from pathlib import Path

import cases
import simulation

ROOT = Path(__file__).resolve().parents[2]
FIXTURE = ROOT / "Tests" / "Base" / "StatisticsTests" / "Fixtures" / "reference.json"
PAGE = ROOT / "Docs" / "methods" / "statistics.md"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="compare with the file instead of writing it")
    parser.add_argument("--coverage", type=int, metavar="N", help="simulate N studies of each kind")
    options = parser.parse_args()
    if options.coverage:
        simulation.write(PAGE, options.coverage)
        return 0
    content = {"seed": cases.SEED, "cases": cases.all_cases()}
    if options.check:
        if not FIXTURE.exists():
            print(f"{FIXTURE.relative_to(ROOT)} is missing")
            return 1
        apart = list(differences(json.loads(FIXTURE.read_text()), json.loads(text(content)), "file"))
        print("\n".join(apart[:20]) or f"{len(content['cases'])} cases are current")
        return 1 if apart else 0
    FIXTURE.parent.mkdir(parents=True, exist_ok=True)
    FIXTURE.write_text(text(content))
    print(f"{len(content['cases'])} cases, {sum(len(case['expected']) for case in content['cases'])} values")
    return 0


def text(content: dict) -> str:
    """JSON with a case a line."""
    lines = ",\n".join(json.dumps(case, allow_nan=False) for case in content["cases"])
    return f'{{"seed": {content["seed"]}, "cases": [\n{lines}\n]}}\n'


def differences(found, expected, place: str):
    if isinstance(expected, dict) and isinstance(found, dict):
        if found.keys() != expected.keys():
            yield f"{place}: other keys"
            return
        for key in expected:
            yield from differences(found[key], expected[key], f"{place}.{key}")
    elif isinstance(expected, list) and isinstance(found, list):
        if len(found) != len(expected):
            yield f"{place}: {len(found)} instead of {len(expected)}"
            return
        for index, (a, b) in enumerate(zip(found, expected, strict=True)):
            name = b.get("name", index) if isinstance(b, dict) else index
            yield from differences(a, b, f"{place}.{name}")
    elif isinstance(expected, float) and isinstance(found, (int, float)):
        if not math.isclose(found, expected, rel_tol=1e-9, abs_tol=1e-9):
            yield f"{place}: {found} instead of {expected}"
    elif found != expected:
        yield f"{place}: {found} instead of {expected}"


if __name__ == "__main__":
    sys.exit(main())
