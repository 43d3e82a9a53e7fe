"""How well the research numbers repeat, and whether their intervals hold: Docs/evaluation/shape.md.

    python3 Scripts/study/shape.py PROGRAM [--folder .build/shape] [--repeats .build/repeatability] [--shared ../shared]

Four questions: what the numbers are on published mean heads (where `--shared` has them), how far the VNO angle of a tilted
ellipsoid lies from that of its tangents, how the numbers repeat on the scans of `make repeatability` (where it has run), and
whether their intervals hold on simulated heads whose surface and landmarks are off as the intervals assume. The truth comes from
formulas of this file: the same definitions, written independently. Needs Scripts/requirements-evaluation.txt.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import trimesh

SCRIPTS = Path(__file__).resolve().parent.parent
sys.path += [str(SCRIPTS)]
from evaluation import ply
from evaluation.page import replace_blocks, table
from evaluation.phantoms import Phantoms
from evaluation.program import Program

WIDTHS = ("front_width_5", "front_width_10", "front_width_20")
DIFFERENCES = {"front_radius_difference": 30, "back_radius_difference": 150}
"""The angle from the front at which the left and the right radius are taken."""
NUMBERS = ("vno_angle", *WIDTHS, *DIFFERENCES)
ASYMMETRY = ("acai", "pcai")
SHARES = (0.05, 0.1, 0.2)
ANGLES = tuple(range(-175, 181, 5))
TILT, REACH, DEPTH = 15.0, 0.2, 0.6
"""The definition's angle of the horizontal, and how far and deep the parabolas reach (Docs/methods/shape.md)."""
TILTS = (0, 10, 15, 20)
ELLIPSOIDS = [
    ((60, 75, 80), 0), ((60, 75, 80), 20), ((65, 85, 70), 10), ((65, 85, 70), -10), ((58, 95, 60), 15), ((60, 90, 58), 20), ((58, 95, 60), 30),
    ((58, 95, 60), -40)]
"""Semi-axes to the right, forward and up in mm, and by how many degrees their front is tilted up."""
MEAN_HEADS = {
    "control": ("formats-stl/plain.stl", "formats-stl/landmarks.json"),
    "sagittal": ("swapped-tragions/sagittal_neck_closed.ply", "swapped-tragions/right.json"),
    "metopic": ("false-damage-note/ms_metopic.ply", "false-damage-note/landmarks.json"),
}
HEADS, SCANS = 40, 3
NOISE_MM, BENDING_MM, CLICK_MM = 0.3, 0.1, 0.5
"""Standard deviations that `measure` takes a mesh to have, and that is stated with each landmark."""
ALONG_MM, ACROSS_MM = 1.22, 0.61
"""What observers differ by, along the skin and across it (Docs/methods/uncertainty.md)."""
CORNERS = ("sellion", "tragion_left", "tragion_right")


@dataclass
class Head:
    """A mesh with its landmarks, millimetres."""

    vertices: np.ndarray
    triangles: np.ndarray
    landmarks: dict[str, np.ndarray]

    def in_own_frame(self) -> "Head":
        sellion, left, right = (self.landmarks[name] for name in CORNERS)
        origin = (left + right) / 2
        y = (sellion - origin) / np.linalg.norm(sellion - origin)
        z = np.cross(right - left, y)
        z /= np.linalg.norm(z)
        rotation = np.array([np.cross(y, z), y, z])
        return Head((self.vertices - origin) @ rotation.T, self.triangles, {k: rotation @ (p - origin) for k, p in self.landmarks.items()})

    def cut(self, normal: list[float], height: float) -> np.ndarray:
        """The pieces of line in which a plane meets the surface, n × 2 × 3."""
        mesh = trimesh.Trimesh(self.vertices, self.triangles, process=False)
        return trimesh.intersections.mesh_plane(mesh, normal, np.array(normal) * height)


# The definitions once more, of a head in its own frame.


