import Analysis
import Geometry
import Markers
import Tracking

/// Markers that left their places together: a part of the cap slid over the rest.
struct SlidingGroup {
  /// How many, and of how many.
  let count, all: Int
  /// The median time at which they were first seen elsewhere, seconds since the start of the recording.
  let time: Double

  /// Fewer markers fell off one by one.
  private static let fewest = 3
  /// Markers that are first seen elsewhere within this of the median moved together, seconds.
  private static let spread = 1.0
  /// With this share of the markers it can't be told which part stayed in its place on the head.
  private static let largestShare = 1.0 / 3

  /// The group; nil where no three moved together.
  init?(_ tracking: Tracking) {
    var first: [Int: Double] = [:]
    let start = tracking.observations.first?.time ?? 0
    for frame in tracking.observations {
      for (id, reason) in frame.rejected where reason == .moved && first[id] == nil { first[id] = frame.time - start }
    }
    let median = RobustStatistics.median(Array(first.values))
    let together = first.values.filter { abs($0 - median) <= Self.spread }
    guard together.count >= Self.fewest else { return nil }
    (count, all, time) = (together.count, tracking.map.ids.count, median)
  }

  /// True where the group is so large that nothing may be measured.
  var isDisputed: Bool { Double(count) >= Self.largestShare * Double(all) }

  /// What happened, in words.
  var text: String {
    "\(count) of \(all) markers moved together on the cap at about \(Words.number(time, digits: 1)) s: a part of it slid"
      + (isDisputed ? ", and which part stayed in its place can't be told" : " and was not used from then on")
  }
}
