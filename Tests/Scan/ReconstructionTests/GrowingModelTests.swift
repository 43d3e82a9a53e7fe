import Geometry
import PointClouds
import Testing
import Workers

@testable import Reconstruction

/// The surface that grows with the frames registered against it.
@Suite struct GrowingModelTests {
  private static let options = FusionOptions(region: FusionRegion(centre: .zero, radius: 0.1), voxelSize: 0.002)

  private static func view(_ pose: RigidTransform) -> DepthView {
    DepthView(
      depth: BumpyHead.depth(from: pose), camera: BumpyHead.camera, scanFromCamera: pose, options: options)
  }

  /// The model holds what was fused when it was last renewed, on the head's surface, and grows with the camera's way.
  @Test func theModelGrowsWhenItIsRenewed() throws {
    var growing = try GrowingModel(Self.options, .coarse, workers: Workers(count: 1))
    growing.renew()
    var points = growing.model.points
    #expect(points.isEmpty, "nothing was fused yet")
    var middles: [Vector3] = []
    for k in 0..<8 {
      growing.add(Self.view(BumpyHead.pose(azimuth: 0.15 * Double(k), elevation: 0.2, distance: 0.25)))
      let (views, known) = (growing.views, growing.model.points)
      #expect(views == k + 1)
      #expect(known == points)
      if k % 4 == 3 {
        growing.renew()
        points = growing.model.points
        middles.append(points.reduce(.zero, +) / Double(points.count))
        let error = RobustStatistics.rms(points.map { BumpyHead.distance($0) })
        #expect(points.count > 1000, "\(error)")
        #expect(error < 0.0004, "\(error)")
      }
    }
    // The camera has gone by 0.6 rad between, towards y.
    #expect(middles[1].y > middles[0].y + 0.005, "\(middles)")
  }

  /// From the last view that was fused, and from the last that the model holds.
  @Test func turnsAreCountedFromTwoPlaces() throws {
    var growing = try GrowingModel(Self.options, .coarse, workers: Workers(count: 1))
    let pose = { (azimuth: Double) in BumpyHead.pose(azimuth: azimuth, elevation: 0, distance: 0.25) }
    growing.add(Self.view(pose(0)))
    growing.renew()
    growing.add(Self.view(pose(0.3)))
    // Whether the camera has turned by 0.1 rad, seen from these azimuths.
    let turned = [0.19, 0.21, 0.39, 0.41].map { growing.hasTurned(pose($0), by: 0.1) }
    #expect(turned == [true, false, false, true])
    var stale = [0.09, 0.11].map { growing.hasGrownStale(pose($0), after: 0.1) }
    #expect(stale == [false, true])
    growing.renew()
    stale = [0.39, 0.41].map { growing.hasGrownStale(pose($0), after: 0.1) }
    #expect(stale == [false, true])
    let nearer = growing.hasTurned(BumpyHead.pose(azimuth: 0.3, elevation: 0, distance: 0.4), by: 1e-6)
    #expect(!nearer, "coming nearer is no turn")
  }

  @Test func theRegionIsTheHeads() throws {
    var growing = try GrowingModel(Self.options, .coarse, workers: Workers(count: 1))
    let unknown = growing.headRegion
    #expect(unknown == Self.options.region, "nothing is known yet")
    for k in 0..<24 {
      let elevation = k.isMultiple(of: 2) ? 0.5 : -0.5
      growing.add(Self.view(BumpyHead.pose(azimuth: Double(k) / 4, elevation: elevation, distance: 0.25)))
    }
    growing.renew()
    let region = growing.headRegion
    #expect(region.centre.length < 0.004, "\(region)")
    #expect(region.floor == nil)
    #expect(region.radius > 0.072)
    #expect(region.radius < 0.12)
  }
}
