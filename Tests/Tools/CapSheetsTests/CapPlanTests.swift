import Foundation
import Geometry
import Images
import Markers
import Phantom
import Platform
import Recordings
import TestSupport
import Testing
import Workers

@testable import CapSheets

@Suite struct CapPlanTests {
  private func plan(_ circumferenceCm: Double, sizeMm: Double, ids: Int = 100) throws -> CapPlan {
    try CapPlan.fitting(
      circumference: circumferenceCm / 100, markerSize: sizeMm / 1000, cells: 6, ids: Array(0..<ids))
  }

  @Test(arguments: [34.0, 37.5, 43, 52], [16.0, 18]) func everyViewShowsEight(_ circumference: Double, _ size: Double)
    throws
  {
    let plan = try plan(circumference, sizeMm: size)
    let rule = CapViewRule()
    let radius = circumference / 200 / .pi
    let markers = plan.rings.flatMap(\.directions)
    #expect(plan.ids.count == markers.count)
    #expect(Set(plan.ids).count == plan.ids.count)
    // Other views than those by which the plan was chosen, by the angle and the size that a marker has in them.
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<300 {
      var axis = generator.direction()
      axis.z = abs(axis.z)
      guard axis.z > cos(rule.rim - rule.margin) + 0.03 else { continue }
      let camera = axis * (radius + 0.3)
      let seen = markers.count { direction in
        let sight = camera - direction * radius
        let tilt = acos(sight.normalized.dot(direction))
        let width = 592 * size / 1000 / (0.3 + radius - radius * direction.dot(axis))
        return tilt <= .pi / 3 && width * (1 + cos(tilt)) / 2 >= 24
      }
      #expect(seen >= 8, "\(seen) from \(axis), seed 7")
    }
  }

  @Test(arguments: [34.0, 43, 52]) func noMarkerCoversAnother(_ circumference: Double) throws {
    let plan = try plan(circumference, sizeMm: 16)
    let radius = circumference / 200 / .pi
    let all = plan.rings.flatMap(\.directions)
    for (index, one) in all.enumerated() {
      for other in all[(index + 1)...] {
        // A side and a cell of white, the width that two markers side by side take.
        #expect(acos(one.dot(other)) * radius > 0.016 * 7 / 6, "\(one) \(other)")
      }
    }
    for ring in plan.rings {
      #expect(ring.height > 0.008)
      #expect(ring.height <= plan.rim + 1e-9)
    }
  }

  @Test func whatCannotBePlannedIsRefusedWithTheReason() throws {
    #expect(throws: CapPlanError.self) { try plan(43, sizeMm: 12) }
    let small = try #require(#expect(throws: CapPlanError.self) { try plan(34, sizeMm: 12) })
    guard case .tooSmall(12, let pixels, _) = small else { throw small }
    #expect(abs(pixels - 592 * 0.012 / 0.3) < 1e-9)
    #expect(small.message.problem.text().contains("23.7") && small.message.problem.text().contains("from 30"))
    for size in [20.0, 24] {
      do {
        let plan = try plan(34, sizeMm: size)
        Issue.record("\(plan.ids.count)")
      } catch let error as CapPlanError {
        guard case .noPlan(size, 34, let fewest, _) = error else { throw error }
        #expect((4...8).contains(fewest), "\(fewest)")
        // Eight are wanted in a view, and one is a reserve.
        #expect(error.message.problem.text().contains("shows 9 in every view, the best one \(fewest)"))
      }
    }
    let few = try #require(#expect(throws: CapPlanError.self) { try plan(43, sizeMm: 16, ids: 20) })
    guard case .tooFewIDs(let needed, 20, 43) = few else { throw few }
    #expect(needed > 30)
  }

  /// Rings are √3/2 of a pitch apart, the first half a pitch above the rim, every second one half a step around.
  @Test(arguments: [34.0, 43, 52]) func ringsAreStaggered(circumferenceCm: Double) throws {
    let plan = try plan(circumferenceCm, sizeMm: 16)
    let radius = circumferenceCm / 200 / .pi
    #expect(abs(plan.rim - radius * 105 * .pi / 180) < 1e-12)
    #expect(plan.circumferenceCm == circumferenceCm && plan.fewestInView >= 9)
    let pitch = 2 * plan.rings[0].height
    // Rings of three and more up to the top, where there is one marker more if it has room.
    let full = plan.rings.filter { $0.ids.count > 1 }
    let last = plan.rim - full[full.count - 1].height
    #expect(last < 1.6 * pitch && full.allSatisfy { $0.ids.count > 2 })
    #expect(plan.rings.count - full.count == (last >= 0.016 * 7 / 6 ? 1 : 0))
    for (index, ring) in plan.rings.enumerated() where ring.ids.count > 1 {
      let arc = plan.rim - ring.height
      // Half of a marker and its white lies between its middle and the plane that parts it from the next one, at both
      // edges.
      for edge in [arc - 0.008, arc + 0.008] {
        let room = radius * sin(edge / radius) * tan(.pi / Double(ring.ids.count))
        #expect(room >= 0.016 * 7 / 12 - 1e-9, "ring \(index)")
      }
      #expect(abs(ring.height - pitch / 2 - Double(index) * pitch * 0.75.squareRoot()) < 1e-9)
      let around = 2 * .pi * radius * sin(arc / radius)
      #expect(abs(ring.spacing * Double(ring.ids.count) - around) < 1e-9 && ring.spacing >= 0.016)
      for (k, direction) in ring.directions.enumerated() {
        let turn = 2 * .pi * (Double(k) + (index % 2 == 0 ? 0 : 0.5)) / Double(ring.ids.count)
        let wanted = Vector3(sin(arc / radius) * sin(turn), sin(arc / radius) * cos(turn), cos(arc / radius))
        #expect((direction - wanted).length < 1e-9)
      }
    }
    if let top = plan.rings.last, top.ids.count == 1 {
      #expect(top.height == plan.rim && top.directions == [[0, 0, 1]])
    }
  }
}

