#!/usr/bin/env python3
"""Checks the internal links of all Markdown files: each file, image and heading that a link names must exist, and so
must each page of Docs that the sources mention. Addresses of the web are not followed. The exit code is 1 where a link
is broken."""

import re
import subprocess
import sys
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LINK = re.compile(r"!?\[[^\]]*\]\(\s*<?([^)\s>]+)>?[^)]*\)")
CODE = re.compile(r"^(```|~~~).*?^\1[^\n]*$|(`+)(?!`).+?(?<!`)\2(?!`)", re.MULTILINE | re.DOTALL)
FENCE = re.compile(r"^\s*(```|~~~).*?^\s*\1[^\n]*$", re.MULTILINE | re.DOTALL)
PAGE = re.compile(r"Docs/[\w./-]+\.md")


def main() -> int:
    files = [Path(name) for name in tracked()]
    pages = [file for file in files if file.suffix == ".md"]
    sources = [file for file in files if file.suffix in (".swift", ".py", ".h", ".cpp") or file.name == "Makefile"]
    broken = [f"{page}:{line}: {problem}" for page in pages for line, problem in faults(page)]
    broken += [f"{file}: no page {name}" for file in sources for name in sorted(missing(file))]
    print("\n".join(broken) or f"{len(pages)} pages: every internal link leads somewhere")
    return 1 if broken else 0


def tracked() -> list[str]:
    """The files of the project, new ones included, those that git ignores left out."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True).stdout.split("\0")
    return sorted({name for name in listed if name and (ROOT / name).is_file()})


def faults(page: Path) -> list[tuple[int, str]]:
    """The line and the fault of each link of a page that leads nowhere."""
    text = CODE.sub(blank, (ROOT / page).read_text())
    found = []
    for link in LINK.finditer(text):
        target, _, heading = link[1].partition("#")
        if re.match(r"[a-z][a-z+.-]*:", target):
            continue
        file = (page.parent / target) if target else page
        line = text.count("\n", 0, link.start()) + 1
        if not (ROOT / file).exists():
            found.append((line, f"no file {target}"))
        elif heading and file.suffix == ".md" and heading not in headings(ROOT / file):
            found.append((line, f"no heading #{heading} in {target or page}"))
    return found


def missing(file: Path) -> set[str]:
    """The pages that a source mentions and that do not exist."""
    text = (ROOT / file).read_text(errors="replace")
    return {name for name in PAGE.findall(text) if not (ROOT / name).exists()}


@cache
def headings(file: Path) -> set[str]:
    """The anchors of a page, as GitHub makes them: small letters, no punctuation, hyphens for blanks, a number for repeats."""
    anchors: set[str] = set()
    for title in re.findall(r"^#{1,6} (.+)$", FENCE.sub("", file.read_text()), re.MULTILINE):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", title)
        anchor = re.sub(r"[^\w\- ]", "", plain.strip().lower()).replace(" ", "-")
        repeats = sum(known == anchor or re.fullmatch(re.escape(anchor) + r"-\d+", known) is not None for known in anchors)
        anchors.add(f"{anchor}-{repeats}" if repeats else anchor)
    return anchors


def blank(code: re.Match) -> str:
    """Nothing but the line breaks of what is quoted as code."""
    return "\n" * code[0].count("\n")


if __name__ == "__main__":
    sys.exit(main())
