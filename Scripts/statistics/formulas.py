"""What no library has, written plainly from the papers: sums over all pairs, integrals, exact fractions."""

import math
from fractions import Fraction

import numpy as np
from scipy import optimize, special, stats

Z = stats.norm.ppf(0.975)


def noncentral_t_cdf(x: float, freedom: float, shift: float) -> float:
    """P((z + shift) / (χ / √ν) ≤ x), integrated over the distribution of s = χ / √ν."""
    log_norm = math.log(2) + freedom / 2 * math.log(freedom / 2) - special.gammaln(freedom / 2)

    def density(s):
        return np.exp(log_norm + (freedom - 1) * np.log(s) - freedom * s * s / 2)

    spread = 1 / math.sqrt(2 * freedom)
    low, high = max(1e-12, 1 - 12 * spread), 1 + 14 * spread
    edges = np.unique(np.concatenate([[1e-12, low], np.linspace(low, high, 41), [high + 10 * spread]]))
    nodes, weights = np.polynomial.legendre.leggauss(40)
    total = 0.0
    for a, b in zip(edges[:-1], edges[1:], strict=True):
        s = (a + b) / 2 + (b - a) / 2 * nodes
        total += (b - a) / 2 * np.sum(weights * stats.norm.cdf(x * s - shift) * density(s))
    return float(total)


def noncentral_t_quantile(share: float, freedom: float, shift: float) -> float:
    low, high = shift - 10, shift + 10
    while noncentral_t_cdf(low, freedom, shift) > share:
        low -= 2 * (high - low)
    while noncentral_t_cdf(high, freedom, shift) < share:
        high += 2 * (high - low)
    return optimize.brentq(lambda x: noncentral_t_cdf(x, freedom, shift) - share, low, high, xtol=1e-13, rtol=1e-14)


def noncentrality(share: float, freedom: float, x: float) -> float:
    """The shift at which a share lies below x."""
    reach = 10 + 2 * abs(x)
    return optimize.brentq(
        lambda shift: noncentral_t_cdf(x, freedom, shift) - share, x - reach, x + reach, xtol=1e-13, rtol=1e-14)


def c4(freedom: float) -> float:
    """The mean of s / σ, as an integral over the distribution of χ."""
    return float(stats.chi.mean(freedom) / math.sqrt(freedom))


def weighted_kappa(shares, weights: str):
    """κ of a table of shares, which may be complex."""
    k = len(shares)
    apart = np.abs(np.subtract.outer(np.arange(k), np.arange(k))) / (k - 1)
    weight = {"none": (apart == 0) * 1.0, "linear": 1 - apart, "quadratic": 1 - apart**2}[weights]
    shares = shares / shares.sum()
    expected = np.sum(weight * np.outer(shares.sum(1), shares.sum(0)))
    return (np.sum(weight * shares) - expected) / (1 - expected)


FEWEST_CHILDREN = 10


def clustered_kappa(first, second, subjects, weights: str) -> dict:
    """Yang & Zhou 2015 as an infinitesimal jackknife: the derivative of κ by the weight of each subject (complex step), t with
    a degree of freedom less than there are subjects. Where all have one pair: Fleiss, Cohen & Everitt 1969."""
    k = int(max(*first, *second)) + 1
    tables = {who: np.zeros((k, k), complex) for who in subjects}
    for a, b, who in zip(first, second, subjects, strict=True):
        tables[who][a, b] += 1
    whole = sum(tables.values())
    value = weighted_kappa(whole, weights).real
    step = 1e-30
    slopes = [weighted_kappa(whole + 1j * step * table, weights).imag / step for table in tables.values()]
    n, squares = len(tables), sum(slope * slope for slope in slopes)
    single = n == len(first)
    reach = Z * math.sqrt(squares) if single else stats.t.ppf(0.975, n - 1) * math.sqrt(squares * n / (n - 1))
    none = list(first) == list(second) or not single and (n < FEWEST_CHILDREN or squares < 1e-20)
    return {
        "kappa": value, "kappa_low": None if none else max(-1.0, value - reach),
        "kappa_high": None if none else min(1.0, value + reach)}


