import Feedback
import Foundation
import Geometry
import Testing

@testable import LiveTracking
@testable import Markers

/// A scan that nobody ends.
@Suite struct EnduranceTests {
  /// Simulated minutes of frames, 30 a second; `make load` asks for a day.
  private static let minutes = ProcessInfo.processInfo.environment["CALVARIA_LIVE_MINUTES"].flatMap { Double($0) } ?? 4

  /// The state of what follows the cap and of what guides its operator is as large in the end as after the first quarter.
  @Test func theStateOfAScanDoesNotGrow() throws {
    let (world, rules) = (SyntheticCap(), FeedbackFile.builtIn.rules)
    var scan = LiveScan(world.cap, rules: rules)
    var engine = FeedbackEngine(rules, ids: world.cap.ids)
    // Once around the head in 40 s, at heights and distances that are now good and now too far.
    let poses = (0..<1200).map { k in
      SyntheticCap.pose(
        0.3 * Double(k), elevation: 40 + 30 * sin(Double(k) / 70), distance: 0.4 + 0.12 * sin(Double(k) / 110))
    }
    let views = poses.enumerated().map { world.frame($0, $1).markers }
    let depths = stride(from: 0, to: poses.count, by: 150).map { world.depth(poses[$0]) }
    let count = Int(Self.minutes * 60 * 30)
    var (sizes, events) = ([Int](), 0)
    for k in 0..<count {
      let turn = k % poses.count
      // The camera looks away for two seconds of each round.
      let seen = FrameObservations(
        frame: k, time: Double(k) / 30, camera: world.camera, markers: turn < 60 ? [] : views[turn])
      let depth = turn % 150 == 0 ? depths[turn / 150] : nil
      events += engine.step(scan.facts(seen, gray: nil, depth: depth)).events.count
      if (k + 1) % (count / 4) == 0 { sizes.append(Self.size(scan) + Self.size(engine)) }
    }
    print("\(count) frames, \(events) events, state of \(sizes) values")
    #expect(events > 10)
    // What was seen last differs from quarter to quarter, by no more than the cap has markers.
    let corners = 30 * 4 * 4
    #expect(sizes[0] > 500)
    #expect(sizes.max()! - sizes.min()! < corners, "\(sizes)")
  }

  /// How many values a value holds, those in its collections counted one by one.
  private static func size(_ value: Any) -> Int {
    let children = Mirror(reflecting: value).children
    return children.isEmpty ? 1 : children.reduce(0) { $0 + size($1.value) }
  }
}
