"""The cases of the fixture: a table, and what is expected of it."""

import math

import numpy as np
from scipy import stats

import drawn
import formulas
import libraries

SEED = 20261117


def case(name: str, statistic: str, given: dict, expected: dict) -> dict:
    return {"name": name, "statistic": statistic, "input": given, "expected": {k: plain(v) for k, v in expected.items()}}


def plain(value):
    if value is None:
        return None
    value = float(value)
    if not math.isfinite(value):
        raise ValueError("a value that is expected is not finite")
    return value


def all_cases() -> list[dict]:
    parts = (
        summaries, repeated, correlations, agreements, repeated_agreements, lines, concordances, kappas, mixed_models,
        differences, linear_models, ranks, holm, sizes, distributions, clustered_kappas)
    # Each kind has a seed of its own, so that one more case of a kind leaves the others as they are.
    return [entry for index, part in enumerate(parts) for entry in part(np.random.default_rng([SEED, index]))]


def summaries(random):
    tables = {
        "plain": drawn.sample(random, 25), "ties": drawn.sample(random, 30, decimals=0),
        "tiny": drawn.sample(random, 2), "offset": drawn.sample(random, 21, mean=drawn.OFFSET),
    }
    for name, values in tables.items():
        yield case(f"summary {name}", "summary", {"values": values}, libraries.summary(values))


def repeated(random):
    tables = {
        "balanced pairs": drawn.repeats(random, [2] * 15), "balanced": drawn.repeats(random, [3] * 8),
        "unbalanced": drawn.repeats(random, [1, 2, 5, 3, 2, 4, 1, 3, 2]),
        "ties": drawn.repeats(random, [3] * 10, decimals=0), "tiny": drawn.repeats(random, [2, 2]),
        "offset": drawn.repeats(random, [2, 3, 3, 2, 4], mean=drawn.OFFSET),
        "subjects alike": drawn.repeats(random, [3] * 6, between=0.0),
    }
    for name, table in tables.items():
        expected = libraries.repeatability(table)
        if len({len(row) for row in table}) == 1:
            expected["technical"] = libraries.technical_error(table)
        yield case(f"repeatability {name}", "repeatability", {"table": table}, expected)


def correlations(random):
    missing = drawn.raters(random, 10, 3)
    missing[4][1] = None
    tables = {
        "balanced": drawn.raters(random, 12, 3), "two raters": drawn.raters(random, 20, 2, bias=1.5),
        "ties": drawn.raters(random, 15, 3, decimals=0), "tiny": drawn.raters(random, 3, 2),
        "offset": drawn.raters(random, 9, 4, mean=drawn.OFFSET), "one missing": missing,
        "no agreement": drawn.raters(random, 10, 3, between=0.0), "large bias": drawn.raters(random, 8, 3, bias=6.0),
    }
    for name, table in tables.items():
        yield case(f"icc {name}", "icc", {"table": table}, libraries.intraclass(table))


def paired_tables(random):
    return {
        "plain": drawn.pairs(random, 30), "ties": drawn.pairs(random, 40, decimals=0),
        "tiny": drawn.pairs(random, 4), "offset": drawn.pairs(random, 25, mean=drawn.OFFSET),
        "alike": drawn.pairs(random, 20, slope=1.0, shift=0.0), "noisy": drawn.pairs(random, 35, error=3.0),
        "steps": drawn.pairs(random, 33, decimals=1, spread=1.0, error=0.3),
    }


def agreements(random):
    for name, (first, second) in paired_tables(random).items():
        expected = formulas.limits_of_agreement(first, second) | libraries.slope_of_differences(first, second)
        yield case(f"bland-altman {name}", "bland_altman", {"first": first, "second": second}, expected)


