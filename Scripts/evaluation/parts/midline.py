"""How far operators bend the midline, by the default protocol and by the symmetry of the face."""

import itertools
import json
import sys
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from .. import measures, ply, protocol
from ..distance import Surface
from .heads import number
from ..page import table, tick
from ..phantoms import Phantoms
from ..program import Program, spread
from ..truth import MEASURED_LANDMARKS, Recording

OPERATORS = 100
BIAS_MM = 1.5
"""What an operator is wrong by sideways, at each landmark: a standard deviation."""
SPREAD_MM = 1.0
"""What a click scatters by along the surface in either direction: a standard deviation."""
AIM = 0.15

PROTOCOLS = ("calvaria-default", "face-symmetry")
ASYMMETRIES_MM = (0.0, 0.5)
"""The face's own asymmetry beside that of the head's shape, root mean square."""

VARIANTS = {
    "as it is": {}, "mirror image, no slant": {"slant": 1e-6}, "down to 0.75": {"below": 0.75}, "down to 0.3": {"below": 0.3},
    "from the ears forward": {"behind": 0.0}, "from 0.6 behind the ears": {"behind": 0.6},
    "without the ears, from 0.2 before them": {"behind": -0.2, "least_area_m2": 0},
    "face alone, from 0.55 before the ears": {"behind": -0.55, "least_area_m2": 0},
    "face alone, no slant": {"behind": -0.55, "least_area_m2": 0, "slant": 1e-6},
}
"""Other regions, in distances of the sellion from the ears, and the reflection without a slant."""

SHAPES = 10
FRAMES = ("--frames", "3", "--truth-subdivisions", "5")
"""Edges of 2.6 mm, as coarse as a mesh of a scan may be; 4000 measurements take minutes and not an hour."""


@dataclass(frozen=True)
class Head:
    """A surface with landmarks, mm; the truth of a recording where it is one."""

    name: str
    mesh: ply.Mesh
    landmarks: dict[str, np.ndarray]
    cap_mm: float = 0


@dataclass
class Row:
    """Of each protocol the CVAI with the head's own landmarks, those of the operators, and what else the program says."""

    name: str
    nominal: dict[str, float | None]
    operators: dict[str, list[float]]
    midline: dict | None
    tried: int

    @property
    def refused(self) -> int:
        """Operators with whom the midline by symmetry gives no CVAI."""
        return self.tried - len(self.operators[PROTOCOLS[1]])

    def deviation(self, name: str) -> float | None:
        values = self.operators[name]
        return float(np.std(values, ddof=1)) if len(values) > 1 else None


def shape(index: int) -> list[object]:
    """The options of a head, from symmetric to severe, either side, each with a face of its own."""
    severity = index / (SHAPES - 1)
    return [
        "--width-mm", 110 + 2 * index, "--length-mm", 150 - index, "--flat-mm", round(14 * severity, 1), "--boss-mm",
        round(6 * severity, 1), "--shear", round(0.06 * severity, 4), "--flat-side", ("left", "right")[index % 2],
        "--face-seed", 700 + index, "--seed", 700 + index, "--cap-mm", 0,
    ]


def simulated(phantoms: Phantoms, asymmetry: float) -> list[Head]:
    def head(index: int) -> Head:
        recording = phantoms.get(f"midline-{index}", *shape(index), *FRAMES)
        head = Head(f"phantom {index + 1}", recording.surface.mesh, recording.landmarks)
        return replace(head, mesh=asymmetric(head, asymmetry, seed=index)) if asymmetry else head

    return spread(head, range(SHAPES))


def asymmetric(head: Head, amplitude: float, seed: int) -> ply.Mesh:
    """The surface moved along its normals by a smooth random field (25 mm), the nose by twice as much to a side, each ear by
    three times as much outwards."""
    random, vertices = np.random.default_rng(seed), head.mesh.vertices
    waves, phases = random.normal(size=(200, 3)) / 25, random.uniform(0, 2 * np.pi, 200)
    field = sum(np.cos(vertices @ wave + phase) for wave, phase in zip(waves, phases, strict=True)) * amplitude * (2 / 200) ** 0.5
    moved = vertices + normals(head.mesh) * field[:, None]
    bump = lambda centre, widths: np.exp(-0.5 * (((vertices - centre) / widths) ** 2).sum(1))
    moved[:, 0] += 2 * amplitude * random.normal() * bump(head.landmarks["nose_tip"], np.array([12, 14, 14]))
    for side, name in ((-1, "tragion_left"), (1, "tragion_right")):
        ear = head.landmarks[name] + np.array([0, -13, -5])
        moved[:, 0] += side * 3 * amplitude * random.normal() * bump(ear, np.array([25, 9, 14]))
    return replace(head.mesh, vertices=moved)


def normals(mesh: ply.Mesh) -> np.ndarray:
    corners = mesh.vertices[mesh.triangles]
    faces = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    total = np.zeros_like(mesh.vertices)
    for k in range(3):
        np.add.at(total, mesh.triangles[:, k], faces)
    return total / np.maximum(np.linalg.norm(total, axis=1), 1e-12)[:, None]