def vno(head: Head, tilt: float = TILT, share: float = REACH) -> float:
    """`share` is how far the parabolas reach; with 0 the farthest points are taken as they are."""
    pieces = head.cut([1, 0, 0], 0)[:, :, 1:]
    points = np.concatenate([pieces[:, 0] * (1 - t) + pieces[:, 1] * t for t in np.linspace(0, 1, 5)])
    turns = np.degrees(np.arctan2(points[:, 1], points[:, 0])).round()
    far = [max(points[turns == turn], key=np.linalg.norm) for turn in np.unique(turns)]
    angle, nasion = np.radians(tilt), head.landmarks["sellion"][1:]
    up, back = np.array([np.sin(angle), np.cos(angle)]), np.array([-np.cos(angle), np.sin(angle)])
    line = np.array(far)
    above = line[line @ up > 0]
    reach = share * ((above @ back).max() - nasion @ back)
    return angle_at(nasion, *(extreme(line, above, direction, reach) for direction in (up, back)))


def angle_at(apex: np.ndarray, a: np.ndarray, b: np.ndarray) -> float:
    return float(np.degrees(np.arccos((a - apex) @ (b - apex) / np.linalg.norm(a - apex) / np.linalg.norm(b - apex))))


def extreme(line: np.ndarray, above: np.ndarray, direction: np.ndarray, reach: float) -> np.ndarray:
    tangent = np.array([direction[1], -direction[0]])
    first = above[np.argmax(above @ direction)]
    if reach == 0:
        return first
    place, top = first @ tangent, first @ direction
    near = line[line @ direction > top - DEPTH * reach]
    for _ in range(30):
        u = (near @ tangent - place) / reach
        weight = np.clip(1 - u * u, 0, None) ** 2
        c, b, a = np.polynomial.polynomial.polyfit(u, near @ direction, 2, w=np.sqrt(weight))[::-1]
        place, top = place - reach * b / (2 * c), a - b * b / (4 * c)
    return place * tangent + top * direction


def section(head: Head) -> np.ndarray:
    return head.cut([0, 0, 1], 0.3 * head.vertices[:, 2].max())[:, :, :2]


def crossing(pieces: np.ndarray, origin: np.ndarray, direction: np.ndarray) -> np.ndarray:
    """Where pieces of line cross a line, as distances along it."""
    side = np.array([-direction[1], direction[0]])
    a, b = pieces[:, 0] - origin, pieces[:, 1] - origin
    sa, sb = a @ side, b @ side
    met = (sa >= 0) != (sb >= 0)
    share = (sa / np.where(met, sa - sb, 1))[:, None]
    return ((a + (b - a) * share) @ direction)[met]


def front_widths(pieces: np.ndarray, width: float) -> list[float]:
    """Over the greatest width without ears, which is the program's."""
    y = pieces[:, :, 1]
    rows = [crossing(pieces, np.array([0, y.max() - share * np.ptp(y)]), np.array([1.0, 0])) for share in SHARES]
    return [float(100 * np.ptp(row) / width) for row in rows]


def radii(pieces: np.ndarray) -> dict[int, float]:
    y = pieces[:, :, 1]
    centre = np.array([0, (y.max() + y.min()) / 2])
    directions = {angle: np.array([np.sin(np.radians(angle)), np.cos(np.radians(angle))]) for angle in ANGLES}
    return {angle: float(crossing(pieces, centre, direction).max()) for angle, direction in directions.items()}


def differences(outline: dict[int, float]) -> list[float]:
    """In per cent of the longer radius, positive where the left is the longer."""
    pairs = [(outline[-degrees], outline[degrees]) for degrees in DIFFERENCES.values()]
    return [100 * (left - right) / max(left, right) for left, right in pairs]


# Simulated scans.


