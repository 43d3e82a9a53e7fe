#!/usr/bin/env python3
"""Runs every verb that writes while something fails, and checks what is left: Docs/evaluation/robustness.md.

    PYTHONPATH=Scripts python3 -m robustness.faults PROGRAM [--runs 500] [--only KIND …] [--seed 1] [--page PAGE]

A run is killed at a random moment, or has a full disk, a read-only folder, a fault of input or output (shim.c), a stepped clock, little
memory, few handles, or an input that changes while it is read. Afterwards every output is as it was before or as an undisturbed run
makes it, the exit code is right, no process is left, and the next run leaves nothing unfinished. Then hostile files (hostile.py): each
ends within 10 s of processor time and 2 GB, with one line. Needs root or user namespaces (for file systems of its own) and clang.
"""

import argparse
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from evaluation import page

from . import hostile
from .verbs import VERBS, Verb, names, prepare, snapshot, torn

SIGNALS = {"SIGKILL": signal.SIGKILL, "SIGTERM": signal.SIGTERM, "SIGINT": signal.SIGINT, "SIGHUP": signal.SIGHUP}
SHIM = ["read-eio", "read-short", "write-eio", "write-enospc", "write-edquot", "write-short", "clock-back", "clock-ahead"]
KINDS = [*SIGNALS, "full disk", "read-only", "file size", *SHIM, "changed input", "memory", "handles"]
GOOD = ["not reached", "done", "reported", "refused", "ended"]
BAD = ["torn", "litter", "left running", "crash", "hang", "wrong code", "silent"]
HEADER = ["fault", "runs", *GOOD, *BAD]
CRASHES = {signal.SIGSEGV, signal.SIGBUS, signal.SIGILL, signal.SIGABRT, signal.SIGTRAP, signal.SIGFPE}
REFUSALS = range(64, 79)
NOTE = re.compile(r"(?:note|warning)(?:: |  )|\d+ of \d+: \S+ (?:failed|withheld) \(|.{1,80} failed +[a-z_]+\.[a-z_]+ ")
"""How a line begins that says what could not be read or measured: of all verbs, of `info`, of `batch`, of a study of movements."""
PATIENCE, PROCESSOR = 600, 60
"""Seconds, and seconds of processor time, after which a run hangs: others share the machine."""


@dataclass
class Ending:
    code: int
    said: str
    hung: bool
    orphans: bool
    reached: bool = True
    """Whether the fault came before its end, as far as that is known."""


@dataclass
class Bench:
    """The program, the inputs, and of each verb undisturbed: its outputs, seconds, exit code and notes."""

    program: Path
    inputs: Path
    work: Path
    shim: Path
    sound: dict[str, tuple[dict, float, int, set[str]]]

    def place(self, verb: Verb, outputs: Path, former: bool) -> dict[str, str]:
        """Fills a folder of outputs as it is before a run; with a former result each of its files has a byte more than the new one."""
        for name in verb.before:
            shutil.copytree(self.inputs / name, outputs / name)
        if former:
            subprocess.run(verb.call(self.program, self.inputs, outputs, False), capture_output=True, check=False)
            for path in outputs.rglob("*"):
                if path.is_file() and path.suffix not in (".sqlite", ".mp4"):
                    with path.open("ab") as file:
                        file.write(b"\n")
        return snapshot(outputs)[0]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path)
    parser.add_argument("--runs", type=int, default=500, help="kills; a fifth as many of each other kind")
    parser.add_argument("--only", nargs="+", default=KINDS, choices=KINDS, metavar="KIND")
    parser.add_argument("--verbs", nargs="+", default=[], help="verbs that are tried; all without it")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--no-hostile", action="store_true", help="leave hostile files out")
    parser.add_argument("--page", type=Path, help="the page whose tables are renewed")
    options = parser.parse_args()
    if os.environ.get("FAULTS_APART") is None:
        # File systems of its own, which nobody else sees and which vanish with the process.
        root = [] if os.geteuid() == 0 else ["--user", "--map-root-user"]
        os.execvpe("unshare", ["unshare", *root, "--mount", "--propagation", "private", sys.executable, "-m", "robustness.faults",
                               *sys.argv[1:]], os.environ | {"FAULTS_APART": "1"})
    print(f"seed {options.seed}", flush=True)
    # Programs that crash on purpose leave no core.
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with tempfile.TemporaryDirectory() as name:
        verbs = [verb for verb in VERBS if not options.verbs or verb.name in options.verbs]
        bench = made(options.program.resolve(), Path(name), verbs)
        rows, bad = [], 0
        for kind in options.only:
            runs = options.runs // 4 if kind in SIGNALS else options.runs // 5
            counts = Counter()
            for number in range(runs):
                draw = random.Random(f"{options.seed} {kind} {number}")
                verb = verbs[number % len(verbs)]
                verdict, detail = trial(bench, verb, kind, draw)
                counts[verdict] += 1
                if verdict in BAD:
                    bad += 1
                    print(f"{verdict}: {kind}, {verb.name}, run {number}: {detail}", flush=True)
            print(kind, dict(counts), flush=True)
            rows.append([kind, str(counts.total()), *(str(counts[column]) for column in HEADER[2:])])
        if options.page:
            rows = page.renewed(options.page, "faults", HEADER, rows, KINDS)
        blocks = {"faults": page.table(HEADER, rows)}
        if not options.no_hostile:
            table, wrong = hostile.campaign(bench.program, bench.inputs)
            blocks["hostile"] = table
            bad += wrong
    print("\n\n".join(blocks.values()))
    if options.page:
        page.replace_blocks(options.page, blocks)
    return int(bad > 0)


