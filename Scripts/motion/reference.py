"""Writes Tests/Movement/MovementTests/Signals/Fixtures/filters.json: drawn series and what SciPy's filters make of them.

`--check` says whether the file is current. Needs NumPy and SciPy from PyPI.
"""

import argparse
import json
import sys
from pathlib import Path

import numpy as np
from scipy.signal import butter, filtfilt

FIXTURE = Path(__file__).resolve().parents[2] / "Tests/Movement/MovementTests/Signals/Fixtures/filters.json"


def hampel(values, window=7, deviations=3.0, least=0.0):
    """The filter in its plain form, with the window cut at the ends."""
    half, out, places = window // 2, np.array(values), []
    for i in range(len(values)):
        near = np.array(values[max(0, i - half) : i + half + 1])
        median = np.median(near)
        sigma = 1.4826 * np.median(np.abs(near - median))
        distance = abs(values[i] - median)
        if distance > least and distance > deviations * sigma:
            out[i] = median
            places.append(i)
    return out.tolist(), places


def case(rng, count, rate, cutoff):
    times = np.arange(count) / rate
    values = 60 + 50 * np.sin(2 * np.pi * 0.4 * times) + rng.normal(0, 3, count)
    values[rng.integers(0, count, max(1, count // 20))] += 80
    # Two passes of second order, each with a cutoff so that both together halve the power at the one asked for.
    warped = np.arctan(np.tan(np.pi * cutoff / rate) / (np.sqrt(2) - 1) ** 0.25) / np.pi * 2
    b, a = butter(2, warped)
    clean, places = hampel(values.tolist(), least=1.0)
    return {
        "rate": rate, "cutoff": cutoff, "values": values.tolist(), "smooth": filtfilt(b, a, values).tolist(),
        "hampel": clean, "outliers": places,
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    rng = np.random.default_rng(7)
    cases = [case(rng, *size) for size in [(10, 30, 6), (40, 15, 6), (90, 30, 6), (120, 60, 6), (60, 100, 10)]]
    text = json.dumps({"cases": cases}) + "\n"
    if options.check:
        same = FIXTURE.exists() and all(
            np.allclose(a[key], b[key], atol=1e-9)
            for a, b in zip(json.loads(FIXTURE.read_text())["cases"], cases, strict=True)
            for key in ("values", "smooth", "hampel", "outliers")
        )
        print("current" if same else "not current")
        return 0 if same else 1
    FIXTURE.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
