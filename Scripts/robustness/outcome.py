"""What the program made of a damaged file, and whether that was silently wrong."""

import json
import os
import re
import resource
import signal
import subprocess
import tempfile
import threading
from dataclasses import dataclass, field

SECONDS, BYTES = 10, 2 << 30
"""What a run may take."""

CVAI_POINTS, LENGTH_MM = 0.3, 2.0
"""By how much a CVAI, and a length, may be off without a word."""


@dataclass(frozen=True)
class Outcome:
    """A finished run: exit code (negative for a signal), what it printed, and whether it took too long or too much."""

    code: int
    result: dict = field(repr=False)
    errors: str
    hung: bool
    bytes: int
    seconds: float = 0
    """Processor time."""

    @property
    def kind(self) -> str:
        if self.hung:
            return "hang"
        if self.bytes > BYTES:
            return "memory"
        if self.code < 0 or self.code >= 128 or self.code == 1:
            return "trap" if self.code != 1 else "failure"
        return "result" if self.code in (0, 2) else "refused"

    @property
    def remarks(self) -> set[str]:
        """Everything that a reader is told beside the numbers, withheld measures included; without its figures, which change
        with every number that they explain."""
        findings = [finding for finding in self.result.get("findings", []) if finding["severity"] != "detail"]
        told = {" ".join([finding["code"], finding.get("place", "")]).strip() for finding in findings}
        told |= {f"{name} withheld" for name, entry in self.numbers.items() if entry is None}
        told |= {re.sub(r"[-+]?[0-9][0-9.,]*", "#", line) for line in self.errors.splitlines() if line}
        return told

    @property
    def numbers(self) -> dict[str, float | None]:
        """CVAI in points and lengths in mm by name, of a comparison their changes; None where one is withheld."""
        parts = [("measures", "value"), ("changes", "change")]
        return {
            name: entry.get(key)
            for part, key in parts
            for name, entry in self.result.get(part, {}).items()
            if entry.get("unit") == "mm" or name == "cvai"
        }


def run(command: list[object], seconds: float = SECONDS) -> Outcome:
    """Runs a program; it hangs where it takes more seconds of processor time than it may."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        process = subprocess.Popen(
            [str(word) for word in command], stdin=subprocess.DEVNULL, stdout=out, stderr=err, preexec_fn=lambda: limit(seconds))
        hung = threading.Event()
        timer = threading.Timer(seconds * LOAD, lambda: (hung.set(), os.kill(process.pid, signal.SIGKILL)))
        timer.start()
        _, status, usage = os.wait4(process.pid, 0)
        timer.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        err.seek(0)
        try:
            result = json.loads(out.read() or b"{}")
        except ValueError:
            result = {}
        taken = usage.ru_utime + usage.ru_stime
        return Outcome(
            process.returncode, result, err.read().decode(errors="replace"), hung.is_set() or taken > seconds,
            usage.ru_maxrss * 1024, taken)


def limit(seconds: float) -> None:
    """Ends a process that computes for longer than it may."""
    resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 1))


LOAD = 20
"""Wall time is given this much more room than processor time: other runs share the machine."""


def differences(sound: Outcome, damaged: Outcome) -> dict[str, float]:
    """The numbers that are off by more than may pass, by how much."""
    off = {}
    for name, value in damaged.numbers.items():
        true = sound.numbers.get(name)
        if value is None or true is None:
            continue
        limit = CVAI_POINTS if name == "cvai" else LENGTH_MM
        if abs(value - true) > limit:
            off[name] = value - true
    return off


def verdict(sound: Outcome, damaged: Outcome) -> str:
    """`silently wrong`, or how it ended: `unchanged`, `reported`, `refused`, `trap`, `hang`, `memory`, `failure`."""
    if damaged.kind != "result":
        return damaged.kind
    reported = bool(damaged.remarks - sound.remarks)
    if differences(sound, damaged) and not reported:
        return "silently wrong"
    return "reported" if reported else "unchanged"
