"""Open3D's voxel-block integration of depth images from known poses: milliseconds a frame by size of voxels, as JSON
{voxel: {ms, cpu_ms}}.

python open3d_integration.py EXPORT VOXEL_MM... [--truncation-mm MM]

Depth outside the head's region is taken out beforehand and images are in memory, so that what is timed is the finding of
blocks and the integration alone. Without a truncation it is Open3D's own of eight voxels.
"""

import argparse
import json
import time

import cv2
import numpy as np
import open3d as o3d
import open3d.core as o3c

DEPTH_SCALE = 5000.0
FARTHEST = 1.2
WARM_UP = 3
DEVICE = o3c.Device("CPU:0")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("export")
    parser.add_argument("voxel_mm", type=float, nargs="+")
    parser.add_argument("--truncation-mm", type=float)
    options = parser.parse_args()
    with open(options.export) as file:
        export = json.load(file)
    camera = export["camera"]
    intrinsics = o3c.Tensor([[camera["fx"], 0, camera["cx"]], [0, camera["fy"], camera["cy"]], [0, 0, 1.0]])
    frames = [frame_of(entry, export) for entry in export["frames"]]
    times = {}
    for size in options.voxel_mm:
        multiplier = options.truncation_mm / size if options.truncation_mm else 8.0
        integrate(frames[:WARM_UP], intrinsics, size / 1000, multiplier)
        times[f"{size:g}"] = integrate(frames, intrinsics, size / 1000, multiplier)
    print(json.dumps(times))


def frame_of(entry: dict, export: dict) -> tuple[o3d.t.geometry.Image, o3c.Tensor]:
    """The depth within the region, and the pose as Open3D wants it: camera from scan."""
    camera, region = export["camera"], export["region"]
    pose = np.array(entry["scan_from_camera"]).reshape(4, 4)
    depth = cv2.imread(entry["depth"], cv2.IMREAD_UNCHANGED)
    v, u = np.mgrid[: depth.shape[0], : depth.shape[1]]
    z = depth / DEPTH_SCALE
    points = np.stack([(u - camera["cx"]) / camera["fx"] * z, (v - camera["cy"]) / camera["fy"] * z, z], axis=-1)
    points = points @ pose[:3, :3].T + pose[:3, 3]
    kept = np.linalg.norm(points - region["centre"], axis=-1) < region["radius"]
    if region.get("floor"):
        kept &= points @ np.array(region["floor"][:3]) >= region["floor"][3]
    return o3d.t.geometry.Image(np.where(kept, depth, 0).astype(np.uint16)), o3c.Tensor(np.linalg.inv(pose))


def integrate(frames: list, intrinsics: o3c.Tensor, voxel: float, multiplier: float) -> dict[str, float]:
    """Milliseconds a frame, by the clock and of the processor."""
    grid = o3d.t.geometry.VoxelBlockGrid(
        ("tsdf", "weight"), (o3c.float32, o3c.float32), ((1), (1)), voxel, 16, 20_000, DEVICE)
    start, start_cpu = time.perf_counter(), time.process_time()
    for depth, extrinsic in frames:
        blocks = grid.compute_unique_block_coordinates(depth, intrinsics, extrinsic, DEPTH_SCALE, FARTHEST, multiplier)
        grid.integrate(blocks, depth, intrinsics, extrinsic, DEPTH_SCALE, FARTHEST, multiplier)
    wall, cpu = time.perf_counter() - start, time.process_time() - start_cpu
    return {"ms": wall / len(frames) * 1000, "cpu_ms": cpu / len(frames) * 1000}


if __name__ == "__main__":
    main()
