#!/usr/bin/env python3
"""Whole runs of the program under sanitizers: Docs/evaluation/robustness.md.

A reconstruction of the sample, the batch of a small study, and the pages of view and desk with requests from several threads, under
the sanitizers of addresses and undefined behaviour and again under that of threads; then one reconstruction under valgrind.
suppressions.txt says what is not reported, and why. The exit code says whether anything was.
"""

import argparse
import json
import os
import re
import signal
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import served
from evaluation import page

ROOT = Path(__file__).resolve().parents[1]
SAMPLE = ROOT / "Datasets/sample"
SUPPRESSIONS = Path(__file__).with_name("suppressions.txt")
REPORT = re.compile(r"(ERROR: \w+Sanitizer|WARNING: ThreadSanitizer|SUMMARY: \w+Sanitizer|runtime error): ?(.*)")
HEADER = ["run", "tool", "processor seconds", "reports"]
TOOLS = ["addresses and undefined behaviour", "threads", "valgrind"]
# Codes of runs that end as they should: all measured, or not everything could be.
ENDED = (0, 2)


class Tool:
    """A build of the program and what its reports go to."""

    def __init__(self, name: str, program: Path, folder: Path, before: tuple = ()):
        self.name, self.program, self.before = name, program.resolve(), list(before)
        self.folder = folder / re.sub(r"\W+", "-", name)
        self.folder.mkdir()
        log = f"log_path={self.folder}/report"
        leaks, threads = (self._section(section) for section in ("leak", "thread"))
        self.environment = os.environ | {
            "SWIFT_BACKTRACE": "enable=no",
            # C++'s containers are shared with libraries of the system that are not instrumented.
            "ASAN_OPTIONS": f"{log}:detect_container_overflow=0:detect_leaks=1",
            "LSAN_OPTIONS": f"suppressions={leaks}:print_suppressions=0",
            "UBSAN_OPTIONS": f"{log}:print_stacktrace=1",
            "TSAN_OPTIONS": f"{log}:suppressions={threads}:print_suppressions=0:second_deadlock_stack=1",
        }

    def _section(self, name: str) -> Path:
        path = self.folder / f"{name}.supp"
        text = SUPPRESSIONS.read_text().split(f"[{name}]\n")[1]
        path.write_text(re.split(r"^\[", text, flags=re.MULTILINE)[0])
        return path

    def call(self, *arguments) -> list[str]:
        before = [word.format(log=self.folder / "report.%p", suppressions=self._section("valgrind")) for word in self.before]
        return [*before, str(self.program), *map(str, arguments)]

    def run(self, *arguments) -> int:
        """Runs a verb to its end."""
        done = subprocess.run(self.call(*arguments), capture_output=True, text=True, env=self.environment, cwd=ROOT)
        if done.returncode not in ENDED:
            print(f"{self.name}: {arguments[0]} ended with {done.returncode}: {done.stderr[-500:]}", file=sys.stderr, flush=True)
        return done.returncode

    def reports(self) -> list[str]:
        """The first line of each report since the last call; the files stay in the kept folder."""
        found = []
        for file in sorted(self.folder.glob("report*")):
            text = file.read_text(errors="replace")
            found += [match[0] for match in REPORT.finditer(text) if "SUMMARY" not in match[0]]
            found += re.findall(r"ERROR SUMMARY: [1-9]\d* errors.*", text)
            file.rename(file.with_name("told-" + file.name))
        return found


def sample(tool: Tool, folder: Path) -> list[int]:
    return [tool.run("reconstruct", SAMPLE, "--output", folder / "sample", "--voxel-mm", "2", "--threads", "2")]


def study(tool: Tool, folder: Path) -> list[int]:
    """Three children, 18 scans of heads as meshes and one recording that is not whole, and what is asked of a study."""
    dataset, out = folder / "cohort", folder / "study"
    subprocess.run([sys.executable, ROOT / "Scripts/study/cohort.py", dataset], check=True)
    for child in sorted(dataset.glob("sub-*"))[2:-1]:
        shutil.rmtree(child)
    codes = [tool.run("batch", dataset, "--output", out, "--jobs", "2", "--voxel-mm", "2")]
    codes.append(tool.run("study", "list", out, "--where", "cvai > 1 and age_months < 99"))
    codes.append(tool.run("study", "rebuild", out))
    return codes


def pages(tool: Tool, folder: Path) -> list[int]:
    """The picking page of the sample, and a desk that measures a mesh, each with eight askers at once."""
    with Served(tool, "view", SAMPLE, "--output", folder / "picked") as view:
        ready = lambda state: state["stage"]["key"] in ("ready", "failed") and state["measures"]["state"] != "working"
        state = view.waits("state", ready)
        paths = ["", "words", "state", "head", "frames", "view.js"]
        paths += [f"frames/{k}.jpg?width=200" for k in range(6)] + ["pictures/front.png", "pictures/top.png"]
        # One scan alone has no walk.
        view.ask_all(paths, absent=["walk", "none"])
        picks = {mark["key"]: {key: mark.get(key) for key in ("clicks", "point", "state")} for mark in state["landmarks"]}
        view.post("picks", {"revision": state["revision"], "picks": picks})
        view.post("protocol", {"name": "face-symmetry"})
        view.post("probe", {"frame": 0, "pixel": [200.0, 200.0]})
        state = view.waits("state", ready)
        view.post("save", {"revision": state["revision"], "replacing": None})
    clinic, source = folder / "clinic", folder / "cohort"
    shutil.copytree(sorted(source.glob("sub-*"))[1], clinic / "sub-02")
    with Served(tool, "desk", clinic) as desk:
        scans = [scan["name"] for scan in desk.waits("list", lambda told: told["scans"])["scans"]]
        desk.post("queue", {"add": scans[:2]})
        desk.waits("state", lambda state: not state["waiting"] and not state.get("working"))
        of_scan = [f"scan/{scan}/{paper}" for scan in scans[:2] for paper in ("report.html", "rating", "export.zip")]
        desk.ask_all(["", "words", "state", "list", "caps", f"compare.html?scans={','.join(scans[:2])}", *of_scan],
                     absent=[f"scan/{scan}/picture.jpg" for scan in scans[:2]])  # of a mesh
        desk.post("add", {})
    return [view.code, desk.code]


