"""Reads what a study wrote with pandas: the two tables of `calvaria study export` and the store.

    python3 read_study.py STUDY MEASUREMENTS.csv WIDE.csv

Every scan is counted: with a CVAI, or without one and why. Needs pandas (Debian: python3-pandas).
"""

import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pandas as pd

NUMBERS = ["value", "ci_low", "ci_high"]
STATED = ["subject", "session", "date", "age_months"]
"""Scans that agree in these are repeats, as `calvaria study report` takes them."""
FORMULA = r"^'(?='*[=+\-@\t\r\n])|(?<=[;\t\r\n])'(?='*[=+\-@])"
"""The apostrophes that keep a spreadsheet from taking a text for a formula."""


def main() -> None:
    study, long, wide = (Path(word) for word in sys.argv[1:])
    measurements, scans, store = read_long(long), read_wide(wide), Store(study)
    cvai = measurements[measurements.quantity == "cvai"]
    if not cvai.set_index("scan").value.equals(store.cvai.set_index("scan").cvai.reindex(cvai.scan).rename("value")):
        sys.exit("the table and the store are not of the same state of the study: export it again")

    known, children = cvai.value.notna(), scans.subject[scans.subject != ""].nunique()
    print(f"{len(cvai)} scans of {children} children: {known.sum()} with a CVAI, {(~known).sum()} without")
    print(lines(store.reasons.fillna("").set_index(["status", "code"]).scans))
    print("scans by level of severity")
    print(lines(store.cvai.level.astype("Int64").astype("string").fillna("no level").value_counts().sort_index()))

    repeated = scans[scans.cvai.notna() & (scans.subject != "")]
    sessions = repeated.groupby(STATED, dropna=False).cvai
    repeats = repeated[sessions.transform("size") > 1].groupby(STATED, dropna=False).cvai
    print(f"repeats: {repeats.size().sum()} scans of {repeats.ngroups} sessions")
    print(lines(pd.Series({
        "without a CVAI": scans.cvai.isna().sum(), "without a subject": (scans.cvai.notna() & (scans.subject == "")).sum(),
        "alone in their session": (sessions.transform("size") == 1).sum()}), "left out: "))
    freedom = (repeats.size() - 1).sum()
    if freedom > 0:
        within = (((repeats.var() * (repeats.size() - 1)).sum()) / freedom) ** 0.5
        print(f"within-subject SD of CVAI: {within:.6f} percentage points")


def read_long(file: Path) -> pd.DataFrame:
    """`study export`: a row a quantity. All but numbers is text: the subject "001" has its zeros, "NA" is a code."""
    table = pd.read_csv(file, dtype=str, keep_default_na=False)
    table[NUMBERS] = table[NUMBERS].apply(pd.to_numeric)
    return unquoted(table)


def read_wide(file: Path) -> pd.DataFrame:
    """`study export --wide`: a row a scan."""
    table = unquoted(pd.read_csv(file, dtype=str, keep_default_na=False))
    numbers = ["age_months", "cvai", "cvai_ci_low", "cvai_ci_high"]
    table[numbers] = table[numbers].apply(pd.to_numeric)
    return table


def unquoted(table: pd.DataFrame) -> pd.DataFrame:
    """The texts as they were stated."""
    return table.apply(
        lambda column: column.str.replace(FORMULA, "", regex=True) if column.dtype != float else column)


class Store:
    """The views of `study.sqlite`, read only. A scan without a result has no origin, and is kept."""

    def __init__(self, study: Path) -> None:
        with closing(sqlite3.connect(f"{(study / 'study.sqlite').resolve().as_uri()}?mode=ro", uri=True)) as store:
            self.cvai = pd.read_sql("SELECT * FROM cvai WHERE origin IS NOT 'remeasured' ORDER BY scan", store)
            self.reasons = pd.read_sql("SELECT * FROM reasons", store)


def lines(counts: pd.Series, begin: str = "") -> str:
    """A line a count."""
    return "".join(f"  {begin}{key if isinstance(key, str) else '  '.join(key)}  {count}\n" for key, count in counts.items())


if __name__ == "__main__":
    main()
