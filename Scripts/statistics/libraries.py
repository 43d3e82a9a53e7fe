"""What SciPy, statsmodels and pingouin make of a table."""

import math
import warnings

import numpy as np
import pandas as pd
import pingouin
import statsmodels.api as sm
from scipy import stats
from statsmodels.regression.mixed_linear_model import MixedLM
from statsmodels.stats.inter_rater import cohens_kappa
from statsmodels.stats.multitest import multipletests

import formulas

pingouin.options["round"] = None
pingouin.options["round.column.CI95"] = None


def summary(values) -> dict:
    low, high = stats.t.interval(0.95, len(values) - 1, np.mean(values), stats.sem(values))
    lower, median, upper = np.percentile(values, [25, 50, 75])
    return {
        "mean": np.mean(values), "mean_low": low, "mean_high": high, "sd": np.std(values, ddof=1), "min": min(values),
        "q1": lower, "median": median, "q3": upper, "max": max(values),
    }


def repeatability(table) -> dict:
    """From the analysis of variance of statsmodels."""
    subjects = np.repeat(np.arange(len(table)), [len(row) for row in table])
    values = np.concatenate(table)
    dummies = pd.get_dummies(subjects).to_numpy(float)
    fit = sm.OLS(values - values.mean(), dummies).fit()
    freedom, square = fit.df_resid, fit.mse_resid
    bounds = [math.sqrt(square * freedom / stats.chi2.ppf(share, freedom)) for share in (0.975, 0.025)]
    s = math.sqrt(square)
    n, total = len(table), len(values)
    between = sum(len(row) * (np.mean(row) - values.mean()) ** 2 for row in table) / (n - 1)
    size = (total - sum(len(row) ** 2 for row in table) / total) / (n - 1)
    result = {"freedom": freedom, "mean": values.mean(), "between": math.sqrt(max(0, (between - square) / size))}
    for name, factor in (("within", 1), ("relative", 100 / values.mean()), ("change", 1.959963984540054 * 2**0.5)):
        result |= {name: s * factor, f"{name}_low": bounds[0] * factor, f"{name}_high": bounds[1] * factor}
    return result


def technical_error(table) -> float:
    """Ulijaszek & Kerr 1999 for tables with as many readings of each."""
    x = np.array(table)
    n, k = x.shape
    if k == 2:
        return math.sqrt(np.sum((x[:, 0] - x[:, 1]) ** 2) / (2 * n))
    x = x - x.mean()
    return math.sqrt((np.sum(x**2) - np.sum(x.sum(axis=1) ** 2) / k) / (n * (k - 1)))


def intraclass(table) -> dict:
    complete = [row for row in table if None not in row]
    rows = [(s, r, value) for s, row in enumerate(complete) for r, value in enumerate(row)]
    # Without the offset, which pingouin's sums of squares lose digits to.
    shift = np.mean([row[2] for row in rows])
    frame = pd.DataFrame([(s, r, v - shift) for s, r, v in rows], columns=["subject", "rater", "value"])
    found = pingouin.intraclass_corr(frame, "subject", "rater", "value").set_index("Type")
    result = {}
    for name, key in (("icc11", "ICC(1,1)"), ("icc21", "ICC(A,1)"), ("icc31", "ICC(C,1)")):
        low, high = found.loc[key, "CI95"]
        result |= {name: found.loc[key, "ICC"], f"{name}_low": low, f"{name}_high": high}
    return result


def slope_of_differences(first, second) -> dict:
    d, mean = np.subtract(first, second), np.add(first, second) / 2
    fit = sm.OLS(d, sm.add_constant(mean - mean.mean())).fit()
    low, high = fit.conf_int(0.05)[1]
    reach = stats.t.ppf(0.975, len(d) - 1) * stats.sem(d)
    return {
        "bias": d.mean(), "bias_low": d.mean() - reach, "bias_high": d.mean() + reach,
        "slope": fit.params[1], "slope_low": low, "slope_high": high,
    }


def kappa(table, weights) -> dict:
    table = np.array(table)
    found = cohens_kappa(table, wt=None if weights == "none" else weights)
    shares = table / table.sum()
    low, high = found.kappa - 1.959963984540054 * found.std_kappa, found.kappa + 1.959963984540054 * found.std_kappa
    agrees = np.trace(table) == table.sum()
    return {
        "kappa": found.kappa, "kappa_low": None if agrees else max(-1.0, low),
        "kappa_high": None if agrees else min(1.0, high), "agreement": np.trace(shares),
        **{f"first_{i}": share for i, share in enumerate(shares.sum(axis=1))},
        **{f"second_{i}": share for i, share in enumerate(shares.sum(axis=0))},
    }


def welch(first, second) -> dict:
    found = stats.ttest_ind(first, second, equal_var=False)
    interval = found.confidence_interval(0.95)
    return {
        "difference": np.mean(first) - np.mean(second), "difference_low": interval.low,
        "difference_high": interval.high, "freedom": found.df, "probability": found.pvalue,
        # The same factor from pingouin's d, which it multiplies by an approximation.
        "d_times_j": pingouin.compute_effsize(first, second, eftype="cohen")
        * stats.chi.mean(len(first) + len(second) - 3) / math.sqrt(len(first) + len(second) - 2),
    }