def repeated_agreements(random):
    tables = {
        "balanced": drawn.repeats(random, [3] * 12, between=1.0, mean=0.5),
        "unbalanced": drawn.repeats(random, [1, 4, 2, 2, 5, 3, 1, 2], between=1.0, mean=0.5),
        "ties": drawn.repeats(random, [2] * 20, between=1.0, mean=0.5, decimals=0),
        "tiny": drawn.repeats(random, [2, 1, 2], between=1.0, mean=0.5),
        "subjects alike": drawn.repeats(random, [4] * 7, between=0.0, mean=-0.2),
    }
    for name, table in tables.items():
        yield case(f"repeated limits {name}", "repeated_limits", {"table": table}, formulas.repeated_limits(table))


def lines(random):
    for name, (x, y) in paired_tables(random).items():
        for ratio in (1.0, 2.5):
            yield case(
                f"deming {name} {ratio}", "deming", {"first": x, "second": y, "ratio": ratio},
                formulas.deming(x, y, ratio))
        yield case(f"passing-bablok {name}", "passing_bablok", {"first": x, "second": y}, formulas.passing_bablok(x, y))


def concordances(random):
    for name, (x, y) in paired_tables(random).items():
        yield case(f"ccc {name}", "concordance", {"first": x, "second": y}, formulas.concordance(x, y))


def kappas(random):
    def ratings(count, categories, error):
        true = random.uniform(0, categories, count)
        return [np.clip(true + random.normal(0, error, count), 0, categories - 1e-9).astype(int) for _ in range(2)]

    tables = {}
    for name, count, categories, error in (
        ("five", 80, 5, 0.7), ("two", 40, 2, 0.5), ("tiny", 6, 3, 0.6), ("chance", 50, 4, 9.0)):
        first, second = ratings(count, categories, error)
        tables[name] = np.zeros((categories, categories), int)
        np.add.at(tables[name], (first, second), 1)
    tables["agreed"] = np.diag([4, 3, 5])
    tables["one unused"] = np.array([[9, 2, 0], [1, 7, 0], [0, 0, 0]])
    # The example of Fleiss, Cohen & Everitt 1969 (200 subjects): their κ is 0.429.
    tables["FCE 1969"] = np.array([[106, 10, 4], [22, 28, 10], [2, 12, 6]])
    for name, table in tables.items():
        for weights in ("none", "linear", "quadratic"):
            yield case(
                f"kappa {name} {weights}", "kappa", {"counts": table.tolist(), "weights": weights},
                libraries.kappa(table, weights))


def clustered_kappas(random):
    for name, subjects, most, error in (
        ("plain", 30, 4, 0.7), ("few", 10, 3, 0.9), ("too few", 9, 3, 0.9), ("single", 20, 1, 0.7), ("agreed", 12, 3, 0.0)):
        yield from clustered(name, *drawn.rated(random, subjects, most, error))
    # Every subject has the same three pairs.
    yield from clustered("alike", [0, 1, 0] * 12, [0, 1, 1] * 12, [subject for subject in range(12) for _ in range(3)])


def clustered(name, first, second, who):
    for weights in ("none", "linear", "quadratic"):
        yield case(
            f"clustered kappa {name} {weights}", "clustered_kappa",
            {"first": first, "second": second, "subjects": who, "weights": weights},
            formulas.clustered_kappa(first, second, who, weights))