def made(program: Path, folder: Path, verbs: list[Verb]) -> Bench:
    inputs, work, shim = folder / "inputs", folder / "work", folder / "shim.so"
    for place in (inputs, work):
        place.mkdir()
    subprocess.run(["clang", "-shared", "-fPIC", "-O2", "-o", shim, Path(__file__).with_name("shim.c")], check=True)
    prepare(program, inputs)
    bench = Bench(program, inputs, work, shim, {})
    for verb in verbs:
        outputs = work / "sound"
        outputs.mkdir()
        bench.place(verb, outputs, False)
        begun = time.monotonic()
        done = run(verb.call(program, inputs, outputs, False), PATIENCE)
        if done.code not in (0, 2):
            sys.exit(f"{verb.name}: exit {done.code} without a fault: {done.said}")
        bench.sound[verb.name] = (snapshot(outputs)[0], time.monotonic() - begun, done.code, notes(done.said))
        shutil.rmtree(outputs)
    return bench


def trial(bench: Bench, verb: Verb, kind: str, draw: random.Random) -> tuple[str, str]:
    """One run with a fault and, after it, one without."""
    outputs = bench.work / "outputs"
    outputs.mkdir()
    own_disk = kind in ("full disk", "read-only")
    try:
        if own_disk:
            subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64m", "tmpfs", outputs], check=True)
        former = verb.force and not verb.before and draw.random() < 0.5
        before = bench.place(verb, outputs, former)
        sound, seconds, code, usual = bench.sound[verb.name]
        ending = disturbed(bench, verb, kind, draw, outputs, former, seconds)
        after, litter = snapshot(outputs)
        new = notes(ending.said) - usual
        verdict, detail = judged(ending, kind, code, new)
        if verb.grows:
            verdict, detail = grown(bench, outputs, ending, kind, verdict, detail)
        # A recording grows, and what changes while it is read may be read either way: whole, but other than usual.
        may_differ = verb.grows or kind == "changed input" and ending.code in (0, 2)
        if verdict == "done" and after != sound and new:
            verdict = "reported"
        # What is reported has other contents than usual, but the same files.
        part = names if verdict == "reported" else dict
        if not may_differ and (wrong := torn(part(before), part(after), part(sound))):
            return "torn", f"{wrong}, exit {ending.code}, {ending.said[-200:]!r}"
        if verdict == "done" and not may_differ and after != sound:
            return "silent", f"exit {ending.code} with other files: {sorted(set(after) ^ set(sound))[:5]}"
        if ending.orphans:
            return "left running", detail
        if verdict in BAD:
            return verdict, detail
        # Nothing can be taken back on a read-only disk, and by a run that is killed or has no memory left.
        is_cut = ending.code == -signal.SIGKILL or kind == "memory" and "out of memory" in ending.said
        if litter and not is_cut and kind != "read-only":
            return "litter", f"{litter[:3]}, exit {ending.code}"
        if own_disk:
            subprocess.run(["mount", "-o", "remount,rw,size=64m", outputs], check=True)
        again = run([*verb.call(bench.program, bench.inputs, outputs, True), *verb.again], PATIENCE)
        last, litter = snapshot(outputs)
        if litter or not repeats(verb, again, code) or (not may_differ and last != sound):
            return "litter", f"after the next run (exit {again.code}): {litter[:3]} {again.said[-200:]!r}"
        return "not reached" if verdict == "done" and not ending.reached else verdict, detail
    finally:
        if own_disk:
            subprocess.run(["umount", outputs], check=False)
        shutil.rmtree(outputs, ignore_errors=True)


