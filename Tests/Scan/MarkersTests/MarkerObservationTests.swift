import Geometry
import Testing

@testable import Markers

/// What a sighting of a marker tells.
@Suite struct MarkerObservationTests {
  private static func metric(_ points: [Vector3], facing normal: Vector3 = [0, 0, -1]) -> MetricCorners {
    MetricCorners(points: points, depthSigmas: [0, 0, 0, 0], normal: normal, residual: 0, pixels: 100)
  }

  /// The median of sides of 10, 13, 5 and 14: not a diagonal, and no side twice.
  @Test func theSideIsTheMedianOfTheFour() {
    let points: [Vector3] = [[0, 0, 30], [10, 0, 30], [10, 13, 30], [5, 13, 30]]
    #expect(abs(Self.metric(points).side - 11.5) < 1e-12)
    let turned = Array(points[1...] + points[..<1])
    #expect(abs(Self.metric(turned).side - 11.5) < 1e-12)
  }

  /// Seen straight on, at 60° and from behind; for weights never less than 0.1.
  @Test(arguments: [(0.0, 1.0, 1.0), (60, 0.5, 0.5), (87, 0.05234, 0.1), (120, -0.5, 0.1)])
  func theCosineIsThatToTheLineOfSight(degrees: Double, cosine: Double, weighing: Double) {
    let middle = Vector3(0.1, -0.05, 0.3)
    let sight = -middle.normalized
    let normal = Matrix3.rotation(sight.anyOrthogonal * (degrees * .pi / 180)) * sight
    let offsets: [Vector3] = [[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]]
    let metric = Self.metric(offsets.map { middle + $0 * 0.008 }, facing: normal)
    #expect(abs(metric.viewCosine - cosine) < 1e-5)
    #expect(abs(metric.weighingCosine - weighing) < 1e-5)
  }

  /// The rejected ones go with their reasons, and the others stay in order.
  @Test func rejectedSightingsAreListed() {
    let camera = Camera(width: 640, height: 480, fx: 600, fy: 600, cx: 320, cy: 240)
    let markers = [4, 9, 2, 7, 9].map {
      MarkerObservation(id: $0, corners: [], metric: nil, depthPixels: 0, validDepthPixels: 0)
    }
    var frame = FrameObservations(
      frame: 0, time: 0, camera: camera, markers: markers, rejected: [(id: 30, reason: .notOnCap)])
    frame.reject { $0.id == 9 ? .seenTwice : $0.id == 7 ? .rare : nil }
    #expect(frame.markers.map(\.id) == [4, 2])
    #expect(frame.rejected.map(\.id) == [30, 9, 7, 9])
    #expect(frame.rejected.map(\.reason) == [.notOnCap, .seenTwice, .rare, .seenTwice])
    frame.reject { _ in nil }
    #expect(frame.markers.map(\.id) == [4, 2])
    #expect(frame.rejected.count == 4)
  }
}