def mixed_models(random):
    tables = {
        "balanced": ([4] * 14, {}, "both"), "unbalanced": ([1, 5, 3, 2, 6, 4, 3, 2, 1, 5, 4, 3], {}, "both"),
        "tiny": ([4, 5, 4, 5, 4], {"slope": 0.8}, "both"),
        "offset": ([4, 3, 5, 4, 4, 3, 5, 4], {"mean": drawn.OFFSET, "slope": 0.8}, "both"),
        "negative correlation": ([5] * 10, {"correlation": -0.6}, "both"),
        "large ratio": ([4] * 10, {"intercept": 8.0, "slope": 2.0, "error": 0.05}, "both"),
        "intercept": ([3, 2, 4, 3, 2, 3, 1, 4, 3], {"slope": 0.0}, "intercept"),
        "slopes alike": ([4, 3, 5, 4, 4, 3, 4], {"slope": 0.0}, "no variance"),
        "two visits": ([2, 1, 2, 2, 1, 2, 2, 2], {}, "too few"),
    }
    for name, (counts, settings, kind) in tables.items():
        while True:
            rows = drawn.visits(random, counts, **settings)
            subjects, time, group, y = ([row[k] for row in rows] for k in range(4))
            columns = {"time": time, "group": group}
            slope = time if kind in ("both", "no variance") else None
            if libraries.is_singular(y, columns, subjects, slope) == (kind == "no variance"):
                break
        expected = libraries.mixed(y, columns, subjects, time if kind == "both" else None)
        yield case(
            f"mixed {name}", "mixed", {"y": y, "columns": columns, "subjects": subjects, "kind": kind}, expected)


def group_pairs(random):
    return {
        "plain": (drawn.sample(random, 20, 80), drawn.sample(random, 14, 84, 2)),
        "tiny": (drawn.sample(random, 4, 80), drawn.sample(random, 4, 85)),
        "ties": (drawn.sample(random, 18, 80, decimals=0), drawn.sample(random, 25, 81, decimals=0)),
        "offset": (drawn.sample(random, 12, drawn.OFFSET), drawn.sample(random, 9, drawn.OFFSET + 2)),
        "far apart": (drawn.sample(random, 15, 80, 1), drawn.sample(random, 15, 90, 1)),
        "large": (drawn.sample(random, 60, 80), drawn.sample(random, 52, 81)),
    }


def differences(random):
    for name, (first, second) in group_pairs(random).items():
        expected = libraries.welch(first, second) | formulas.hedges(first, second)
        yield case(f"welch {name}", "difference", {"first": first, "second": second}, expected)


def linear_models(random):
    for name, count, mean in (("plain", 40, 80.0), ("tiny", 5, 80.0), ("offset", 30, drawn.OFFSET)):
        age = drawn.rounded(random.uniform(2, 12, count), 1)
        group = random.integers(0, 2, count).astype(float).tolist()
        group[:2] = [0.0, 1.0]
        width = drawn.sample(random, count, mean, 3.0)
        y = drawn.rounded(
            mean + 0.3 * np.array(age) - 1.2 * np.array(group) + 0.2 * (np.array(width) - mean)
            + random.normal(0, 1, count))
        columns = {"group": group, "age": age, "width": width}
        yield case(f"linear {name}", "linear", {"y": y, "columns": columns}, libraries.linear(y, columns))


def ranks(random):
    for name, (x, y) in paired_tables(random).items():
        if len(x) > 4:
            yield case(f"spearman {name}", "spearman", {"first": x, "second": y}, libraries.spearman(x, y))
    falling = drawn.pairs(random, 12, slope=-0.5)
    yield case(
        "spearman falling", "spearman", dict(zip(("first", "second"), falling, strict=True)),
        libraries.spearman(*falling))
    tables = {
        "plain": [drawn.sample(random, n, 80 + n / 5) for n in (8, 12, 10)],
        "ties": [drawn.sample(random, n, 80, decimals=0) for n in (15, 9, 11, 14)],
        "tiny": [[1.0], [2.0, 3.0]], "offset": [drawn.sample(random, 7, drawn.OFFSET + k) for k in range(3)],
    }
    for name, groups in tables.items():
        yield case(f"kruskal {name}", "kruskal", {"table": groups}, libraries.kruskal(groups))


def holm(random):
    values = {
        "plain": drawn.rounded(random.uniform(0, 0.2, 8), 4), "ties": [0.01, 0.04, 0.01, 0.04, 1.0],
        "one": [0.03], "small": [1e-9, 0.2, 1e-5, 0.049],
    }
    for name, probabilities in values.items():
        yield case(f"holm {name}", "holm", {"values": probabilities}, libraries.holm(probabilities))


