#!/usr/bin/env python3
"""Times the page of `calvaria view` in headless Chromium: first view, and values after a pick.

    Scripts/benchmarking/view.py PROGRAM RESULT [--rounds 5] [--page Docs/evaluation/view.md]

RESULT is a folder that `calvaria reconstruct` wrote. Needs Debian's chromium and chromium-driver. With --page, the table of
the page is replaced.
"""

import argparse
import json
import re
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))
import served

DRAWN = """
const done = arguments[0];
(function look() {
  const head = window.app && app.headPane && app.headPane.head;
  if (head && (head.stage || !head.hasWebGL)) requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now())));
  else setTimeout(look, 5);
})();
"""
"""Since the navigation began, ms: until the head has been drawn."""

PICKED = """
const [key, ray, done] = arguments, session = app.session, from = performance.now(), revision = session.state.revision;
session.change(Picks.withRay(session.picks, key, ray));
(function look() {
  const { state } = session;
  if (state.revision > revision && state.measures.revision === state.revision && state.measures.state !== "none")
    requestAnimationFrame(() => done(performance.now() - from));
  else setTimeout(look, 2);
})();
"""
"""From a pick to the values that follow from it, ms."""


class Browser:
    """A headless Chromium behind chromedriver."""

    def __init__(self):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.base = f"http://127.0.0.1:{probe.getsockname()[1]}"
        self.driver = subprocess.Popen(["chromedriver", f"--port={self.base.rsplit(':', 1)[1]}"], stdout=subprocess.DEVNULL)
        for _ in range(100):
            try:
                self.call("GET", "/status")
                break
            except OSError:
                time.sleep(0.1)
        arguments = ["--headless=new", "--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--window-size=1280,939"]
        wanted = {"capabilities": {"alwaysMatch": {"browserName": "chrome", "goog:chromeOptions": {"args": arguments}}}}
        self.base += "/session/" + self.call("POST", "/session", wanted)["sessionId"]

    def call(self, method: str, path: str, body: dict | None = None):
        data = None if body is None else json.dumps(body).encode()
        with urllib.request.urlopen(urllib.request.Request(self.base + path, data, method=method), timeout=120) as answer:
            return json.load(answer)["value"]

    def run(self, script: str, *arguments):
        return self.call("POST", "/execute/async", {"script": script, "args": list(arguments)})

    def close(self):
        self.call("DELETE", "")
        self.driver.kill()
        self.driver.wait()


def rays(result: dict) -> list[tuple[str, dict]]:
    """From outside onto the head beside each landmark; sides are those of the head frame, millimetres."""
    away = {"sellion": (0, 300, 0), "tragion_left": (-300, 0, 0), "tragion_right": (300, 0, 0)}
    picks = []
    for name, shift in away.items():
        at = result["landmarks"][name]["mm"]
        for up in (8, 10):
            origin = [at[0] + shift[0], at[1] + shift[1], at[2] + shift[2] + up]
            picks.append((name, {"origin": origin, "direction": [-each for each in shift]}))
    return picks


def measure(program: str, folder: Path, rounds: int) -> tuple[list[float], list[float]]:
    result = json.loads((folder / "result.json").read_text())
    first, picked = [], []
    for _ in range(rounds):
        with tempfile.TemporaryDirectory() as place:
            view = subprocess.Popen([program, "view", folder, "--no-open", "--output", Path(place, "out")],
                                    stderr=subprocess.PIPE, text=True)
            address = served.address(view)
            browser = Browser()
            try:
                while json.load(urllib.request.urlopen(address + "state"))["stage"]["key"] != "ready":
                    time.sleep(0.1)
                browser.call("POST", "/url", {"url": address})
                first.append(browser.run(DRAWN))
                time.sleep(2)
                for name, ray in rays(result):
                    picked.append(browser.run(PICKED, name, ray))
                    time.sleep(2)
            finally:
                browser.close()
                view.terminate()
                view.wait()
    return first, picked


def row(name: str, values: list[float]) -> str:
    return f"| {name} | {min(values):.0f} | {statistics.median(values):.0f} | {max(values):.0f} |"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("result", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--page", type=Path)
    options = parser.parse_args()
    for needed in ("chromium", "chromedriver"):
        if not shutil.which(needed):
            raise SystemExit(f"{needed}: not installed")
    mesh = (options.result / "mesh.ply").read_bytes()[:4000].decode("latin-1")
    vertices, triangles = (int(re.search(rf"element {kind} (\d+)", mesh).group(1)) for kind in ("vertex", "face"))
    first, picked = measure(options.program, options.result, options.rounds)
    table = "\n".join([
        f"| {vertices:,} vertices, {triangles:,} triangles; ms | least | median | most |", "| --- | ---: | ---: | ---: |",
        row("first view", first), row("values after a pick", picked)])
    print(table)
    if options.page:
        text = options.page.read_text()
        before, _, after = text.split("<!-- table -->\n")
        options.page.write_text(f"{before}<!-- table -->\n{table}\n<!-- table -->\n{after}")


if __name__ == "__main__":
    main()