def noise(places: np.ndarray, knots: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Smooth noise of the same deviation everywhere, of which places 30° apart have a tenth of the variance in common."""
    weight = np.exp(-(np.arccos(np.clip(places @ knots.T, -1, 1)) / np.radians(10)) ** 2 / 2)
    return weight @ values / np.linalg.norm(weight, axis=1)


def bending(places: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Harmonics of degree 2 of deviation 1 together."""
    x, y, z = places.T
    return np.stack([3**0.5 * x * y, 3**0.5 * y * z, 3**0.5 * z * x, (3 * z * z - 1) / 2, 3**0.5 * (x * x - y * y) / 2], axis=1) @ values


def knots() -> np.ndarray:
    """Places 15° apart all over the sphere."""
    count = 212
    k = np.arange(count) + 0.5
    z, turn = 1 - 2 * k / count, np.pi * (1 + 5**0.5) * k
    return np.stack([np.sqrt(1 - z * z) * np.cos(turn), np.sqrt(1 - z * z) * np.sin(turn), z], axis=1)


def scanned(head: Head, draw: np.random.Generator, observer: dict[str, np.ndarray], smooth: np.ndarray) -> Head:
    places = head.vertices - [0, 0, 0.3 * head.vertices[:, 2].max()]
    places /= np.linalg.norm(places, axis=1, keepdims=True)
    turned = knots() @ np.linalg.qr(draw.normal(size=(3, 3)))[0].T
    radius = NOISE_MM * noise(places, turned, draw.normal(size=len(turned))) + BENDING_MM * bending(places, smooth)
    landmarks = {name: head.landmarks[name] + observer[name] + CLICK_MM * draw.normal(size=3) for name in CORNERS}
    return Head(head.vertices + radius[:, None] * places, head.triangles, landmarks)


def observer_errors(draw: np.random.Generator) -> dict[str, np.ndarray]:
    """The skin faces forward at the sellion, and to the side at a tragion."""
    axis = {"sellion": 1, "tragion_left": 0, "tragion_right": 0}
    return {name: np.where(np.arange(3) == axis[name], ACROSS_MM, ALONG_MM) * draw.normal(size=3) for name in CORNERS}


def measured(calvaria: Program, head: Head, clicks: bool = True) -> tuple[dict, dict]:
    """The program's measures, and its radii by angle."""
    with tempfile.TemporaryDirectory() as folder:
        mesh, points, output = (Path(folder, name) for name in ("head.ply", "landmarks.json", "result"))
        trimesh.Trimesh(head.vertices, head.triangles, process=False).export(mesh)
        stated = {"sd_mm": CLICK_MM} if clicks else {}
        points.write_text(json.dumps({"landmarks": {k: {"point_mm": list(p), **stated} for k, p in head.landmarks.items() if k in CORNERS}}))
        command = [calvaria.path, "measure", mesh, "--landmarks", points, "--units", "mm", "--output", output, "--quiet"]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode not in (0, 2):
            raise RuntimeError(done.stderr)
        return result(output)


def result(folder: Path) -> tuple[dict, dict]:
    measures = json.loads((folder / "result.json").read_text())["measures"]
    outline = folder / "section.json"
    entries = (json.loads(outline.read_text()).get("radii") or []) if outline.exists() else []
    return measures, {entry["degrees"]: entry for entry in entries}


def phantom_head(phantoms: Phantoms, index: int) -> Head:
    draw = np.random.default_rng(4_000 + index)
    between = lambda least, most: f"{draw.uniform(least, most):.1f}"
    scan = phantoms.get(
        f"head-{index}", "--width-mm", between(104, 134), "--length-mm", between(128, 160), "--height-mm", between(138, 172),
        "--flat-mm", between(0, 14), "--boss-mm", between(0, 6), "--flat-side", str(draw.choice(["left", "right"])),
        "--face-seed", str(index + 1), "--rough-mm", "0", "--frames", "3", "--truth-subdivisions", "5", "--seed", str(98_000 + index))
    mesh = ply.read(scan.folder / "truth_surface.ply")
    return Head(mesh.vertices, mesh.triangles, scan.landmarks).in_own_frame()


# The tables.


def mean_heads(calvaria: Program, shared: Path) -> str | None:
    folder = shared / "faults" / "meshes"
    if not all((folder / mesh).exists() for mesh, _ in MEAN_HEADS.values()):
        return None
    rows, choices = [], []
    for name, (mesh, points) in MEAN_HEADS.items():
        loaded = trimesh.load(folder / mesh)
        landmarks = {k: np.array(p["point_mm"]) for k, p in json.loads((folder / points).read_text())["landmarks"].items()}
        head = Head(np.array(loaded.vertices), np.array(loaded.faces), landmarks)
        values, _ = measured(calvaria, head, clicks=False)
        own = head.in_own_frame()
        rows.append([name, within(values["vno_angle"]), *(f"{vno(own, tilt):.1f}" for tilt in TILTS), *(within(values[key]) for key in WIDTHS)])
        others = [vno(own, share=part * REACH) for part in (0.75, 1, 1.25)] + [vno(own, tilt, *share) for share in ((), (0,)) for tilt in (18, 20)]
        choices.append([name, *(f"{other:.1f}" for other in others)])
    found = table(["Mean head", "`vno_angle`, °", *(f"by the script, {tilt}°" for tilt in TILTS), *(f"`{key}`, %" for key in WIDTHS)], rows)
    header = ["VNO angle by the script, °", "r a quarter less", "as defined", "r a quarter more", "at 18°", "at 20°", "farthest point at 18°", "at 20°"]
    return found + "\n\n" + table(header, choices)


def tilted(calvaria: Program) -> str:
    """Where the tangents of an ellipsoid are level and upright is known; landmarks lie on it."""
    rows = []
    up = np.array([np.sin(np.radians(TILT)), np.cos(np.radians(TILT))])
    for axes, tilt in ELLIPSOIDS:
        c, s = np.cos(np.radians(tilt)), np.sin(np.radians(tilt))
        turn = np.array([[1, 0, 0], [0, c, -s], [0, s, c]])
        sphere = trimesh.creation.icosphere(subdivisions=6)
        # The matrix of the ellipse in the midplane: p · m p = 1 on it, and m⁻¹ d over its own length is the place of the tangent.
        own = turn[1:, 1:]
        m = own @ np.diag(1 / np.square(axes[1:], dtype=float)) @ own.T
        nasion = np.array([1, 0]) / np.sqrt(m[0, 0])
        landmarks = {"sellion": np.array([0, *nasion]), "tragion_left": np.array([-axes[0], 0.0, 0]), "tragion_right": np.array([axes[0], 0.0, 0])}
        head = Head(sphere.vertices * axes @ turn.T, sphere.faces, landmarks)
        touched = [np.linalg.solve(m, d) / np.sqrt(d @ np.linalg.solve(m, d)) for d in (up, np.array([-up[1], up[0]]))]
        true, found = angle_at(nasion, *touched), measured(calvaria, head)[0]["vno_angle"]["value"]
        rows.append([" × ".join(map(str, axes)), f"{tilt}°".replace("-", "−"), f"{true:.2f}", f"{found:.2f}", f"{found - true:+.2f}".replace("-", "−")])
    return table(["Semi-axes across, forward, up, mm", "front tilted up by", "between the tangents, °", "`vno_angle`, °", "difference, °"], rows)


def within(measure: dict) -> str:
    low, high = measure["ci95"]
    return f"{measure['value']:.1f} [{low:.1f}, {high:.1f}]"


def repeats(folder: Path) -> str | None:
    """The within-subject deviation on the repeated scans, beside the one that `repeatability` states."""
    rows = {key: [f"`{key}`"] for key in (*NUMBERS, *ASYMMETRY)} | {"radii": ["radii, mm (72 a scan)"]}
    for clicks in ("one", "another"):
        studies = sorted(folder.glob(f"study-{clicks}-*"))
        if not studies:
            return None
        scans = sorted(studies[-1].glob("scans/*/result"))
        found: dict[tuple, dict[str, list]] = {}
        for scan in scans:
            subject = scan.parent.name.split("_")[0]
            measures, outline = result(scan)
            some = {key: measures[key] for key in (*NUMBERS, *ASYMMETRY) if measures.get(key, {}).get("value") is not None}
            some |= {angle: entry | {"value": entry["mm"]} for angle, entry in outline.items()}
            for key, measure in some.items():
                own, whole = (np.diff(measure[name])[0] / 3.92 for name in ("repeatability", "ci95"))
                side = measure.get("signed") or measure
                if key in ASYMMETRY:
                    # A folded interval says nothing of the spread, and a signed one is there for `ci95` alone.
                    own, whole = np.nan, np.diff(side["ci95"])[0] / 3.92
                found.setdefault((key if isinstance(key, str) else "radii", key), {}).setdefault(subject, []).append((side["value"], own, whole))
        for name, row in rows.items():
            series = [np.array(values) for (kind, _), heads in found.items() if kind == name for values in heads.values() if len(values) > 1]
            freedom = sum(len(values) - 1 for values in series)
            within_sd = np.sqrt(sum(((v[:, 0] - v[:, 0].mean()) ** 2).sum() for v in series) / freedom) if freedom else np.nan
            stated = np.sqrt(np.mean(np.concatenate([v[:, 1 if clicks == "one" else 2] ** 2 for v in series]))) if series else np.nan
            count = sum(len(values) for values in series) // (72 if name == "radii" else 1)
            row += [str(count), *(f"{sd:.2f}" if np.isfinite(sd) else "–" for sd in (within_sd, stated))]
    header = ["Number", "scans", "SD, one operator", "stated by `repeatability`", "scans", "SD, another operator each scan", "stated by `ci95`"]
    return table(header, list(rows.values()))


def coverage(calvaria: Program, folder: Path, heads: int) -> str:
    phantoms = Phantoms(calvaria, folder / "phantoms")
    held: dict[str, list[tuple]] = {}
    spread: dict[str, list[float]] = {}
    apart, refused = [], 0
    for index in range(heads):
        head = phantom_head(phantoms, index)
        draw = np.random.default_rng(9_000 + index)
        observer = observer_errors(draw)
        outline = section(head)
        plain, _ = measured(calvaria, head)
        widths, true_radii = front_widths(outline, plain["width"]["value"]), radii(outline)
        exact = dict(zip((*WIDTHS, *DIFFERENCES), (*widths, *differences(true_radii)), strict=True))
        pairs = [(plain["vno_angle"]["value"], vno(head))] + [(plain[key]["value"], value) for key, value in exact.items()]
        apart.append([abs(a - b) if a is not None else np.nan for a, b in pairs])
        # With a horizontal that another might have taken.
        true = {"vno_angle": vno(head, draw.uniform(10, 20))} | exact
        values: dict[str, list] = {}
        for _ in range(SCANS):
            measures, found = measured(calvaria, scanned(head, draw, observer, draw.normal(size=5)))
            for key in NUMBERS:
                if measures[key]["value"] is None:
                    refused += 1
                    continue
                held.setdefault(key, []).append((measures[key], true[key]))
                values.setdefault(key, []).append((measures[key]["value"], np.diff(measures[key]["repeatability"])[0] / 3.92))
            for angle, entry in found.items():
                held.setdefault("radii", []).append((entry | {"value": entry["mm"]}, true_radii[angle]))
        for key, some in values.items():
            if len(some) > 1:
                spread.setdefault(key, []).append((np.var([v for v, _ in some], ddof=1), np.mean([s * s for _, s in some])))
    rows = []
    for key, pairs in held.items():
        inside = np.mean([measure["ci95"][0] <= truth <= measure["ci95"][1] for measure, truth in pairs])
        error = np.sqrt(np.mean([(measure["value"] - truth) ** 2 for measure, truth in pairs]))
        half = np.mean([np.diff(measure["ci95"])[0] / 2 for measure, _ in pairs])
        repeat = [f"{np.sqrt(np.mean([pair[i] for pair in spread[key]])):.2f}" for i in (0, 1)] if key in spread else ["–", "–"]
        rows.append([f"`{key}`" if key != "radii" else "radii, mm", str(len(pairs)), f"{100 * inside:.1f} %", f"{error:.2f}", f"{half:.2f}", *repeat])
    words = f"{heads} heads, {heads * SCANS} scans; {refused} numbers withheld. Program and script agree on the {heads} heads as they are to\n{np.nanmax([row[0] for row in apart]):.2f}° and {np.nanmax([row[1:] for row in apart]):.2f} points (widths, radii)."
    return table(["Number", "values", "`ci95` holds the truth", "error, RMS", "half-width, mean", "SD of repeats", "stated by `repeatability`"], rows) + "\n\n" + words


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path)
    build = SCRIPTS.parent / ".build"
    parser.add_argument("--folder", type=Path, default=build / "shape")
    parser.add_argument("--repeats", type=Path, default=build / "repeatability")
    parser.add_argument("--shared", type=Path, default=SCRIPTS.parent.parent / "shared")
    parser.add_argument("--heads", type=int, default=HEADS, metavar="N", help="fewer heads of the simulation; no page is written")
    parser.add_argument("--page", type=Path, default=SCRIPTS.parent / "Docs" / "evaluation" / "shape.md")
    options = parser.parse_args()
    calvaria = Program(options.program.resolve())
    blocks = {
        "heads": mean_heads(calvaria, options.shared), "tilted": tilted(calvaria), "repeats": repeats(options.repeats),
        "coverage": coverage(calvaria, options.folder, options.heads),
    }
    found = {name: text for name, text in blocks.items() if text}
    for name, text in found.items():
        print(f"{name}\n{text}\n")
    if options.heads == HEADS:
        replace_blocks(options.page, found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
