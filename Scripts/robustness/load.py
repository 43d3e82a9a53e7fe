#!/usr/bin/env python3
"""Puts load on what runs for long, and watches memory and handles: Docs/evaluation/robustness.md.

    PYTHONPATH=Scripts python3 -m robustness.load PROGRAM [--clients 200] [--scans 1000] [--page PAGE]

The pages of `view` and `desk` get 200 clients at once and as many slow ones as a tenth of them, who send and read a few bytes a second.
A batch measures 1,000 meshes of 820 vertices, each in a process of its own. (A day of frames for live feedback is a test in Swift,
which `make load` runs, too.) The exit code says whether anything was other than it should be. Standard library only.
"""

import argparse
import http.client
import re
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from urllib.parse import urlsplit

import served
from evaluation import page

from .verbs import prepare

sys.path.append(str(Path(__file__).resolve().parents[1] / "study"))
import dataset

ROUNDS, TIMES = 10, 2
"""Rounds of all clients at once, and how often each client asks for each path in a round."""
PATHS = ["", "state", "words", "icon.svg"]
"""What view and desk have alike."""


class Watched:
    """A running program: its resident memory in MiB and its open handles, twice a second."""

    def __init__(self, words: list[object], **streams):
        self.process = subprocess.Popen([str(word) for word in words], **streams)
        self.samples: list[tuple[float, int]] = []
        threading.Thread(target=self.watch, daemon=True).start()

    def watch(self) -> None:
        while self.process.poll() is None:
            if sample := self.sample():
                self.samples.append(sample)
            time.sleep(0.5)

    def sample(self) -> tuple[float, int] | None:
        place = Path("/proc", str(self.process.pid))
        try:
            memory = re.search(r"VmRSS:\s+(\d+)", (place / "status").read_text())
            return int(memory[1]) / 1024, len(list((place / "fd").iterdir()))
        except (OSError, TypeError):
            return None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path)
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--scans", type=int, default=1000)
    parser.add_argument("--page", type=Path, help="the page whose tables are renewed")
    options = parser.parse_args()
    program = options.program.resolve()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        inputs = folder / "inputs"
        inputs.mkdir()
        prepare(program, inputs)
        wrong: list[str] = []
        rows = [
            loaded("view", [program, "view", inputs / "head", "--no-open"], options.clients, wrong),
            loaded("desk", [program, "desk", inputs / "data", "--no-open"], options.clients, wrong)]
        pages = page.table(
            ["page", "clients, slow ones", "answers", "other answers", "answer, median, 99 % and longest, ms", "MiB before, after a round, after ten",
             "handles before, after"], rows)
        batch = page.table(
            ["batch", "scans", "complete", "minutes", "MiB in the first tenth, in the last", "handles in the first tenth, in the last", "store, MiB"],
            measured(program, folder, options.scans, wrong))
    print(f"{pages}\n\n{batch}")
    if options.page:
        page.replace_blocks(options.page, {"load pages": pages, "load batch": batch})
    sys.stderr.writelines(f"{each}\n" for each in wrong)
    return int(bool(wrong))


def loaded(name: str, words: list[object], clients: int, wrong: list[str]) -> list[str]:
    """A page under clients: rounds of all at once, beside slow ones."""
    watched = Watched(words, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    try:
        parts = urlsplit(served.address(watched.process))
        threading.Thread(target=watched.process.stderr.read, daemon=True).start()
        for path in PATHS:
            if (code := fetched(parts, path)[0]) != 200:
                sys.exit(f"{name}: '{path}' answers {code} before the load")
        time.sleep(2)
        before = watched.sample()
        stop = threading.Event()
        slow = [threading.Thread(target=dawdle, args=(parts, stop), daemon=True) for _ in range(clients // 10)]
        for thread in slow:
            thread.start()
        times, codes, after = [], [], []
        for _ in range(ROUNDS):
            threads = [threading.Thread(target=ask, args=(parts, times, codes)) for _ in range(clients)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            after.append(watched.sample())
        stop.set()
        for thread in slow:
            thread.join(5)
        time.sleep(2)
        last = watched.sample()
        times.sort()
        other = [code for code in codes if code != 200]
        if other:
            wrong.append(f"{name}: {len(other)} answers are not 200")
        return [
            name, f"{clients}, {clients // 10}", str(len(codes)), str(len(other)) + (f" ({sorted(set(other))})" if other else ""),
            f"{statistics.median(times) * 1000:.0f}, {times[int(len(times) * 0.99)] * 1000:.0f}, {times[-1] * 1000:.0f}",
            f"{before[0]:.0f}, {after[0][0]:.0f}, {after[-1][0]:.0f}", f"{before[1]}, {last[1]}"]
    finally:
        watched.process.terminate()
        if code := watched.process.wait(60):
            wrong.append(f"{name}: ended with {code}")


def fetched(parts, path: str) -> tuple[int, float]:
    begun = time.monotonic()
    connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=120)
    try:
        connection.request("GET", parts.path + path)
        answer = connection.getresponse()
        answer.read()
        return answer.status, time.monotonic() - begun
    except OSError:
        return 0, time.monotonic() - begun
    finally:
        connection.close()


def ask(parts, times: list[float], codes: list[int]) -> None:
    for path in PATHS * TIMES:
        code, seconds = fetched(parts, path)
        codes.append(code)
        times.append(seconds)


def dawdle(parts, stop: threading.Event) -> None:
    """Sends a request byte by byte, or reads the page a few bytes at a time."""
    request = f"GET {parts.path} HTTP/1.1\r\nHost: {parts.netloc}\r\n\r\n".encode()
    while not stop.is_set():
        try:
            with socket.create_connection((parts.hostname, parts.port), timeout=5) as connection:
                for byte in request:
                    connection.send(bytes([byte]))
                    if stop.wait(0.05):
                        return
                while connection.recv(20) and not stop.wait(0.2):
                    pass
        except OSError:
            stop.wait(0.2)


def measured(program: Path, folder: Path, scans: int, wrong: list[str]) -> list[list[str]]:
    """A batch of meshes, and the same again, which passes all of them over."""
    for number in range(scans):
        dataset.add_mesh(folder / f"meshes/sub-{number}", 0.9 + 0.2 * number / scans, flattened=0.05 + 0.1 * (number * 7 % scans) / scans)
    rows = []
    for name in ("measured", "passed over"):
        begun = time.monotonic()
        watched = Watched(
            [program, "batch", folder / "meshes", "--output", folder / "study", "--threads", "1", "--quiet"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if code := watched.process.wait():
            wrong.append(f"batch, {name}: ended with {code}")
        minutes = (time.monotonic() - begun) / 60
        tenth = max(1, len(watched.samples) // 10)
        first, last = watched.samples[:tenth], watched.samples[-tenth:]
        store = folder / "study/study.sqlite"
        connection = sqlite3.connect(store)
        complete = connection.execute("SELECT count(*) FROM scans WHERE status = 'complete'").fetchone()[0]
        connection.close()
        if complete != scans:
            wrong.append(f"batch, {name}: {complete} of {scans} scans are complete")
        rows.append([
            name, str(scans), str(complete), f"{minutes:.1f}",
            ", ".join(f"{max(sample[0] for sample in part):.0f}" for part in (first, last)),
            ", ".join(str(max(sample[1] for sample in part)) for part in (first, last)), f"{store.stat().st_size / 2 ** 20:.1f}"])
    return rows


if __name__ == "__main__":
    sys.exit(main())
