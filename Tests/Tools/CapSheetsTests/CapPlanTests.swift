import Foundation
import Geometry
import Markers
import Testing

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
    do { _ = try plan(34, sizeMm: 12) } catch let error as CapPlanError {
      guard case .tooSmall(12, let pixels, _) = error else { throw error }
      #expect(abs(pixels - 592 * 0.012 / 0.3) < 1e-9)
    }
    for size in [20.0, 24] {
      do {
        let plan = try plan(34, sizeMm: size)
        Issue.record("\(plan.ids.count)")
      } catch let error as CapPlanError {
        guard case .noPlan(size, 34, let fewest, _) = error else { throw error }
        #expect(fewest < 9)
      }
    }
    do { _ = try plan(43, sizeMm: 16, ids: 20) } catch let error as CapPlanError {
      guard case .tooFewIDs(let needed, 20, _) = error else { throw error }
      #expect(needed > 30)
    }
  }
}