def grown(bench: Bench, outputs: Path, ending: Ending, kind: str, verdict: str, detail: str) -> tuple[str, str]:
    """A recording that was taken until the fault came is read, or there is none; Ctrl-C and its like end it."""
    if verdict == "wrong code" and kind in SIGNALS and ending.code in (66, 0):
        verdict = "ended"
    for recording in outputs.glob("*"):
        read = run([str(bench.program), "info", str(recording), "--cap", str(bench.inputs / "rec/cap.yaml")], PATIENCE)
        frames = (recording / "frames.jsonl").read_text().count("\n") - 1 if (recording / "frames.jsonl").exists() else 0
        if frames > 0 and read.code != 0:
            return "torn", f"{frames} frames, info: exit {read.code}, {read.said[-200:]!r}"
    return verdict, detail


def repeats(verb: Verb, again: Ending, code: int) -> bool:
    """Whether the next run ends as it should; some verbs refuse to do what is done."""
    return again.code == code or (not verb.force or bool(verb.before)) and again.code in REFUSALS


def disturbed(
    bench: Bench, verb: Verb, kind: str, draw: random.Random, outputs: Path, former: bool, seconds: float,
) -> Ending:
    """Runs a verb with a fault."""
    words = verb.call(bench.program, bench.inputs, outputs, former)
    if kind in SIGNALS:
        return run(words, PATIENCE, after=draw.uniform(0, 1.05 * seconds), send=SIGNALS[kind])
    if kind == "full disk":
        used = sum(path.stat().st_size for path in outputs.rglob("*") if path.is_file())
        # From what is there to that three times over, and 1 MiB.
        room = int(used + draw.random() ** 2 * (2 * used + (1 << 20))) // 4096 * 4096 + 4096
        subprocess.run(["mount", "-o", f"remount,size={room}", outputs], check=True)
        return run(words, PATIENCE)
    if kind == "read-only":
        subprocess.run(["mount", "-o", "remount,ro", outputs], check=True)
        return run(words, PATIENCE)
    if kind == "file size":
        return run(words, PATIENCE, limits={resource.RLIMIT_FSIZE: int(10 ** draw.uniform(3, 6))})
    if kind in SHIM:
        folder = "/" if kind.startswith("clock") else bench.inputs if kind.startswith("read") else outputs
        at = int(10 ** draw.uniform(0, 2)) - 1
        mark = bench.work / "reached"
        mark.unlink(missing_ok=True)
        ending = run(words, PATIENCE, environment={
            "LD_PRELOAD": str(bench.shim), "FAULT": f"{kind}:{at}:{folder}", "FAULT_REACHED": str(mark)})
        return replace(ending, reached=mark.exists())
    if kind == "memory":
        return run(words, PATIENCE, limits={resource.RLIMIT_AS: draw.randrange(120, 700) << 20})
    if kind == "handles":
        return run(words, PATIENCE, limits={resource.RLIMIT_NOFILE: draw.randrange(4, 64)})
    # Every verb has inputs of its own here.
    own = bench.work / "own"
    shutil.copytree(bench.inputs, own, dirs_exist_ok=True)
    words = verb.call(bench.program, own, outputs, former)
    try:
        files = sorted(path for path in own.rglob("*") if path.is_file() and any(
            word.startswith(str(own)) and str(path).startswith(word) for word in words))
        change = changed(draw.choice(files), draw) if files else None
        return run(words, PATIENCE, after=draw.uniform(0, seconds), then=change)
    finally:
        shutil.rmtree(own)


