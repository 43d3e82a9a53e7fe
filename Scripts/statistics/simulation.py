"""How many intervals of simulated studies hold the true value. The intervals are those of libraries.py and formulas.py, which
the ones of Calvaria agree with to 1e-6."""

import math
import re
import sys
from collections import Counter
from pathlib import Path

import numpy as np
from scipy import stats

import drawn
import formulas
import libraries

SEED = 20261118


def write(page: Path, studies: int) -> None:
    rows = []
    for index, study in enumerate(STUDIES):
        random = np.random.default_rng([SEED, index])
        held, known, label = Counter(), Counter(), None
        for _ in range(studies):
            label, found = study(random)
            for name, (low, high, true) in found.items():
                if low is None:
                    continue
                known[name] += 1
                held[name] += low <= true <= high
        for name, count in known.items():
            rows.append(f"| {name} | {label} | {count:,} | {100 * held[name] / count:.1f} |")
            print(rows[-1], file=sys.stderr, flush=True)
    table = "\n".join(["| Interval of | Study | Intervals | hold, % |", "| --- | --- | --: | --: |", *rows])
    print(table)
    text, count = re.subn(
        r"(<!-- coverage -->\n).*?(<!-- /coverage -->)", lambda match: f"{match[1]}{table}\n{match[2]}",
        page.read_text(), flags=re.DOTALL)
    if count != 1:
        raise ValueError(f"{page}: expected one block 'coverage', found {count}")
    page.write_text(text)


def bounds(result: dict, name: str, true: float) -> tuple:
    return result[f"{name}_low"], result[f"{name}_high"], true


def span(counts) -> str:
    return str(counts[0]) if min(counts) == max(counts) else f"{min(counts)} to {max(counts)}"


def within_subject(counts):
    def study(random):
        table = [random.normal(random.normal(80, 4), 0.7, count).tolist() for count in counts]
        result = libraries.repeatability(table)
        change = 0.7 * formulas.Z * math.sqrt(2)
        label = f"{len(counts)} subjects, {span(counts)} readings"
        return label, {
            "within-subject SD": bounds(result, "within", 0.7), "smallest detectable change": bounds(result, "change", change)}
    return study


def intraclass(subjects, raters):
    def study(random):
        between, bias, error = 3.0, 0.5, 1.0
        errors = random.normal(0, error, (subjects, raters))
        true = random.normal(80, between, (subjects, 1))
        two_way = libraries.intraclass((true + random.normal(0, bias, raters) + errors).tolist())
        one_way = libraries.intraclass((true + random.normal(0, bias, (subjects, raters)) + errors).tolist())
        total = between**2 + bias**2 + error**2
        return f"{subjects} subjects, {raters} raters", {
            "ICC(1,1)": bounds(one_way, "icc11", between**2 / total),
            "ICC(2,1)": bounds(two_way, "icc21", between**2 / total),
            "ICC(3,1)": bounds(two_way, "icc31", between**2 / (between**2 + error**2))}
    return study


def drawn_pairs(random, count, slope=1.0, shift=0.0, error=0.8):
    true = random.normal(80, 4, count)
    return true + random.normal(0, error, count), shift + 80 + slope * (true - 80) + random.normal(0, error, count)


LIMITS: dict[int, tuple[float, float]] = {}


def bland_altman(count):
    def study(random):
        first, second = drawn_pairs(random, count, shift=-0.5)
        sd = 0.8 * math.sqrt(2)
        result = libraries.slope_of_differences(first, second)
        if count not in LIMITS:  # they depend on the number of pairs alone
            root = math.sqrt(count)
            LIMITS[count] = tuple(
                formulas.noncentral_t_quantile(share, count - 1, formulas.Z * root) / root for share in (0.025, 0.975))
        near, far = LIMITS[count]
        d = first - second
        mean, s = d.mean(), d.std(ddof=1)
        return f"{count} pairs", {
            "bias": bounds(result, "bias", 0.5), "upper limit of agreement": (
                mean + near * s, mean + far * s, 0.5 + formulas.Z * sd),
            "slope of differences on means": bounds(result, "slope", 0.0)}
    return study


def repeated_limits(counts, between, within):
    def study(random):
        table = [random.normal(random.normal(0.5, between), within, count).tolist() for count in counts]
        true = 0.5 + formulas.Z * math.hypot(between, within)
        result = formulas.repeated_limits(table)
        label = f"{len(counts)} subjects, {span(counts)} pairs; SD {between} between, {within} within"
        return label, {"bias, repeated": bounds(result, "bias", 0.5), "upper limit, repeated": bounds(result, "upper", true)}
    return study


def regressions(count):
    def study(random):
        x, y = (np.round(values, 4) for values in drawn_pairs(random, count, slope=1.05, shift=-2.0))
        deming, passing = formulas.deming(x, y, 1.0), formulas.passing_bablok(x.tolist(), y.tolist())
        true = {"slope": 1.05, "intercept": 80 - 2 - 1.05 * 80}
        return f"{count} pairs", {
            f"{line} {name}": bounds(result, name, value)
            for line, result in (("Deming", deming), ("Passing–Bablok", passing)) for name, value in true.items()}
    return study


def concordance(count):
    def study(random):
        x, y = drawn_pairs(random, count, shift=0.8)
        true = 2 * 16 / (2 * (16 + 0.64) + 0.64)
        return f"{count} pairs", {"concordance correlation": bounds(formulas.concordance(x, y), "ccc", true)}
    return study


SHARES = np.array([[0.25, 0.05, 0.02, 0.0], [0.06, 0.2, 0.06, 0.01], [0.01, 0.05, 0.13, 0.03], [0.0, 0.01, 0.03, 0.09]])


