import Geometry
import Images
import PointClouds
import Recordings
import Testing

/// The cloud that grows while a scan goes on.
@Suite struct GrowingCloudTests {
  let camera = Camera(width: 80, height: 60, fx: 100, fy: 100, cx: 39.5, cy: 29.5)
  let color = ColorImage(width: 80, height: 60, pixels: (0..<(80 * 60)).flatMap { _ in [90, 140, 200] as [UInt8] })

  private func wall(at z: Float) -> DepthImage {
    DepthImage(width: 80, height: 60, pixels: [Float](repeating: z, count: 80 * 60))
  }

  private func grow(
    _ cloud: inout GrowingCloud, _ depth: DepthImage, from pose: RigidTransform = .identity, radius: Double = 1
  ) {
    cloud.add(
      depth, color, cameras: CameraPair(camera), scanFromCamera: pose, centre: [0, 0, 0.5], radius: radius, step: 1)
  }

  @Test func pointsLieWhereTheyAreSeen() {
    var cloud = GrowingCloud(voxel: 0.004)
    let pose = RigidTransform(
      rotation: Matrix3(columns: [0, 1, 0], [-1, 0, 0], [0, 0, 1]), translation: [0.01, 0, 0])
    for _ in 0..<3 { grow(&cloud, wall(at: 0.4), from: pose) }
    let points = cloud.points
    #expect(points.count > 500)
    #expect(points.allSatisfy { abs($0.position.z - 0.4) < 1e-5 && $0.color == [90, 140, 200] })
    // What is wide in the image is high in the scan: the pose turns it.
    let (x, y) = (points.map(\.position.x), points.map(\.position.y))
    #expect(abs(y.max()! - 0.4 * 38.5 / 100) < 0.004)
    #expect(abs(x.max()! - 0.01 - 0.4 * 28.5 / 100) < 0.004)
    #expect(points.allSatisfy { $0.outward.z < -0.8 })
  }

  @Test func itsSizeIsThatOfTheSurfaceNotOfTheScan() {
    var cloud = GrowingCloud(voxel: 0.004)
    grow(&cloud, wall(at: 0.4))
    grow(&cloud, wall(at: 0.4))
    let count = cloud.points.count
    for _ in 0..<20 { grow(&cloud, wall(at: 0.4)) }
    #expect(cloud.points.count == count)
    var small = GrowingCloud(voxel: 0.004, most: 100)
    for _ in 0..<3 { grow(&small, wall(at: 0.4)) }
    #expect(small.points.count == 100)
  }

  @Test func onlyWhatIsNearTheMiddleAndSmoothIsKept() {
    var cloud = GrowingCloud(voxel: 0.004)
    var depth = wall(at: 0.5)
    for y in 0..<60 { for x in 40..<80 { depth.pixels[y * 80 + x] = 0.3 } }
    depth.pixels[30 * 80 + 10] = .nan
    for _ in 0..<2 { grow(&cloud, depth, radius: 0.25) }
    // The step from one wall to the other and the neighbours of the hole give nothing between.
    #expect(cloud.points.allSatisfy { min(abs($0.position.z - 0.5), abs($0.position.z - 0.3)) < 1e-5 })
    #expect(cloud.points.allSatisfy { abs($0.position.z - 0.5) < 1e-5 || $0.position.x > 0.3 * 0.5 / 100 })
    var far = GrowingCloud(voxel: 0.004)
    for _ in 0..<2 { grow(&far, wall(at: 0.9), radius: 0.25) }
    #expect(far.points.isEmpty)
  }
}
