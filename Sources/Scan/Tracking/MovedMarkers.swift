import Geometry
import Markers
import Workers

/// A marker that left its place on the cap during the recording: it fell off, was shifted, or its cloth folded over.
struct MovedMarker: Equatable {
  let id: Int
  /// The index of the first frame that shows it elsewhere.
  let frame: Int
  /// Its corners before that, in the map's frame.
  let corners: [Vector3]
}

/// Finds markers that moved: before and after a moment, their sightings in the map's frame differ by more than they
/// scatter.
enum MovedMarkers {
  /// The least shift of a marker that counts as a move, metres. Depth at grazing angles shifts sightings by up to a
  /// millimetre; the number itself is assumed. False alarms: Docs/evaluation/tracking.md (Markers that move).
  private static let leastShift = 0.003
  /// The least turn of a marker that counts as a move, radians. Assumed: 17°.
  private static let leastTurn = 0.3
  /// The least shift or turn in standard deviations of a single sighting. Convention: 99.7 % of a normal distribution.
  private static let significance = 3.0
  /// The fewest sightings on either side of the moment. Assumed.
  private static let fewest = 4
  /// A frame takes part from this many markers on: of fewer, one that moved takes the pose with it. Assumed.
  private static let fewestMarkers = 3
  /// The arm by which a turn counts as a shift, metres. Assumed: about half a marker's diagonal.
  private static let turnArm = 0.01
  /// The most moments that are tried before the best one is looked at closely. Chosen for speed.
  private static let mostSplits = 160

  private struct Sighting {
    var frame: Int
    var corners: [Vector3]
    var centre: Vector3
    var normal: Vector3
  }

  /// The moved markers in the order of their ids.
  static func find(
    _ frames: [FrameObservations], _ adjustment: Adjustment, _ workers: Workers
  ) -> [MovedMarker] {
    let sightings = sightings(frames, adjustment, workers)
    let ids = sightings.keys.sorted()
    return workers.map(ids.count) { moved(ids[$0], sightings[ids[$0]]!) }.compactMap { $0 }
  }

  /// The sightings of each marker of the map, carried into its frame.
  private static func sightings(
    _ frames: [FrameObservations], _ adjustment: Adjustment, _ workers: Workers
  ) -> [Int: [Sighting]] {
    let shown = workers.map(frames.count) { index -> [(id: Int, sighting: Sighting)] in
      let frame = frames[index]
      guard let pose = adjustment.cameraFromMap[index]?.inverse, frame.markers.count >= fewestMarkers else { return [] }
      return frame.markers.compactMap { marker in
        guard adjustment.map.markers[marker.id] != nil, let metric = marker.metric,
          let corners = adjustment.calibration.corners(of: marker, frame.cameras)?.map({ pose * $0 })
        else { return nil }
        let centre = corners.reduce(.zero, +) / 4
        return (
          marker.id, Sighting(frame: index, corners: corners, centre: centre, normal: pose.rotation * metric.normal)
        )
      }
    }
    return Dictionary(grouping: shown.joined(), by: \.id).mapValues { $0.map(\.sighting) }
  }

  private static func moved(_ id: Int, _ sightings: [Sighting]) -> MovedMarker? {
    guard sightings.count >= 2 * fewest else { return nil }
    // In a long recording the moment is first looked for among some of the sightings, so that the cost stays linear.
    let step = max(1, sightings.count / mostSplits)
    let some = stride(from: 0, to: sightings.count, by: step).map { sightings[$0] }
    let coarse = bestSplit(some, among: nil) * step
    let split = step == 1 ? coarse : bestSplit(sightings, among: (coarse - step)...(coarse + step))
    let (before, after) = (sightings[..<split], sightings[split...])
    guard differ(before, after) else { return nil }
    let corners = (0..<4).map { k in median(before.map { $0.corners[k] }) }
    return MovedMarker(id: id, frame: sightings[split].frame, corners: corners)
  }

  /// The split of the least scatter within both parts, among all places or some.
  private static func bestSplit(
    _ sightings: [Sighting], among places: ClosedRange<Int>?
  ) -> Int {
    let all = fewest...(sightings.count - fewest)
    var best: (split: Int, cost: Double) = (fewest, .infinity)
    for split in places?.clamped(to: all) ?? all {
      let cost = spread(sightings[..<split]) + spread(sightings[split...])
      if cost < best.cost { best = (split, cost) }
    }
    return best.split
  }

  /// The sum of distances from the median, metres; a turn counts as the shift of a marker's corner.
  private static func spread(_ part: ArraySlice<Sighting>) -> Double {
    let (centre, normal) = (median(part.map { $0.centre }), median(part.map { $0.normal }))
    return part.reduce(0) { $0 + ($1.centre - centre).length + turnArm * ($1.normal - normal).length }
  }

  private static func differ(
    _ before: ArraySlice<Sighting>, _ after: ArraySlice<Sighting>
  ) -> Bool {
    let centre = median(before.map(\.centre))
    let shift = (median(after.map(\.centre)) - centre).length
    let scatter = RobustStatistics.median(before.map { ($0.centre - centre).length })
    if shift > max(leastShift, significance * RobustStatistics.madToSigma * scatter) { return true }
    let normal = median(before.map(\.normal))
    let turn = (median(after.map(\.normal)) - normal).length
    let wobble = RobustStatistics.median(before.map { ($0.normal - normal).length })
    return turn > max(leastTurn, significance * RobustStatistics.madToSigma * wobble)
  }

  private static func median(_ points: [Vector3]) -> Vector3 {
    // Closures, not key paths: those of a vector's components are looked up at every call.
    [
      RobustStatistics.median(points.map { $0.x }), RobustStatistics.median(points.map { $0.y }),
      RobustStatistics.median(points.map { $0.z }),
    ]
  }
}

extension MovedMarkers {
  /// Rejects the sightings of moved markers after they moved, and puts them where they were before.
  static func reject(
    _ frames: inout [FrameObservations], _ adjustment: inout Adjustment, _ workers: Workers
  ) {
    for moved in find(frames, adjustment, workers) {
      adjustment.map.markers[moved.id]?.corners = moved.corners
      for index in frames.indices where index >= moved.frame {
        frames[index].reject { $0.id == moved.id ? .moved : nil }
      }
    }
  }
}