def changed(path: Path, draw: random.Random) -> Callable[[], None]:
    """What happens to a file: it vanishes, loses its second half, is emptied, grows, or becomes another."""
    other = path.with_name("other")
    other.write_bytes(b"x" * 1000)
    return draw.choice([
        path.unlink, lambda: os.truncate(path, path.stat().st_size // 2), lambda: os.truncate(path, 0),
        lambda: path.open("ab").write(b"\0" * 5000), lambda: other.replace(path)])


def notes(said: str) -> set[str]:
    return {line for line in said.splitlines() if NOTE.match(line)}


def judged(ending: Ending, kind: str, code: int, new: set[str]) -> tuple[str, str]:
    """How a run ended: as asked, with a note of what is not, refused with a line, by its signal, or badly."""
    detail = f"exit {ending.code}, {ending.said[-300:]!r}"
    if ending.hung:
        return "hang", detail
    if kind in SIGNALS and ending.code in (-SIGNALS[kind], 128 + SIGNALS[kind]):
        return "ended", detail
    if -ending.code in CRASHES or ending.code in {128 + each for each in CRASHES}:
        return "crash", detail
    if ending.code == code:
        return "done", detail
    lines = [line for line in ending.said.splitlines() if line.startswith("error: ")]
    if ending.code in REFUSALS and len(lines) == 1 and kind not in SIGNALS:
        return "refused", detail
    if ending.code == 2 and new and kind not in SIGNALS:
        return "reported", detail
    if kind in ("memory", "handles") and ending.code in (1, 127) and ending.said:
        return "refused", detail
    return "wrong code", detail


def run(
    words: list[str], patience: float, after: float | None = None, send: int | None = None,
    then: Callable[[], None] | None = None, limits: dict[int, int] | None = None, environment: dict[str, str] | None = None,
) -> Ending:
    """Runs a program in a session of its own; after some time it is sent a signal, or something else happens."""

    def prepared() -> None:
        # A shell lets what runs behind it ignore some of them, which programs inherit.
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_CPU, (PROCESSOR, PROCESSOR))
        for limit, value in (limits or {}).items():
            resource.setrlimit(limit, (value, value))

    running = subprocess.Popen(
        words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True,
        preexec_fn=prepared, env=os.environ | {"LC_ALL": "C.UTF-8"} | (environment or {}))
    said: list[bytes] = []
    reader = threading.Thread(target=lambda: said.append(running.stdout.read()), daemon=True)
    reader.start()
    reached, hung = True, False
    if after is not None:
        time.sleep(after)
        reached = running.poll() is None and (send or then) is not None
        if send is not None:
            running.send_signal(send)
        if then is not None:
            then()
    try:
        running.wait(patience)
    except subprocess.TimeoutExpired:
        hung = True
    orphans = remaining(running.pid, 2.0 if not hung else 0)
    if hung:
        running.kill()
        running.wait()
    reader.join(5)
    hung = hung or -running.returncode in (signal.SIGXCPU,)
    return Ending(running.returncode, b"".join(said).decode(errors="replace"), hung, orphans, reached)


def remaining(session: int, patience: float) -> bool:
    """Whether a process of a session outlives it by some seconds; those that do are ended."""
    end = time.monotonic() + patience
    while True:
        alive = []
        for place in Path("/proc").glob("[0-9]*"):
            try:
                fields = re.sub(r"\(.*\)", "x", (place / "stat").read_text(), flags=re.S).split()
            except OSError:
                continue
            if int(fields[5]) == session and fields[2] != "Z":
                alive.append(int(place.name))
        if not alive:
            return False
        if time.monotonic() > end:
            for process in alive:
                if process != session:
                    os.kill(process, signal.SIGKILL)
            return alive != [session]
        time.sleep(0.05)


if __name__ == "__main__":
    sys.exit(main())