def sizes(_random):
    """Counted up in steps, then back down one by one."""
    def first(start, wanted, half):
        n = start
        while half(n) > wanted:
            n += 25
        while n > start and half(n - 1) <= wanted:
            n -= 1
        return n, half(n)

    def mean(n):
        return stats.t.isf(0.025, n - 1) * formulas.c4(n - 1) / math.sqrt(n)

    def difference(n):
        return stats.t.isf(0.025, 2 * n - 2) * formulas.c4(2 * n - 2) * math.sqrt(2 / n)

    def limits(n):
        root = math.sqrt(n)
        ends = [formulas.noncentral_t_quantile(share, n - 1, formulas.Z * root) for share in (0.025, 0.975)]
        return formulas.c4(n - 1) * (ends[1] - ends[0]) / 2 / root

    def within(k):
        def half(n):
            freedom = n * (k - 1)
            ends = [math.sqrt(freedom / stats.chi2.isf(share, freedom)) for share in (0.025, 0.975)]
            return formulas.c4(freedom) * (ends[1] - ends[0]) / 2
        return half

    for sd, wanted in ((1.0, 0.3), (4.0, 0.5), (0.7, 5.0)):
        for name, start, half in (("mean", 2, mean), ("difference", 2, difference), ("limits", 3, limits)):
            n, reach = first(start, wanted, lambda n, half=half, sd=sd: sd * half(n))
            yield case(
                f"size {name} {sd} {wanted}", "size", {"kind": name, "sd": sd, "half": wanted},
                {"count": n, "half": reach})
    for sd, k, wanted in ((0.5, 2, 0.1), (0.5, 3, 0.1), (1.0, 4, 0.05), (0.5, 2, 9.0)):
        n, reach = first(1, wanted, lambda n, k=k, sd=sd: sd * within(k)(n))
        yield case(
            f"size within {k} {wanted}", "size", {"kind": "within", "sd": sd, "repeats": k, "half": wanted},
            {"count": n, "half": reach})
    for rho, k, wanted in ((0.8, 2, 0.1), (0.9, 3, 0.05), (0.5, 2, 0.2), (0.0, 4, 0.1), (0.7, 2, 0.1)):
        z = formulas.Z
        n = 8 * z**2 * (1 - rho) ** 2 * (1 + (k - 1) * rho) ** 2 / (k * (k - 1) * (2 * wanted) ** 2) + 1
        if k == 2 and rho >= 0.7:
            n += 5 * rho
        yield case(
            f"size icc {rho} {k}", "size", {"kind": "icc", "rho": rho, "repeats": k, "half": wanted},
            {"count": math.ceil(n)})


def distributions(_random):
    """Boost.Math against SciPy, and the noncentral t against the integral."""
    for freedom, shift in ((2, 1.0), (9, 6.2), (30, -3.0), (99, 19.6), (400, 39.2), (2.5, 0.0)):
        expected = {}
        for share in (0.005, 0.025, 0.5, 0.975):
            x = formulas.noncentral_t_quantile(share, freedom, shift)
            expected |= {f"q{share}": x}
        yield case(f"noncentral t {freedom} {shift}", "noncentral_t", {"freedom": freedom, "shift": shift}, expected)
    for freedom in (1, 1.7, 4, 12.3, 250):
        expected = {f"q{share}": stats.chi2.ppf(share, freedom) for share in (0.025, 0.5, 0.975)}
        expected |= {f"tail{x}": stats.chi2.sf(x, freedom) for x in (0.5, 10, 60)}
        yield case(f"chi squared {freedom}", "chi_squared", {"freedom": freedom}, expected)
    for a, b in ((3, 8), (11, 2.3), (1, 1), (40, 200)):
        expected = {f"q{share}": stats.f.ppf(share, a, b) for share in (0.025, 0.975)}
        yield case(f"f {a} {b}", "f", {"numerator": a, "denominator": b}, expected)
