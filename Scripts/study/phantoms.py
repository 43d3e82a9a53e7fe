"""A dataset of simulated scans in the manner of BIDS: several heads, each scanned several times, and some that must fail.

    python3 Scripts/study/phantoms.py PROGRAM FOLDER [--heads 8] [--repeats 3] [--frames 24] [--faults]

The heads differ in size and flattening, the repeats of a head in all that is random: noise, motion, clicks. `--faults`
puts in place of the last repeats: a truncated recording, one without markers, a fifo, and a twin. Standard library only.
"""

import argparse
import os
import random
import shutil
import subprocess
from pathlib import Path


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--heads", type=int, default=8)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--frames", type=int, default=24)
    parser.add_argument("--faults", action="store_true")
    options = parser.parse_args()
    options.folder.mkdir(parents=True)
    rows = ["participant_id\tage_months\tsex"]
    for head in range(1, options.heads + 1):
        drawn = random.Random(head)
        shape = ["--width-mm", f"{drawn.uniform(108, 124):.1f}", "--length-mm", f"{drawn.uniform(130, 150):.1f}",
                 "--flat-mm", f"{drawn.uniform(0, 12):.1f}", "--flat-side", drawn.choice(["left", "right"])]
        for repeat in range(1, options.repeats + 1):
            scan = options.folder / f"sub-{head:02}" / "ses-1" / f"scan-{repeat}"
            scan.parent.mkdir(parents=True, exist_ok=True)
            subprocess.run(
                [options.program, "phantom", scan, "--quiet", "--frames", str(options.frames), "--color-size", "320x240",
                 "--truth-subdivisions", "4", "--seed", str(100 * head + repeat), *shape],
                check=True, stdout=subprocess.DEVNULL)
        rows.append(f"sub-{head:02}\t{drawn.uniform(3, 12):.1f}\t{drawn.choice('MF')}")
    (options.folder / "participants.tsv").write_text("\n".join(rows) + "\n")
    if options.faults:
        spoil(options.folder, options.repeats)


def spoil(folder: Path, last: int) -> None:
    """What must fail, each in its own way."""
    def scan(head: int) -> Path:
        return folder / f"sub-{head:02}" / "ses-1" / f"scan-{last}"

    image = sorted((scan(1) / "depth").iterdir())[3]
    image.write_bytes(image.read_bytes()[:500])
    (scan(2) / "cap.yaml").write_text("dictionary: DICT_7X7_50\nmarker_size_mm: 16\nthickness_mm: 1\n")
    (scan(3) / "rgb.txt").unlink()
    os.mkfifo(scan(3) / "rgb.txt")
    shutil.rmtree(scan(4))
    shutil.copytree(folder / "sub-04" / "ses-1" / "scan-1", scan(4))


if __name__ == "__main__":
    main()
