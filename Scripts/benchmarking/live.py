"""Streams recordings to `calvaria live --usb --page` as an iPhone on a cable would, at 30 frames a second, with the page open
in headless Chromium, and looks whether what was recorded and said is right, and how soon.

    PYTHONPATH=Scripts python -m benchmarking.live PROGRAM RECORDING … [--seconds N] [--page Docs/evaluation/live.md]

A recording is one of TUM's layout with JPEG colour and a cap.yaml. `--seconds` repeats it for so long and ends without a
reconstruction, for memory. Needs Debian's chromium and chromium-driver, and the packages of requirements-evaluation.txt.
"""

import argparse
import datetime
import json
import os
import re
import shutil
import signal
import socket
import struct
import subprocess
import tempfile
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import cv2
import liblzfse
import numpy

import served
from evaluation.page import replace_blocks, table, tick

from .view import Browser

RATE = 30.0
CODES_PER_METRE = 5000.0
PATIENCE = 300
"""Seconds that the page may take to come to where it is waited for."""
PHONE = (
    "<dict><key>DeviceList</key><array><dict><key>DeviceID</key><integer>7</integer><key>MessageType</key>"
    "<string>Attached</string><key>Properties</key><dict><key>ConnectionType</key><string>USB</string><key>DeviceID</key>"
    "<integer>7</integer><key>LocationID</key><integer>1</integer><key>ProductID</key><integer>4776</integer>"
    "<key>SerialNumber</key><string>00008030-000000000000002E</string></dict></dict></array></dict>")
CONNECTED = "<dict><key>MessageType</key><string>Result</string><key>Number</key><integer>0</integer></dict>"


def messages(recording: Path, program: str) -> list[tuple[bytes, bytes, bytes]]:
    """Each frame as it goes through the cable: the bytes before the images, the JPEG, and the packed depth."""
    camera = json.loads(subprocess.run(
        [program, "info", recording, "--json"], stdout=subprocess.PIPE, check=False).stdout)["camera"]
    lists = [[line.split() for line in (recording / name).read_text().splitlines() if line and line[0] != "#"]
             for name in ("rgb.txt", "depth.txt")]
    found = []
    for (_, color), (_, depth) in zip(*lists, strict=True):
        jpeg = (recording / color).read_bytes()
        codes = cv2.imread(str(recording / depth), cv2.IMREAD_UNCHANGED)
        metres = (codes / CODES_PER_METRE).astype("<f4")
        metres[codes == 0] = numpy.nan
        packed = liblzfse.compress(metres.tobytes())
        height, width = codes.shape
        head = struct.pack(
            "<11I", camera["width"], camera["height"], width, height, 0, 0, len(jpeg), len(packed), 0, 0, 0)
        head += struct.pack("<11f", *(camera[key] for key in ("fx", "fy", "cx", "cy")), 0, 0, 0, 1, 0, 0, 0)
        found.append((head, jpeg, packed))
    return found


class Phone:
    """A stand-in of usbmuxd with one phone, which begins to stream once it is connected."""

    def __init__(self, folder: Path, frames: list, seconds: float | None):
        self.path = folder / "mux"
        self.frames, self.seconds = frames, seconds
        self.sent = 0
        self.done = threading.Event()
        self.listening = socket.socket(socket.AF_UNIX)
        self.listening.bind(str(self.path))
        self.listening.listen(8)
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                connection, _ = self.listening.accept()
            except OSError:
                return
            threading.Thread(target=self.answer, args=(connection,), daemon=True).start()

    def answer(self, connection: socket.socket):
        with connection:
            while head := connection.recv(16, socket.MSG_WAITALL):
                length, _, _, tag = struct.unpack("<4I", head)
                text = connection.recv(length - 16, socket.MSG_WAITALL)
                self.reply(connection, PHONE if b"ListDevices" in text else CONNECTED, tag)
                if b"ListDevices" not in text:
                    return self.stream(connection)

    @staticmethod
    def reply(connection: socket.socket, content: str, tag: int):
        text = ('<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" '
                f'"http://www.apple.com/DTDs/PropertyList-1.0.dtd"><plist version="1.0">{content}</plist>').encode()
        connection.sendall(struct.pack("<4I", 16 + len(text), 1, 8, tag) + text)

    def stream(self, connection: socket.socket):
        start = time.monotonic()
        while self.sent < (len(self.frames) if self.seconds is None else RATE * self.seconds):
            time.sleep(max(0, start + self.sent / RATE - time.monotonic()))
            head, jpeg, packed = self.frames[self.sent % len(self.frames)]
            size = len(head) + len(jpeg) + len(packed)
            try:
                connection.sendall(struct.pack(">4I", 0, 0, 0, size) + head + jpeg + packed)
            except OSError:
                return
            self.sent += 1
        self.done.set()
        time.sleep(3600)  # The cable stays in.