def linear(y, columns) -> dict:
    X = np.column_stack([np.ones(len(y)), *columns.values()])
    shift = X.mean(axis=0)
    shift[0] = 0
    fit = sm.OLS(np.array(y) - np.mean(y), X - shift).fit(method="qr")
    # Back to columns as they were given, for the intercept: a combination of the coefficients.
    back = np.concatenate([[1.0], -shift[1:]])
    value = back @ fit.params + np.mean(y)
    error = math.sqrt(back @ fit.cov_params() @ back)
    reach = stats.t.ppf(0.975, fit.df_resid) * error
    result = {
        "r2": fit.rsquared, "adjusted": fit.rsquared_adj, "residual": math.sqrt(fit.mse_resid),
        "intercept": value, "intercept_se": error, "intercept_low": value - reach, "intercept_high": value + reach,
    }
    for j, name in enumerate(columns, 1):
        low, high = fit.conf_int(0.05)[j]
        result |= {name: fit.params[j], f"{name}_se": fit.bse[j], f"{name}_low": low, f"{name}_high": high,
                   f"{name}_p": fit.pvalues[j]}
    return result


def spearman(x, y) -> dict:
    found = stats.spearmanr(x, y)
    low, high = formulas.rank_correlation_interval(found.statistic, len(x))
    return {"rho": found.statistic, "rho_low": low, "rho_high": high, "probability": found.pvalue}


def kruskal(groups) -> dict:
    found = stats.kruskal(*groups)
    return {"statistic": found.statistic, "probability": found.pvalue}


def holm(probabilities) -> dict:
    return {f"p{i}": p for i, p in enumerate(multipletests(probabilities, method="holm")[1])}


def fitted(y, X, subjects, Z):
    """statsmodels' maximum of the restricted likelihood."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = MixedLM(y, X, subjects, exog_re=Z)
        return model.fit(reml=True, method=["bfgs", "lbfgs", "bfgs"], gtol=1e-10, maxiter=2000)


def random_design(y, time):
    return np.ones((len(y), 1)) if time is None else np.column_stack([np.ones(len(y)), time])


def is_singular(y, columns, subjects, time) -> bool:
    """Whether the best covariance of intercept and slope lies on the border, or too close to it for Newton's steps."""
    y = np.array(y) - np.mean(y)
    X = np.column_stack([np.ones(len(y)), *columns.values()])
    cov = np.asarray(fitted(y, X, subjects, random_design(y, time)).cov_re)
    if time is None:
        return cov[0, 0] < 1e-3
    # At the mean time, where both are told apart best.
    move = np.array([[1.0, np.mean(time)], [0.0, 1.0]])
    cov = move @ cov @ move.T
    return cov[1, 1] < 1e-6 or cov[0, 1] ** 2 > 0.99 * cov[0, 0] * cov[1, 1]


def mixed(y, columns, subjects, time) -> dict:
    """statsmodels' maximum, polished by Newton's steps to all digits.

    Plain standard errors are those of generalised least squares with the covariance found (statsmodels' MixedLM takes them from
    the joint curvature instead, which differs a little); those of Kenward & Roger come from whole matrices. For statsmodels
    response and columns are centred.
    """
    y, subjects = np.array(y), np.array(subjects)
    X = np.column_stack([np.ones(len(y)), *columns.values()])
    shift = X.mean(axis=0)
    shift[0] = 0
    Z = random_design(y, time)
    fit = fitted(y - y.mean(), X - shift, subjects, Z)
    cov = np.asarray(fit.cov_re)
    components = [fit.scale, cov[0, 0]] if time is None else [fit.scale, cov[0, 0], cov[1, 0], cov[1, 1]]
    dense = formulas.DenseMixed(y - y.mean(), X, subjects, time)
    polished = dense.polished(components)
    require("components", components, polished, 1e-4 * np.max(np.abs(polished)))
    require("log likelihood", fit.llf, dense.log_likelihood(polished), 1e-7)
    values, plain, errors, freedoms = dense.fixed(polished)
    gls = sm.GLS(dense.y, X, sigma=dense.at(polished)[0]).fit()
    require("fixed effects", gls.params, values, 1e-7)
    require("standard errors", np.sqrt(np.diag(gls.normalized_cov_params)), plain, 1e-7)
    values[0] += y.mean()
    sloping = time is not None
    result = {
        "log_likelihood": dense.log_likelihood(polished), "residual": polished[0], "intercept_variance": polished[1],
        "covariance": polished[2] if sloping else None, "slope_variance": polished[3] if sloping else None,
    }
    for j, name in enumerate(["intercept", *columns]):
        reach = stats.t.ppf(0.975, freedoms[j]) * errors[j]
        result |= {
            name: values[j], f"{name}_plain": plain[j], f"{name}_se": errors[j], f"{name}_freedom": freedoms[j],
            f"{name}_low": values[j] - reach, f"{name}_high": values[j] + reach}
    sigma = np.array([[polished[1], polished[2]], [polished[2], polished[3]]] if sloping else [[polished[1]]])
    pulled = dense.at(polished)[3] @ dense.y
    for index, subject in enumerate(dict.fromkeys(subjects)):
        own = subjects == subject
        effect = sigma @ Z[own].T @ pulled[own]
        require("random effects", np.asarray(fit.random_effects[subject]), effect, 1e-3)
        result[f"effect_{index}"] = effect[0]
        if sloping:
            result[f"effect_{index}_slope"] = effect[1]
    return result


def require(what: str, found, expected, tolerance: float) -> None:
    """Two ways to the same number must agree."""
    apart = np.max(np.abs(np.subtract(found, expected)))
    if not apart <= tolerance:
        raise ValueError(f"{what}: statsmodels and whole matrices differ by {apart:.1e}")