def kappa(count, weights):
    def study(random):
        table = random.multinomial(count, SHARES.ravel() / SHARES.sum()).reshape(4, 4)
        shares = SHARES / SHARES.sum()
        index = np.arange(4)
        apart = np.abs(np.subtract.outer(index, index)) / 3
        weight = {"none": (apart == 0) * 1.0, "linear": 1 - apart, "quadratic": 1 - apart**2}[weights]
        expected = np.sum(weight * np.outer(shares.sum(1), shares.sum(0)))
        true = (np.sum(weight * shares) - expected) / (1 - expected)
        name = "κ" if weights == "none" else f"κ, {weights} weights"
        result = libraries.kappa(table, weights)
        return f"{count} subjects, 4 categories", {name: bounds(result, "kappa", true)}
    return study


def clustered_kappa(children, weights):
    """One pair to four of a child, whose pairs are alike and whom the second rater takes wrong in the same way."""
    true = formulas.clustered_kappa(*drawn.rated(np.random.default_rng(SEED), 100_000, 4, 0.9), weights)["kappa"]

    def study(random):
        result = formulas.clustered_kappa(*drawn.rated(random, children, 4, 0.9), weights)
        return f"{children} children, 1 to 4 pairs each", {f"κ, {weights} weights, children with several pairs": bounds(result, "kappa", true)}
    return study


def groups(n, m, sd):
    def study(random):
        a, b = random.normal(2, 4, n), random.normal(0, sd, m)
        result = libraries.welch(a, b)
        found = {"Welch's difference": bounds(result, "difference", 2.0)}
        if sd == 4:
            found["standardised difference"] = bounds(formulas.hedges(a, b), "g", 0.5)
        return f"{n} and {m} values, SD 4 and {sd}", found
    return study


def sessions(children, visits):
    """Two scans a session, several sessions a child: as if all sessions were of different children, and one session of each."""
    def study(random):
        child, session, error = 3.0, 1.0, 1.0
        level = random.normal(80, child, (children, 1)) + random.normal(0, session, (children, visits))
        table = level[:, :, None] + random.normal(0, error, (children, visits, 2))
        both = libraries.intraclass(table.reshape(-1, 2).tolist())
        one = libraries.intraclass(table[:, 0].tolist())
        true = (child**2 + session**2) / (child**2 + session**2 + error**2)
        return f"{children} children, {visits} sessions, 2 scans", {
            "ICC(1,1), every session as a child": bounds(both, "icc11", true),
            "ICC(1,1), one session a child": bounds(one, "icc11", true)}
    return study


def spearman(count, correlation):
    def study(random):
        x = random.normal(size=count)
        y = correlation * x + math.sqrt(1 - correlation**2) * random.normal(size=count)
        true = 6 / math.pi * math.asin(correlation / 2)
        low, high = formulas.rank_correlation_interval(stats.spearmanr(x, y).statistic, count)
        return f"{count} pairs, ρ {true:.2f}", {"Spearman's ρ": (low, high, true)}
    return study


def growth(subjects, visits, slope):
    """The mixed model of Calvaria: the random slope is dropped where its covariance is singular."""
    def study(random):
        who = np.repeat(np.arange(subjects), visits)
        time = np.round(np.tile(np.linspace(0, 6, visits), subjects) + random.uniform(0, 0.5, subjects * visits), 2)
        group = (who % 2).astype(float)
        y = (80 + random.normal(0, 2, subjects)[who] + 1.5 * group
             + (0.6 + random.normal(0, slope, subjects)[who]) * time + random.normal(0, 0.5, len(who)))
        result = mixed_interval(y, np.column_stack([np.ones(len(y)), time, group]), who, time)
        label = f"{subjects} subjects, {visits} visits, SD of slopes {slope}"
        return label, {"mixed model, time": (*result[1], 0.6), "mixed model, group": (*result[2], 1.5)}
    return study


def mixed_interval(y, X, who, time):
    y, time = y - y.mean(), (time - time.mean()) / time.std(ddof=1)
    for slope in (time, None):
        dense = formulas.DenseMixed(y, X, who, slope)
        components = dense.maximum()
        if slope is not None:
            _, intercept, both, own = components
            if min(intercept, own) < 1e-8 or both**2 > (1 - 1e-6) * intercept * own:
                continue
        elif components[1] < 1e-8:
            break
        values, _, errors, freedoms = dense.fixed(components)
        return [(b - r, b + r) for b, r in zip(values, stats.t.isf(0.025, freedoms) * errors, strict=True)]
    return libraries.sm.OLS(y, X).fit().conf_int()


STUDIES = [
    within_subject([2] * 8), within_subject([3] * 8), within_subject([1, 2, 5, 3, 2, 4, 1, 3]),
    intraclass(10, 2), intraclass(15, 3), intraclass(30, 2), bland_altman(10), bland_altman(40),
    repeated_limits([3] * 10, 1.0, 0.7), repeated_limits([1, 4, 2, 2, 5, 3, 1, 2, 6, 3], 1.0, 0.7),
    repeated_limits([3] * 30, 1.0, 0.7), repeated_limits([3] * 10, 0.2, 0.7),
    regressions(15), regressions(40), concordance(15), concordance(40),
    kappa(40, "none"), kappa(40, "linear"), kappa(40, "quadratic"), kappa(150, "quadratic"),
    groups(10, 14, 4), groups(40, 40, 4), groups(10, 25, 1), sessions(10, 6), sessions(20, 3), spearman(15, 0.5), spearman(40, 0.5),
    spearman(20, 0.9), growth(8, 4, 0.4), growth(8, 4, 0.0), growth(20, 4, 0.4),
    clustered_kappa(10, "linear"), clustered_kappa(20, "linear"), clustered_kappa(50, "linear"),
]