def limits_of_agreement(first, second) -> dict:
    """Bland & Altman 1999; intervals of Carkeet 2015."""
    d = np.subtract(first, second)
    n, mean, s = len(d), d.mean(), d.std(ddof=1)
    root = math.sqrt(n)
    near, far = (noncentral_t_quantile(share, n - 1, Z * root) * s / root for share in (0.025, 0.975))
    return {
        "sd": s, "lower": mean - Z * s, "lower_low": mean - far, "lower_high": mean - near,
        "upper": mean + Z * s, "upper_low": mean + near, "upper_high": mean + far,
    }


def repeated_limits(table) -> dict:
    """Bland & Altman 2007 for a true value that varies; MOVER of Zou 2013."""
    means = np.array([np.mean(row) for row in table])
    counts = np.array([len(row) for row in table])
    n, total = len(table), counts.sum()
    between = means.var(ddof=1)
    within = sum(((np.array(row) - np.mean(row)) ** 2).sum() for row in table) / (total - n)
    share = 1 - np.mean(1 / counts)
    variance = between + share * within
    down = up = 0.0
    for part, freedom in ((between, n - 1), (share * within, total - n)):
        down += (part * (1 - freedom / stats.chi2.isf(0.025, freedom))) ** 2
        up += (part * (freedom / stats.chi2.isf(0.975, freedom) - 1)) ** 2
    least, most = math.sqrt(max(0, variance - math.sqrt(down))), math.sqrt(variance + math.sqrt(up))
    sd, bias, own = math.sqrt(variance), means.mean(), Z**2 * between / n
    inward = math.sqrt(own + (Z * (sd - least)) ** 2)
    outward = math.sqrt(own + (Z * (most - sd)) ** 2)
    reach = stats.t.isf(0.025, n - 1) * math.sqrt(between / n)
    return {
        "bias": bias, "bias_low": bias - reach, "bias_high": bias + reach, "sd": sd, "within": math.sqrt(within),
        "between": math.sqrt(max(0, between - within * np.mean(1 / counts))),
        "lower": bias - Z * sd, "lower_low": bias - Z * sd - outward, "lower_high": bias - Z * sd + inward,
        "upper": bias + Z * sd, "upper_low": bias + Z * sd - inward, "upper_high": bias + Z * sd + outward,
    }


def deming_line(x, y, ratio: float) -> tuple[float, float]:
    """The main axis of the points after y is divided by √λ."""
    root = math.sqrt(ratio)
    _, vectors = np.linalg.eigh(np.cov(x, np.divide(y, root)))
    slope = root * vectors[1, 1] / vectors[0, 1]
    return slope, np.mean(y) - slope * np.mean(x)


def deming(x, y, ratio: float) -> dict:
    """With the jackknife of Linnet: the spread of the pseudo-values, each from a fit without one pair."""
    x, y = np.array(x), np.array(y)
    n = len(x)
    origin = x.mean(), y.mean()
    slope, level = deming_line(x - origin[0], y - origin[1], ratio)
    lines = [(slope, level + origin[1] - slope * origin[0])]
    for i in range(n):
        keep = np.arange(n) != i
        b, a = deming_line(x[keep] - origin[0], y[keep] - origin[1], ratio)
        lines.append((b, a + origin[1] - b * origin[0]))
    result = {}
    for name, values in zip(("slope", "intercept"), np.array(lines).T, strict=True):
        pseudo = n * values[0] - (n - 1) * values[1:]
        reach = stats.t.isf(0.025, n - 2) * pseudo.std(ddof=1) / math.sqrt(n)
        result |= {name: values[0], f"{name}_low": values[0] - reach, f"{name}_high": values[0] + reach}
    return result


def exact(values) -> list[Fraction]:
    return [Fraction(str(value)) for value in values]