def operators(head: Head, count: int, seed: int) -> Iterable[dict[str, np.ndarray]]:
    """The head's landmarks as operators with a bias of their own pick them on the surface."""
    random, surface = np.random.default_rng(seed), Surface(head.mesh)
    up, vertex_normals = protocol.axes(head.landmarks)[2], normals(head.mesh)
    for _ in range(count):
        picked = {}
        for name in MEASURED_LANDMARKS:
            at = head.landmarks[name]
            nearest = np.argmin(np.linalg.norm(head.mesh.vertices - at, axis=1))
            normal = vertex_normals[nearest]
            sideways = np.cross(up, normal)
            sideways /= np.linalg.norm(sideways)
            along = np.cross(normal, sideways)
            step = sideways * random.normal(0, np.hypot(BIAS_MM, SPREAD_MM)) + along * random.normal(0, SPREAD_MM)
            picked[name] = surface.closest((at + step)[None])[0][0]
        yield picked


class Bench:
    """Meshes in a folder of their own, measured again and again."""

    def __init__(self, calvaria: Program, folder: Path):
        self.calvaria, self.folder, self.numbers = calvaria, folder, itertools.count()

    def write(self, head: Head) -> Path:
        file = self.folder / f"{next(self.numbers)}.ply"
        ply.write(file, head.mesh)
        return file

    def measured(self, mesh: Path, landmarks: dict[str, np.ndarray], name: str, cap_mm: float = 0, **symmetry: float) -> dict:
        """The program's result; empty where it has none."""
        points = {"landmarks": {key: {"point_mm": list(map(float, landmarks[key]))} for key in MEASURED_LANDMARKS}}
        options = {"analysis": {"intervals": {"draws": 2}, "symmetry": symmetry}}
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file, tempfile.NamedTemporaryFile("w", suffix=".json") as chosen:
            json.dump(points, file)
            json.dump(options, chosen)
            file.flush()
            chosen.flush()
            done = self.calvaria.run(
                "measure", mesh, "--landmarks", Path(file.name), "--units", "mm", "--protocol", name,
                "--cap-thickness-mm", cap_mm, "--json", "--options", Path(chosen.name))
        return done.json if done.exit_code in (0, 2) else {}


def cvai(result: dict) -> float | None:
    return measures.value(result.get("measures", {}), "cvai")


def row(bench: Bench, head: Head, count: int) -> Row:
    print(f"midline: {head.name}", file=sys.stderr)
    mesh = bench.write(head)
    nominal = {name: bench.measured(mesh, head.landmarks, name, head.cap_mm) for name in PROTOCOLS}
    picks = list(operators(head, count, seed=len(head.name) + head.mesh.vertices.shape[0]))
    values = {}
    for name in PROTOCOLS:
        found = [cvai(bench.measured(mesh, pick, name, head.cap_mm)) for pick in picks]
        values[name] = [value for value in found if value is not None]
    return Row(head.name, {name: cvai(result) for name, result in nominal.items()}, values, nominal[PROTOCOLS[1]].get("midline"), count)


def rows(calvaria: Program, heads: list[Head], count: int = OPERATORS) -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(calvaria, Path(folder))
        return spread(lambda head: row(bench, head, count), heads)


def page(found: list[Row]) -> str:
    header = [
        "Surface", "CVAI, default", "SD over operators", "CVAI, face-symmetry", f"SD over operators (≤ {AIM})",
        "operators refused", "angle from the sellion axis", "stated SD of the angle"]
    lines = []
    for each in found:
        default, face = (each.deviation(name) for name in PROTOCOLS)
        midline = each.midline or {}
        lines.append([
            each.name, number(each.nominal[PROTOCOLS[0]], 2), number(default, 2), number(each.nominal[PROTOCOLS[1]], 2),
            number(face, 3) + (tick(face <= AIM) if face is not None else ""), f"{each.refused} of {each.tried}",
            number(midline.get("angle_from_landmarks_degrees"), 2, sign=True), number(midline.get("angle_sd_degrees"), 2)])
    return table(header, lines)


def errors(calvaria: Program, recordings: list[Recording]) -> str:
    """Each protocol end to end: reconstructed with the operator's clicks, against the true surface with the true landmarks."""
    header = ["Recording", *(f"{name}: {what}" for name in PROTOCOLS for what in ("true CVAI", "error", "95 % interval holds it"))]
    def line(recording: Recording) -> list[str]:
        cells = [recording.name]
        for name in PROTOCOLS:
            true = cvai(bench.measured(recording.folder / "truth_surface.ply", recording.landmarks, name, recording.cap_mm))
            done = calvaria.reconstruct(recording.folder, bench.folder / f"{recording.name}-{name}", "--protocol", name)
            result = done.json if done.exit_code in (0, 2) else {}
            value, interval = cvai(result), measures.interval(result.get("measures", {}), "cvai")
            if value is None or true is None:
                codes = {finding["code"] for finding in result.get("findings", [])}
                cells += [number(true, 2), "withheld: " + ", ".join(f"`{c}`" for c in sorted(codes) if c.startswith(("frame.symmetry", "landmarks"))), "–"]
            else:
                cells += [number(true, 2), number(value - true, 2, sign=True), tick(interval[0] <= true <= interval[1]).strip()]
        return cells

    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(calvaria, Path(folder))
        return table(header, spread(line, recordings))


