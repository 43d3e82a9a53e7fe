import Foundation
import Geometry
import Images
import Markers
import Phantom
import Platform
import Recordings
import TestSupport
import Workers

@testable import CapSheets

/// A planned cap on a simulated head, seen from all sides that the rule covers by the detector that scans use.
struct CapViews {
  let plan: CapPlan
  private let recording: PhantomRecording
  private let worn: PlannedCap

  init(circumferenceCm: Double, sizeMm: Double, workers: Workers) throws {
    plan = try CapPlan.fitting(
      circumference: circumferenceCm / 100, markerSize: sizeMm / 1000, cells: 6, ids: Array(0..<100))
    let length = plan.rim
    worn = PlannedCap(
      plan.rings.flatMap { ring in
        zip(ring.ids, ring.directions).map { id, direction in
          PlannedCap.Place(id: id, turn: atan2(direction.x, direction.y), share: ring.height / length)
        }
      })
    var options = PhantomOptions()
    let factor = circumferenceCm / 100 / Self.circumference(options.shape)
    options.shape = HeadShape(
      width: options.shape.width * factor, length: options.shape.length * factor, height: options.shape.height * factor)
    (options.markerSize, options.plan, options.frames) = (sizeMm / 1000, worn, 1)
    recording = try PhantomRecording(options, workers: workers)
  }

  private static func meanSide(_ corners: [Vector2]) -> Double {
    (0..<4).reduce(0.0) { $0 + (corners[$1] - corners[($1 + 1) % 4]).length } / 4
  }

  /// The circumference of the widest level, by Ramanujan's formula for an ellipse.
  private static func circumference(_ shape: HeadShape) -> Double {
    let (a, b) = (shape.width / 2, shape.length / 2)
    return .pi * (3 * (a + b) - ((3 * a + b) * (a + 3 * b)).squareRoot())
  }

  /// Directions to look from, evenly over all that the rule covers.
  func axes(about count: Int) -> [Vector3] {
    let rule = CapViewRule()
    let share = (1 - cos(rule.rim - rule.margin)) / 2
    return FibonacciSphere(count: Int(Double(count) / share)).points.filter { $0.z >= cos(rule.rim - rule.margin) }
  }

  /// How many of the cap's markers a view from 30 cm shows as the rule asks for, by the true corners and normals on the
  /// head, and how many of that size the detector finds.
  func count(from axis: Vector3) throws -> (shown: Int, detected: Int) {
    let rule = CapViewRule()
    let pose = worn.view(of: recording.head, from: axis, distance: rule.distance)
    let gray = try ImageFile.gray(ImageFile.png(recording.still(headFromCamera: pose)))
    let detector = MarkerDetector(dictionary: recording.cap.dictionary, markerSize: plan.markerSize)
    let found = try detector.corners(in: gray, frame: "view").filter { plan.ids.contains($0.id) }
    let camera = recording.options.sensor.camera
    let shown = recording.cap.markers.count { marker in
      let sight = (pose.translation - marker.pose.translation).normalized
      let corners = recording.head.corners(of: marker).map { camera.project(pose.inverse * $0) }
      return sight.dot(marker.pose.rotation.c2) >= cos(rule.mostTilt) && Self.meanSide(corners) >= rule.leastSidePixels
    }
    return (shown, found.count { Self.meanSide($0.corners) >= rule.leastSidePixels })
  }
}