class Served:
    """A page that is served meanwhile."""

    def __init__(self, tool: Tool, verb: str, *arguments):
        self.call, self.tool, self.code = tool.call(verb, "--no-open", *arguments), tool, None

    def __enter__(self) -> "Served":
        self.running = subprocess.Popen(
            self.call, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True, env=self.tool.environment, cwd=ROOT)
        # A page of one scan leads to that scan's part of the addresses.
        with urllib.request.urlopen(served.address(self.running), timeout=300) as answer:
            self.root = answer.geturl()
        return self

    def __exit__(self, *_) -> None:
        self.running.send_signal(signal.SIGINT)
        rest = self.running.communicate(timeout=300)[1]
        self.code = self.running.returncode
        if self.code not in (*ENDED, 130):
            print(f"{self.tool.name}: the page ended with {self.code}: {rest[-500:]}", file=sys.stderr)

    def ask(self, path: str, body: bytes | None = None) -> tuple[int, bytes]:
        request = urllib.request.Request(self.root + path, data=body, headers={"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=300) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as refused:
            return refused.code, refused.read()

    def ask_all(self, paths: list[str], absent: list[str]) -> None:
        """Asks four times for what is there and for what is not, by eight at once."""
        asked = [*paths, *absent] * 4
        with ThreadPoolExecutor(8) as pool:
            for path, (status, answer) in zip(asked, pool.map(self.ask, asked), strict=True):
                self.expect(path, status == (404 if path in absent else 200), status, answer)

    def post(self, path: str, body) -> None:
        status, answer = self.ask(path, json.dumps(body).encode())
        self.expect(path, 200 <= status < 300, status, answer)

    def expect(self, path: str, holds: bool, status: int, answer: bytes) -> None:
        if not holds:
            sys.exit(f"sanitize: {self.root}{path} answers {status}: {answer[:500]!r}")

    def waits(self, path: str, holds, seconds: int = 900) -> dict:
        """What the page says as soon as it says what is waited for."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            state = json.loads(self.ask(path)[1] or b"{}")
            if state and holds(state):
                return state
            time.sleep(0.5)
        sys.exit(f"sanitize: {path} of the page never says what is waited for: {state}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--address", type=Path, help="the program built with the address sanitizer")
    parser.add_argument("--thread", type=Path, help="the program built with the thread sanitizer")
    parser.add_argument("--valgrind", type=Path, help="the program built without any")
    parser.add_argument("--kept", type=Path, default=ROOT / ".build/sanitize", help="where reports are kept")
    parser.add_argument("--page", type=Path, help="the page whose table is renewed")
    options = parser.parse_args()
    shutil.rmtree(options.kept, ignore_errors=True)
    options.kept.mkdir(parents=True)
    rows: list[list] = []
    whole = {"reconstruct Datasets/sample": sample, "a study: batch, list, rebuild": study, "the pages of view and desk": pages}
    with tempfile.TemporaryDirectory() as folder:
        for name, program in zip(TOOLS[:2], (options.address, options.thread), strict=True):
            if program:
                place = Path(folder, name.split()[0])
                place.mkdir()
                rows += measured(Tool(name, program, options.kept), whole, place)
        if options.valgrind:
            stripped = Path(folder, "calvaria")
            # Valgrind 3.19 gives up on the debug information that Swift 6.3 writes.
            subprocess.run(["objcopy", "--strip-debug", options.valgrind, stripped], check=True)
            before = ("valgrind", "--log-file={log}", "--suppressions={suppressions}", "--num-callers=30")
            rows += measured(Tool(TOOLS[2], stripped, options.kept, before), {"reconstruct Datasets/sample": sample}, Path(folder))
    told = [row[:4] for row in rows]
    print(page.table(HEADER, told))
    if options.page:
        tools = {row[1] for row in told}
        # What was not run this time stays as it was.
        told = sorted([*told, *(row for row in page.rows(options.page, "sanitizers") if row[1] not in tools)], key=lambda row: TOOLS.index(row[1]))
        page.replace_blocks(options.page, {"sanitizers": page.table(HEADER, told)})
    return int(any(row[4] for row in rows))


def measured(tool: Tool, runs: dict, folder: Path) -> list[list]:
    rows = []
    for name, run in runs.items():
        start = spent()
        codes = run(tool, folder)
        reports = tool.reports()
        for report in reports:
            print(f"{tool.name}: {name}: {report} -> {tool.folder}", file=sys.stderr, flush=True)
        bad = bool(reports) or any(code not in (*ENDED, 130) for code in codes)
        rows.append([name, tool.name, f"{spent() - start:.0f}", str(len(reports)), bad])
    return rows


def spent() -> float:
    """Seconds of processor time of all that was run and has ended."""
    times = os.times()
    return times.children_user + times.children_system


if __name__ == "__main__":
    sys.exit(main())