def median(values):
    ordered = sorted(values)
    return (ordered[(len(ordered) - 1) // 2] + ordered[len(ordered) // 2]) / 2


def passing_bablok(x, y) -> dict:
    """All pairs, in exact fractions, so that ties are ties."""
    x, y = exact(x), exact(y)
    n = len(x)
    slopes = []
    for i in range(n):
        for j in range(i + 1, n):
            dx, dy = x[i] - x[j], y[i] - y[j]
            if dx == 0 and dy != 0:
                slopes.append(math.inf)
            elif dx != 0 and dy != -dx:
                slopes.append(dy / dx)
    slopes.sort()
    count, steep = len(slopes), sum(slope < -1 for slope in slopes)
    if count % 2:
        b = slopes[(count + 1) // 2 + steep - 1]
    else:
        b = (slopes[count // 2 + steep - 1] + slopes[count // 2 + steep]) / 2
    a = median(v - b * u for u, v in zip(x, y, strict=True))
    reach = Z * math.sqrt(n * (n - 1) * (2 * n + 5) / 18)
    first = round((count - reach) / 2)
    places = first + steep, count - first + 1 + steep
    result = {"slope": float(b), "intercept": float(a)}
    if first >= 1 and places[1] <= count and slopes[places[1] - 1] != math.inf:
        low, high = (slopes[place - 1] for place in places)
        ends = [median(v - s * u for u, v in zip(x, y, strict=True)) for s in (high, low)]
        result |= {"slope_low": float(low), "slope_high": float(high)}
        result |= {"intercept_low": float(min(ends)), "intercept_high": float(max(ends))}
    else:
        result |= dict.fromkeys(("slope_low", "slope_high", "intercept_low", "intercept_high"))
    above = sum(v > a + b * u for u, v in zip(x, y, strict=True))
    below = sum(v < a + b * u for u, v in zip(x, y, strict=True))
    score = {}
    for u, v in zip(x, y, strict=True):
        place = v + u / b - a  # times a constant, the distance along the line
        sign = (v > a + b * u) - (v < a + b * u)
        step = math.sqrt(below / above) if sign > 0 else -math.sqrt(above / below) if sign < 0 else 0.0
        score[place] = score.get(place, 0.0) + step
    total = largest = 0.0
    for place in sorted(score):
        total += score[place]
        largest = max(largest, abs(total))
    statistic = largest / math.sqrt(below + 1)
    return result | {"cusum": statistic, "linearity": float(special.kolmogorov(statistic))}


def concordance(x, y) -> dict:
    """Lin 1989, with the variance of the correction in Biometrics 56:324 (2000)."""
    x, y = np.array(x), np.array(y)
    n = len(x)
    r = stats.pearsonr(x, y).statistic
    vx, vy = x.var(), y.var()
    c = 2 * np.cov(x, y, bias=True)[0, 1] / (vx + vy + (x.mean() - y.mean()) ** 2)
    u2 = (x.mean() - y.mean()) ** 2 / math.sqrt(vx * vy)
    variance = (
        (1 - r**2) * c**2 * (1 - c**2) / r**2 + 2 * c**3 * (1 - c) * u2 / r - c**4 * u2**2 / (2 * r**2)) / (n - 2)
    reach = Z * math.sqrt(variance) / (1 - c**2)
    z = math.log((1 + c) / (1 - c)) / 2
    low, high = ((math.exp(2 * e) - 1) / (math.exp(2 * e) + 1) for e in (z - reach, z + reach))
    return {"ccc": c, "ccc_low": low, "ccc_high": high, "precision": r, "accuracy": c / r}


def hedges(first, second) -> dict:
    """Hedges 1981; the interval from the noncentral t distribution."""
    n, m = len(first), len(second)
    freedom = n + m - 2
    pooled = math.sqrt(((n - 1) * np.var(first, ddof=1) + (m - 1) * np.var(second, ddof=1)) / freedom)
    d = (np.mean(first) - np.mean(second)) / pooled
    unit = math.sqrt(1 / n + 1 / m)
    factor = special.gamma(freedom / 2) / (math.sqrt(freedom / 2) * special.gamma((freedom - 1) / 2))
    return {
        "g": d * factor,
        "g_low": noncentrality(0.975, freedom, d / unit) * unit,
        "g_high": noncentrality(0.025, freedom, d / unit) * unit,
    }


def rank_correlation_interval(r: float, n: int) -> tuple[float, float]:
    """Bonett & Wright 2000."""
    reach = Z * math.sqrt((1 + r**2 / 2) / (n - 3))
    return math.tanh(math.atanh(r) - reach), math.tanh(math.atanh(r) + reach)


class DenseMixed:
    """The restricted likelihood with whole matrices.

    With V = Σ φₖ Vₖ, −2 ℓ has the gradient tr(P Vₖ) − yᵀP Vₖ P y and the curvature −tr(P Vₖ P Vₗ) + 2 yᵀP Vₖ P Vₗ P y
    (Searle, Casella & McCulloch 1992).
    """

    def __init__(self, y, X, subjects, time):
        same = np.equal.outer(subjects, subjects).astype(float)
        self.y, self.X = np.asarray(y, float), np.asarray(X, float)
        self.parts = [np.eye(len(y)), same]
        if time is not None:
            t = np.asarray(time, float)
            self.parts += [same * np.add.outer(t, t), same * np.multiply.outer(t, t)]

    def at(self, components):
        V = sum(c * part for c, part in zip(components, self.parts, strict=True))
        inverse = np.linalg.inv(V)
        weighted = inverse @ self.X
        variance = np.linalg.inv(self.X.T @ weighted)
        return V, inverse, variance, inverse - weighted @ variance @ weighted.T

    def log_likelihood(self, components) -> float:
        V, _, variance, P = self.at(components)
        n, p = self.X.shape
        return -0.5 * (
            np.linalg.slogdet(V)[1] - np.linalg.slogdet(variance)[1] + self.y @ P @ self.y
            + (n - p) * math.log(2 * math.pi))

    def gradient(self, components) -> np.ndarray:
        P = self.at(components)[3]
        e = P @ self.y
        return np.array([np.sum(P * part) - e @ part @ e for part in self.parts])

    def curvature(self, components) -> np.ndarray:
        P = self.at(components)[3]
        e = P @ self.y
        products = [P @ part for part in self.parts]
        return np.array([
            [-np.sum(a * b.T) + 2 * e @ va @ P @ vb @ e for b, vb in zip(products, self.parts, strict=True)]
            for a, va in zip(products, self.parts, strict=True)])

    def polished(self, components) -> np.ndarray:
        """Newton's steps from a place near the maximum; NaN where they lead to no covariance."""
        components = np.array(components, float)
        for _ in range(50):
            try:
                step = np.linalg.solve(self.curvature(components), self.gradient(components))
            except np.linalg.LinAlgError:
                return np.full(len(components), np.nan)
            components = components - step
            if np.max(np.abs(step)) < 1e-14 * np.max(np.abs(components)):
                break
        return components

    def maximum(self) -> np.ndarray:
        """The components by a quasi-Newton method over log σ² and the triangle of Σ; on the border where the best are there."""
        def covariance(place):
            a, b, c = place[1:] if len(place) == 4 else (place[1], 0.0, 0.0)
            return np.array([math.exp(place[0]), a * a, a * b, b * b + c * c])[:len(place)]

        def value(place):
            components = covariance(place)
            slope = self.gradient(components)
            if len(place) == 2:
                return -2 * self.log_likelihood(components), [slope[0] * components[0], 2 * slope[1] * place[1]]
            a, b, c = place[1:]
            _, first, both, second = slope
            return -2 * self.log_likelihood(components), np.array([
                slope[0] * components[0], 2 * first * a + both * b, both * a + 2 * second * b, 2 * second * c])

        size = math.sqrt(np.var(self.y) / 3)
        start = [2 * math.log(size), size, 0.0, size][:len(self.parts) if len(self.parts) == 4 else 2]
        found = optimize.minimize(value, start, jac=True, method="BFGS", options={"gtol": 1e-7, "maxiter": 500})
        return covariance(found.x)

    def fixed(self, components):
        """Coefficients, their errors by generalised least squares, and errors and degrees of freedom of Kenward & Roger 1997."""
        _, inverse, variance, P = self.at(components)
        beta = variance @ self.X.T @ inverse @ self.y
        projected = [P @ part for part in self.parts]
        uncertainty = np.linalg.inv([[np.sum(a * b.T) / 2 for b in projected] for a in projected])
        weighted = inverse @ self.X
        first = [weighted.T @ part @ weighted for part in self.parts]
        bias = sum(
            uncertainty[i, j] * (weighted.T @ a @ inverse @ b @ weighted - first[i] @ variance @ first[j])
            for i, a in enumerate(self.parts) for j, b in enumerate(self.parts))
        adjusted = variance + 2 * variance @ bias @ variance
        freedoms = []
        for j in range(self.X.shape[1]):
            slope = np.array([variance[j] @ part @ variance[j] for part in first])
            freedoms.append(2 * variance[j, j] ** 2 / (slope @ uncertainty @ slope))
        return beta, np.sqrt(np.diag(variance)), np.sqrt(np.diag(adjusted)), np.array(freedoms)
