import Geometry
import Recordings
import Testing

@testable import PointClouds

/// What a view says about a block as a whole, against what it says about each of its voxels.
@Suite struct BlockSightTests {
  @Test(arguments: [0.00125, 0.002], [1, 2, 3] as [UInt64])
  func passesOverNoVoxelThatAViewChanges(voxelSize: Double, seed: UInt64) {
    var options = FusionOptions(region: FusionRegion(centre: [0.001, -0.002, 0.003], radius: 0.08))
    // The coarser voxels take 2 × 2 pixels together.
    (options.voxelSize, options.truncation) = (voxelSize, 2.4 * voxelSize)
    var random = SeededGenerator(seed: seed)
    let pose = RenderedScene.poses(7)[Int.random(in: 0..<7, using: &random)]
    let (ball, bump) = (RenderedScene.sphere(.zero, 0.05), RenderedScene.sphere([0.02, 0.03, 0.03], 0.02))
    let depth = RenderedScene.depth(pose, noise: 0.0003, seed: seed) { o, d in
      [ball(o, d), bump(o, d)].compactMap { $0 }.min() ?? (d.x > 0 ? 0.5 / d.length : nil)
    }
    let view = DepthView(depth: depth, camera: RenderedScene.camera, scanFromCamera: pose, options: options)
    let directory = BlockDirectory(options)
    let geometry = view.geometry(options, directory)
    var (changed, passed, wrong) = (0, 0, 0)  // numbers of voxels
    for slot in stride(from: Int(seed), to: directory.entries.count, by: 5) {
      let corner = geometry.corner(directory.coordinates(slot))
      let (sight, deepest) = view.sight(corner, geometry)
      for voxel in 0..<VoxelBlock.voxels {
        let (i, j, k) = (Float(voxel % 8), Float(voxel / 8 % 8), Float(voxel / 64))
        let place = corner + geometry.stepX * i + geometry.stepY * j + geometry.stepZ * k
        guard let (distance, reach) = view.distance(place), distance >= -geometry.truncation else {
          passed += sight == .mixed && place.z <= deepest ? 0 : 1
          continue
        }
        changed += 1
        wrong += place.z > reach ? 1 : 0
        switch sight {
        case .hidden: wrong += 1
        case .mixed: wrong += place.z > deepest ? 1 : 0
        case .empty: wrong += distance < geometry.truncation ? 1 : 0
        }
      }
    }
    #expect(wrong == 0, "seed \(seed)")
    #expect(changed > 1000)
    #expect(passed > 1000)
  }
}

extension DepthView {
  /// How far a place of the camera frame lies in front of the plane of the cell that it looks at, and the depth beyond which
  /// that changes nothing; nil where it says nothing.
  fileprivate func distance(_ place: SIMD3<Float>) -> (Float, reach: Float)? {
    guard place.z > 0.02 else { return nil }
    let (u, v) = (
      Float(camera.fx) * place.x / place.z + Float(camera.cx), Float(camera.fy) * place.y / place.z + Float(camera.cy)
    )
    let (x, y) = (Int(u.rounded(.toNearestOrEven)), Int(v.rounded(.toNearestOrEven)))
    guard x >= 0, y >= 0, x < camera.width, y < camera.height else { return nil }
    let cell = y * camera.width + x
    let plane = planes[cell]
    if weights[cell] == 0 { return nil }
    return (plane.x * place.x + plane.y * place.y + plane.z * place.z - plane.w, reaches[cell])
  }
}
