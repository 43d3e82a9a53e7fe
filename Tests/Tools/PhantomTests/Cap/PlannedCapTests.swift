import Geometry
import Platform
import Testing

@testable import Phantom

/// Caps whose markers are laid by a plan.
@Suite struct PlannedCapTests {
  private static let made = Result { try PhantomHead(HeadShape()) }
  private let head: PhantomHead
  init() throws { head = try Self.made.get() }

  private func point(turn: Double, share: Double) -> Vector3 {
    PlannedCap([]).point(of: PlannedCap.Place(id: 0, turn: turn, share: share), on: head)
  }

  @Test func placesDivideTheWayFromTheEdgeToTheTop() {
    let top = head.point(toward: head.cloth.edgeNormal)
    for turn in [0.0, 0.7, .pi / 2, 2, .pi, -2] {
      let points = (0...40).map { point(turn: turn, share: Double($0) / 40) }
      #expect(abs(head.cloth.depth(points[0])) < 0.0015, "\(turn): \(head.cloth.depth(points[0]))")
      #expect((points[40] - top).length < 1e-6)
      for place in points { #expect(abs(place.length - head.radius(toward: place.normalized)) < 1e-9) }
      let steps = zip(points, points.dropFirst()).map { ($1 - $0).length }
      let mean = steps.reduce(0, +) / 40
      #expect(steps.allSatisfy { abs($0 / mean - 1) < 0.1 }, "\(turn): \(steps)")
      #expect((0.08...0.2).contains(40 * mean))
    }
    // From the front to the right, in the frame of the cap's edge.
    let up = head.cloth.edgeNormal
    let front = up.cross([1, 0, 0])
    for turn in [0.0, 0.7, 2, -2] {
      let place = point(turn: turn, share: 0.3)
      #expect(abs(atan2(place.x, place.dot(front)) - turn) < 1e-6, "\(turn)")
    }
  }

  @Test func markersStandUpright() throws {
    let plan = PlannedCap([
      PlannedCap.Place(id: 7, turn: 0.4, share: 0.4), PlannedCap.Place(id: 3, turn: -2.5, share: 0.6),
    ])
    let cap = try PhantomCap(head: head, dictionary: "DICT_4X4_100", markerSize: 0.018, plan: plan)
    #expect(cap.ids == [3, 7] && cap.markers.map(\.id) == [7, 3] && cap.missing.isEmpty && cap.stray == nil)
    #expect(cap.markerSize == 0.018 && cap.statedMarkerSize == 0.018)
    for (marker, place) in zip(cap.markers, plan.places) {
      let pose = marker.pose
      #expect((pose.translation - point(turn: place.turn, share: place.share)).length < 1e-12)
      #expect((pose.rotation.c2 - head.normal(toward: pose.translation.normalized)).length < 1e-12)
      #expect(abs(pose.rotation.determinant - 1) < 1e-9)
      // Its right is level, its upper edge towards the top.
      #expect(
        abs(pose.rotation.c0.dot(head.cloth.edgeNormal)) < 1e-12 && pose.rotation.c1.dot(head.cloth.edgeNormal) > 0)
    }
    let last = PlannedCap([PlannedCap.Place(id: 99, turn: 0, share: 0.5)])
    #expect(try PhantomCap(head: head, dictionary: "DICT_4X4_100", markerSize: 0.018, plan: last).ids == [99])
    #expect(throws: PhantomError.self) {
      try PhantomCap(
        head: head, dictionary: "DICT_4X4_100", markerSize: 0.018,
        plan: PlannedCap([PlannedCap.Place(id: 100, turn: 0, share: 0.5)]))
    }
  }

  @Test func aViewLooksAtTheMiddle() {
    let up = head.cloth.edgeNormal
    for direction in [Vector3(0, 0, 2), [1, 0, 0], [0.3, 1, -0.2]] {
      let view = PlannedCap([]).view(of: head, from: direction, distance: 0.3)
      let out = (Vector3(1, 0, 0) * direction.x + up.cross([1, 0, 0]) * direction.y + up * direction.z).normalized
      #expect((view.rotation.c2 + out).length < 1e-12 && abs(view.rotation.determinant - 1) < 1e-12)
      #expect((view.translation - head.point(toward: out) - out * 0.3).length < 1e-12)
    }
  }
}