/// Which markers count in a view of a cap.
@Suite struct CapViewRuleTests {
  /// Whether a marker counts that the camera sees so far aslant, by the law of sines for camera, marker and middle of
  /// the head.
  private func counts(degrees: Double, sizeMm: Double) -> Bool {
    let tilt = degrees * .pi / 180
    let turn = tilt - asin(0.07 * sin(tilt) / 0.37)
    return CapViewRule()
      .count([Vector3(sin(turn), 0, cos(turn))], from: [0, 0, 1], radius: 0.07, markerSize: sizeMm / 1000) == 1
  }

  @Test func aMarkerCountsUpToSixtyDegreesAndFromTwentyFourPixelsOn() {
    #expect(counts(degrees: 59.9, sizeMm: 30) && !counts(degrees: 60.1, sizeMm: 30))
    // 592 · 12.16 mm / 0.3 m are 24 pixels.
    #expect(!counts(degrees: 0, sizeMm: 12.1) && counts(degrees: 0, sizeMm: 12.2))
    // At 50° it is 41.67° around the head, so 317.7 mm away, and 0.8214 as large in the mean of its sides: 15.68 mm.
    #expect(!counts(degrees: 50, sizeMm: 15.6) && counts(degrees: 50, sizeMm: 15.8))
  }

  /// The rim lies 105° from the top, and axes end 25° above it: 826 of 2000 on the sphere.
  @Test func axesReachTwentyFiveDegreesAboveTheRim() {
    let heights = CapViewRule().axes.map(\.z)
    let lowest = cos(80 * Double.pi / 180)
    #expect(heights.count == 826 && heights.min()! >= lowest && heights.min()! < lowest + 0.001)
  }
}

/// The rule of a planned cap on simulated heads.
@Suite(.slow) struct CapViewTests {
  @Test func aPlannedCapShowsEightMarkersFromEverySide() throws {
    let views = try CapViews(circumferenceCm: 52, sizeMm: 16, workers: Workers(count: 2))
    for axis in views.axes(about: 7) {
      let count = try views.count(from: axis)
      #expect(count.shown >= 8, "\(count) from \(axis)")
      #expect(count.detected >= 8, "\(count) from \(axis)")
    }
  }

  /// With `CALVARIA_WRITE_PAGES` in the environment: the table of the evaluation, some minutes.
  @Test(.enabled(if: ProcessInfo.processInfo.environment["CALVARIA_WRITE_PAGES"] != nil))
  func thePageOfTheEvaluationIsWritten() throws {
    let workers = Workers(count: ProcessInfo.processInfo.activeProcessorCount)
    var lines: [String] = []
    for size in [16.0, 18] {
      for circumference in [34.0, 38, 43, 47, 52] {
        let views = try CapViews(circumferenceCm: circumference, sizeMm: size, workers: workers)
        let axes = views.axes(about: 40)
        let counts = try axes.map { try views.count(from: $0) }
        let (shown, detected) = (counts.map(\.shown).sorted(), counts.map(\.detected).sorted())
        lines.append(
          "| \(Int(size)) | \(Int(circumference)) | \(views.plan.ids.count) | \(axes.count) | \(shown[0]) | "
            + "\(shown[shown.count / 2]) | \(shown.count { $0 < 8 }) | \(detected[0]) | "
            + "\(detected[detected.count / 2]) | \(detected.count { $0 < 8 }) |")
      }
    }
    let page = SharedMaterial.packageRoot.appendingPathComponent("Docs/evaluation/cap-sheets.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let parts = text.components(separatedBy: "<!-- table -->\n")
    try #require(parts.count == 3)
    let head =
      "| marker mm | circumference cm | markers | views | shown: least | median | below 8 | detected: least | median | "
      + "below 8 |\n" + String(repeating: "| ---: ", count: 10) + "|\n"
    let table = head + lines.joined(separator: "\n") + "\n"
    try Data([parts[0], table, parts[2]].joined(separator: "<!-- table -->\n").utf8).write(to: page)
  }
}

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
