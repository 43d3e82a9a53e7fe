"""Whole processes: wall time, processor time and peak memory by the operating system's accounting."""

import os
import subprocess
import tempfile
import time
from dataclasses import dataclass


@dataclass(frozen=True)
class Usage:
    """A finished process: its output, seconds of wall and of processor time (user + system), peak memory in MB."""

    output: str
    wall_s: float
    cpu_s: float
    peak_mb: float

    def figures(self, frames: int) -> dict[str, float]:
        """What a run over so many frames cost."""
        return {
            "frames_per_s": frames / self.wall_s, "wall_s": self.wall_s, "cpu_s": self.cpu_s,
            "cpu_ms_per_frame": self.cpu_s / frames * 1000, "peak_mb": self.peak_mb}


def measured(*command: object, accepted: tuple[int, ...] = (0,)) -> Usage:
    """Runs a command; another exit code than the accepted ones is an error that carries what the command said."""
    words = [str(word) for word in command]
    with tempfile.TemporaryFile("w+") as output, tempfile.TemporaryFile("w+") as errors:
        start = time.perf_counter()
        child = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=output, stderr=errors)
        _, status, usage = os.wait4(child.pid, 0)
        wall = time.perf_counter() - start
        child.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        errors.seek(0)
        if child.returncode not in accepted:
            raise RuntimeError(f"{words[0]}: exit code {child.returncode}: {errors.read()[-500:]}")
        return Usage(output.read(), wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1000 * 1.024)