def variants(calvaria: Program, phantoms: Phantoms) -> str:
    """The angle of the midline against the plane about which the simulated head was symmetric before it was deformed."""
    header = ["Variant"] + [
        f"{what}, asymmetry {amplitude} mm" for amplitude in ASYMMETRIES_MM for what in ("error RMS, °", "over its SD, RMS", "given")]
    lines = {name: [name] for name in VARIANTS}
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(calvaria, Path(folder))
        for amplitude in ASYMMETRIES_MM:
            heads = [(head, bench.write(head)) for head in simulated(phantoms, amplitude)]
            for name, changes in VARIANTS.items():
                measured = lambda head, mesh, changes=changes: angle_error(
                    head, bench.measured(mesh, head.landmarks, PROTOCOLS[1], **changes))
                found = spread(lambda pair, measured=measured: measured(*pair), heads)
                known = [each for each in found if each]
                rms = lambda values: float(np.sqrt(np.mean(np.square(values)))) if values else None
                lines[name] += [
                    number(rms([error for error, _ in known]), 2), number(rms([error / sd for error, sd in known]), 2),
                    f"{len(known)} of {len(found)}"]
    return table(header, list(lines.values()))


def angle_error(head: Head, result: dict) -> tuple[float, float] | None:
    """The angle about the upright axis between the midline and X = 0, and its stated deviation; degrees."""
    midline = result.get("midline")
    if not midline:
        return None
    up = protocol.axes(head.landmarks)[2]
    normal = np.array(midline["normal"])
    across = normal - up * (up @ normal)
    return float(np.degrees(np.arctan2(np.cross([1, 0, 0], across) @ up, across[0]))), midline["angle_sd_degrees"]


PARTIAL: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "the whole head": lambda p: np.zeros(len(p), bool),
    "the left half of the face missing": lambda p: (p[:, 0] < 0) & (p[:, 1] > 20),
    "the left side missing from 30 mm outwards": lambda p: p[:, 0] < -30,
    "no face": lambda p: (p[:, 1] > 35) & (p[:, 2] < 10),
    "no ears": lambda p: (np.abs(p[:, 0]) > 45) & (p[:, 1] < 20) & (p[:, 2] < 10),
    "nothing below the nose": lambda p: (p[:, 1] > 20) & (p[:, 2] < -38),
}
"""What is cut from a head, in its head frame in mm."""


def partial(calvaria: Program, phantoms: Phantoms) -> str:
    def result(head: Head, cut: Callable[[np.ndarray], np.ndarray]) -> dict:
        place = (head.mesh.vertices - protocol.origin(head.landmarks)) @ protocol.axes(head.landmarks).T
        keep = ~cut(place[head.mesh.triangles].mean(1))
        mesh = bench.write(replace(head, mesh=replace(head.mesh, triangles=head.mesh.triangles[keep])))
        return bench.measured(mesh, head.landmarks, PROTOCOLS[1])

    lines = []
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(calvaria, Path(folder))
        heads = simulated(phantoms, ASYMMETRIES_MM[1])
        for what, cut in PARTIAL.items():
            results = spread(lambda head, cut=cut: result(head, cut), heads)
            given = sum(bool(each.get("midline")) for each in results)
            codes = {finding["code"] for each in results for finding in each.get("findings", []) if finding["code"].startswith("frame.symmetry")}
            lines.append([what, f"{given} of {len(heads)}", ", ".join(f"`{code}`" for code in sorted(codes)) or "–"])
    return table(["Scan", "midline given", "else withheld with"], lines)


def heads(calvaria: Program, phantoms: Phantoms, found: list[Recording]) -> list[Head]:
    """True surfaces, reconstructed ones with the operator's clicks, and simulated heads with faces that are asymmetric."""
    whole = [recording for recording in found if recording.name in ("practice_a", "practice_b", "hard_a", "hard_b")]
    true = [Head(f"{each.name}, true surface", each.surface.mesh, each.landmarks, each.cap_mm) for each in whole]
    return true + spread(lambda each: reconstructed(calvaria, each), whole) + simulated(phantoms, ASYMMETRIES_MM[1])


def reconstructed(calvaria: Program, recording: Recording) -> Head:
    with tempfile.TemporaryDirectory() as folder:
        result = calvaria.reconstruct(recording.folder, Path(folder, "out")).json
        mesh = ply.read(Path(folder, "out", "mesh.ply"))
    places = {name: np.array(result["landmarks"][name]["mm"]) for name in MEASURED_LANDMARKS}
    return Head(f"{recording.name}, reconstructed", mesh, places, recording.cap_mm)
