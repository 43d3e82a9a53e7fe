"""Executes Docs/examples/study/study.ipynb on the study of a made-up cohort.

    python3 Scripts/study/notebook.py PROGRAM JUPYTER FOLDER

Exit code 1 where the notebook was committed with outputs, a cell fails, a figure is missing, or a number differs from that of
`calvaria study report` by more than 1e-6. The figures are left in the folder. Standard library only.
"""

import ast
import base64
import json
import os
import subprocess
import sys
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parent
EXAMPLE = SCRIPTS.parent.parent / "Docs" / "examples" / "study"
FIGURES = 4


def main() -> int:
    program, jupyter, folder = (Path(word).absolute() for word in sys.argv[1:])
    faults = [f"cell {cell['id']} has outputs" for cell in cells(EXAMPLE / "study.ipynb") if cell.get("outputs")]
    study = made(program, folder)
    call(jupyter, "nbconvert", "--to", "notebook", "--execute", "--output-dir", folder, EXAMPLE / "study.ipynb",
         environment={"STUDY": str(study)})
    outputs = [output for cell in cells(folder / "study.ipynb") for output in cell.get("outputs", [])]
    pictures = [output["data"]["image/png"] for output in outputs if "image/png" in output.get("data", {})]
    for number, picture in enumerate(pictures, 1):
        (folder / f"figure-{number}.png").write_bytes(base64.b64decode(picture))
    if len(pictures) != FIGURES:
        faults.append(f"{len(pictures)} figures, expected {FIGURES}")
    faults += differences(ast.literal_eval("".join(outputs[-1]["data"]["text/plain"])), summary(program, study))
    print("\n".join(faults) or f"{len(pictures)} figures in {folder}; every number is that of study report")
    return 1 if faults else 0


def made(program: Path, folder: Path) -> Path:
    """The study of the cohort, with a second protocol; a batch of before is passed over."""
    if not (folder / "dataset").exists():
        call(sys.executable, SCRIPTS / "cohort.py", folder / "dataset")
    study = folder / "study"
    call(program, "batch", folder / "dataset", "--output", study, "--voxel-mm", "2", "--quiet", accepted=(0, 2))
    call(program, "study", "remeasure", study, "--protocol", "diagonals-at-40", "--quiet", accepted=(0, 2))
    return study


def summary(program: Path, study: Path) -> dict:
    return json.loads(call(program, "study", "report", study, "--json"))


def differences(found: dict, said: dict) -> list[str]:
    """What the notebook and the program compute in different ways from one store."""
    error, limits = said["repeatability"]["error"], said["agreements"][0]["limits"]
    expected = {
        "scans": said["scans"], "repeated_scans": said["repeatability"]["scans"], "pairs": said["agreements"][0]["pairs"],
        "within_sd": error["within_sd"]["value"], "within_low": error["within_sd"]["ci95"][0],
        "within_high": error["within_sd"]["ci95"][1],
        "smallest_detectable_change": error["smallest_detectable_change"]["value"],
        "bias": limits["bias"]["value"], "lower": limits["lower"]["value"], "upper": limits["upper"]["value"],
    }
    return [f"{key}: {found.get(key)}, expected {value}" for key, value in expected.items()
            if not abs(found.get(key, float("nan")) - value) <= 1e-6]


def cells(notebook: Path) -> list[dict]:
    return json.loads(notebook.read_text())["cells"]


def call(*words: object, accepted: tuple[int, ...] = (0,), environment: dict[str, str] | None = None) -> str:
    done = subprocess.run(
        [str(word) for word in words], stdout=subprocess.PIPE, text=True, check=False, env={**os.environ, **(environment or {})})
    if done.returncode not in accepted:
        raise SystemExit(f"{' '.join(map(str, words))}: exit code {done.returncode}")
    return done.stdout


if __name__ == "__main__":
    sys.exit(main())
