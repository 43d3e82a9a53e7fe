"""Tables of readings, drawn from a seed and rounded, so that they are the same numbers in every language."""

import numpy as np

OFFSET = 1_000_000.0


def rounded(values, decimals: int = 2) -> list:
    if isinstance(values, (list, tuple)):
        return [rounded(value, decimals) for value in values]
    return np.round(values, decimals).tolist()


def sample(random, count: int, mean: float = 80.0, deviation: float = 4.0, decimals: int = 2) -> list[float]:
    return rounded(random.normal(mean, deviation, count), decimals)


def pairs(random, count: int, slope=1.05, shift=-2.0, error=0.8, decimals=2, mean=80.0, spread=4.0):
    """What two methods read of the same subjects."""
    true = random.normal(mean, spread, count)
    first = true + random.normal(0, error, count)
    second = shift + slope * (true - mean) + mean + random.normal(0, error, count)
    return rounded(first, decimals), rounded(second, decimals)


def repeats(random, counts, between=4.0, within=0.7, mean=80.0, decimals=2) -> list[list[float]]:
    """Readings of subjects, as many of each as told."""
    return [rounded(random.normal(mean, between) + random.normal(0, within, count), decimals) for count in counts]


def raters(random, subjects: int, readers: int, bias=0.5, error=0.8, between=3.0, mean=80.0, decimals=2):
    """A reading of each subject by each rater."""
    own = random.normal(0, bias, readers)
    true = random.normal(mean, between, (subjects, 1))
    return rounded(true + own + random.normal(0, error, (subjects, readers)), decimals)


def visits(random, counts, intercept=2.0, slope=0.4, error=0.5, correlation=0.3, mean=80.0, trend=0.6):
    """Subjects who are seen several times: subject, time, group and value of each visit."""
    rows = []
    for subject, count in enumerate(counts):
        a, b = random.normal(0, 1, 2)
        level = intercept * a
        own = slope * (correlation * a + np.sqrt(1 - correlation**2) * b)
        group = subject % 2
        for time in np.round(np.sort(random.uniform(0, 6, count)), 1):
            value = mean + 1.5 * group + level + (trend + own) * time + random.normal(0, error)
            rows.append((subject, float(time), group, float(np.round(value, 2))))
    return rows


def rated(random, subjects: int, most: int, error: float):
    """Categories from 0 to 3 by two raters, of one pair to `most` of each subject, whose pairs are alike: first, second, whom."""
    first, second, who = [], [], []
    for subject in range(subjects):
        level, bias = random.uniform(0, 4), random.normal(0, error / 2)
        for _ in range(random.integers(1, most + 1)):
            true = level + random.normal(0, error / 2)
            for ratings, own in ((first, 0.0), (second, bias)):
                ratings.append(int(np.clip(true + own + random.normal(0, error / 2), 0, 3.999)))
            who.append(subject)
    return first, second, who