class Scan:
    """A run of `live` with its page open in a browser."""

    def __init__(self, program: str, recording: Path, place: Path, phone: Phone):
        self.output = place / "scan"
        self.lines: list[str] = []
        self.run = subprocess.Popen(
            [program, "live", "--usb", "--page", "--no-open", "--json", "--cap", recording / "cap.yaml", "--output",
             self.output], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env={**os.environ, "USBMUXD_SOCKET_ADDRESS": f"UNIX:{phone.path}"})
        self.browser = None

    def begin(self):
        """Opens the page in the browser, and starts the scan there."""
        self.address = served.address(self.run)
        for stream in (self.run.stdout, self.run.stderr):
            threading.Thread(target=self.read, args=(stream,), daemon=True).start()
        self.browser = Browser()
        self.browser.call("POST", "/url", {"url": self.address})
        self.post("start")

    def read(self, stream):
        for line in stream:
            if stream is self.run.stdout:
                self.lines.append(line)

    def state(self) -> dict:
        with urllib.request.urlopen(self.address + "state", timeout=60) as answer:
            return json.load(answer)

    def post(self, path: str):
        origin = re.match(r"http://[^/]+", self.address).group(0)
        request = urllib.request.Request(
            self.address + path, b"{}", {"Origin": origin, "Content-Type": "application/json"})
        urllib.request.urlopen(request, timeout=60).close()

    def memory(self) -> float:
        """What it holds now, MB."""
        return int(re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{self.run.pid}/status").read_text()).group(1)) / 1024

    def wait(self, holds: Callable[[dict], bool]):
        end = time.monotonic() + PATIENCE
        while not holds(self.state()):
            if time.monotonic() > end:
                raise SystemExit(f"the page did not come so far within {PATIENCE} s: {self.state()}")
            time.sleep(0.02)

    def summary(self) -> tuple[dict, list[str]]:
        """What it printed in the end, and its delays as cells."""
        summary = json.loads(next(line for line in self.lines if '"calvaria/live/1"' in line))
        return summary, [f"{summary['delay_ms'][key]:.1f}" for key in ("median", "p99")]

    def close(self):
        if self.browser:
            self.browser.close()
        self.run.kill()
        self.run.wait()


@contextmanager
def streamed(program: str, recording: Path, seconds: float | None = None) -> Iterator[tuple[Phone, Scan]]:
    """A scan that has begun, of a recording that is sent once, or for so long."""
    with tempfile.TemporaryDirectory() as folder:
        phone = Phone(Path(folder), messages(recording, program), seconds)
        scan = Scan(program, recording, Path(folder), phone)
        try:
            scan.begin()
            yield phone, scan
        finally:
            scan.close()


def measured(program: str, recording: Path) -> list[str]:
    """The row of a recording that is streamed once."""
    with streamed(program, recording) as (phone, scan):
        memory = []
        while not phone.done.wait(1):
            memory.append(scan.memory())
        scan.wait(lambda state: sum((state.get("counts") or {}).values()) == len(phone.frames))
        begin = time.monotonic()
        scan.post("done")
        scan.wait(lambda state: state["phase"] == "finished")
        seconds = time.monotonic() - begin
        scan.post("close")
        scan.run.wait(60)
        summary, delay = scan.summary()
        return [
            recording.name, f"{summary['recorded']} of {len(phone.frames)}", str(summary["judged"]),
            same_bytes(scan.output, phone.frames),
            same_events(program, scan) if summary["judged"] == summary["recorded"] else "–", *delay,
            f"{max(memory):.0f}", f"{seconds:.1f}", same_result(program, scan)]


def endured(program: str, recording: Path, seconds: float) -> list[str]:
    """The row of a recording that is repeated: memory at tenths of the time."""
    with streamed(program, recording, seconds) as (phone, scan):
        memory = []
        while not phone.done.wait(seconds / 10):
            memory.append(scan.memory())
        scan.run.send_signal(signal.SIGINT)
        scan.run.wait(120)
        summary, delay = scan.summary()
        return [
            recording.name, f"{seconds / 60:.0f}", f"{summary['recorded']} of {phone.sent}", str(summary["judged"]), *delay,
            ", ".join(f"{each:.0f}" for each in memory)]


def same_bytes(output: Path, frames: list) -> str:
    """How many frames of the recording hold the bytes that were sent."""
    index = [json.loads(line) for line in (output / "frames.jsonl").read_text().splitlines()[1:]]
    held = sum(
        (output / line["color"]["file"]).read_bytes() == jpeg and (output / line["depth"]["file"]).read_bytes() == packed
        for line, (_, jpeg, packed) in zip(index, frames, strict=False))
    return f"{held} of {len(frames)}"


def same_events(program: str, scan: Scan) -> str:
    """Whether what was said is what `replay` says of the recording."""
    place = scan.output.with_name("told")
    subprocess.run([program, "replay", scan.output, "--output", place], capture_output=True, check=True)
    told = (place / "feedback.jsonl").read_text().splitlines(keepends=True)
    said = [line for line in scan.lines if line.startswith("{") and '"event"' in line]
    return f"{sum(a == b for a, b in zip(said, told, strict=False))} of {len(told)}"


def same_result(program: str, scan: Scan) -> str:
    """The CVAI, and whether `reconstruct` of the recording gives the same measures."""
    again = subprocess.run(
        [program, "reconstruct", scan.output, "--output", scan.output.with_name("again"), "--json"], stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, check=False)
    first = json.loads(Path(f"{scan.output}-result", "result.json").read_text())
    cvai = first["measures"].get("cvai", {}).get("value")
    same = first["measures"] == json.loads(again.stdout)["measures"]
    return ("withheld" if cvai is None else f"{cvai:.2f}") + tick(same)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("recordings", type=Path, nargs="+")
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--page", type=Path)
    options = parser.parse_args()
    for needed in ("chromium", "chromedriver"):
        if not shutil.which(needed):
            raise SystemExit(f"{needed}: not installed")
    if options.seconds:
        name = "memory"
        text = table(
            ["Recording, repeated", "minutes", "recorded", "judged", "ms, median", "99th percentile", "MB at every tenth of the time"],
            [endured(options.program, recording, options.seconds) for recording in options.recordings])
    else:
        name = "scans"
        text = table(
            ["Recording", "recorded", "judged", "bytes as sent", "events as `replay` tells them", "ms, median", "99th percentile",
             "MB while it records", "s from *done* to the result", "CVAI; as `reconstruct` has it"],
            [measured(options.program, recording) for recording in options.recordings])
    load = f"{os.getloadavg()[0]:.2f}"
    text += f"\n\n*{os.cpu_count()} cores, {datetime.date.today().isoformat()}; load average at the end {load}.*"
    print(text)
    if options.page:
        replace_blocks(options.page, {name: text})


if __name__ == "__main__":
    main()
