import Geometry
import TestSupport
import Testing

@testable import Markers
@testable import Tracking

/// A part of the cap that slides over the rest is found, with its markers and the moment, and used on one side of that only.
@Suite(.slow) struct PartSlipTests {
  /// The scene with the `count` markers nearest to one turned by `shift` metres over the head from frame `start` on.
  private func scene(
    _ count: Int, shift: Double, from start: Int, seed: UInt64
  ) -> (scene: SimulatedCap, ids: Set<Int>) {
    var scene = Self.threeTimesAround(seed: seed)
    let centres = scene.corners.mapValues { $0.reduce(.zero, +) / 4 }
    let middle = centres[Int(seed) % 30]!
    let ids = Set(
      centres.keys.sorted { ((centres[$0]! - middle).length, $0) < ((centres[$1]! - middle).length, $1) }.prefix(count))
    let turn = Matrix3.rotation(middle.anyOrthogonal * (shift / middle.length))
    for i in start..<scene.frames.count {
      let cameraFromHead = scene.headFromCamera[i].inverse
      scene.frames[i].markers = scene.frames[i].markers.map { marker in
        guard ids.contains(marker.id), let metric = marker.metric else { return marker }
        let seen = scene.corners[marker.id]!.map { cameraFromHead * (turn * $0) }
        return MarkerObservation(
          id: marker.id, corners: seen.map(scene.camera.project),
          metric: MetricCorners(
            points: seen, depthSigmas: metric.depthSigmas,
            normal: (seen[3] - seen[1]).cross(seen[2] - seen[0]).normalized, residual: 0, pixels: 500),
          depthPixels: 500, validDepthPixels: 500)
      }
    }
    return (scene, ids)
  }

  /// Every marker is seen early and late: the camera goes around three times in nine seconds.
  private static func threeTimesAround(seed: UInt64) -> SimulatedCap {
    var scene = SimulatedCap(seed: seed, frames: 90)
    for round in 1..<3 {
      let next = SimulatedCap(seed: seed + UInt64(100 * round), frames: 90)
      scene.headFromCamera += next.headFromCamera
      scene.frames += next.frames.map {
        let index = $0.frame + 90 * round
        return FrameObservations(frame: index, time: Double(index) / 30, camera: $0.camera, markers: $0.markers)
      }
    }
    return scene
  }

  @Test(arguments: zip([(4, 0.005), (8, 0.003), (8, 0.01), (12, 0.005)], [3, 4, 4, 3] as [UInt64]))
  func isFound(part: (count: Int, shift: Double), seed: UInt64) throws {
    let (scene, ids) = scene(part.count, shift: part.shift, from: 130, seed: seed)
    let (tracking, observations, slips) = try PartTracker(cap: scene.cap).track(scene.frames)
    let slip = try #require(slips.first, "seed \(seed)")
    #expect(slips.count == 1, "\(slip), seed \(seed)")
    #expect(slip.frames.contains(130), "\(slip), seed \(seed)")
    #expect(Set(slip.ids).isSubset(of: ids), "\(slip), seed \(seed)")
    #expect(2 * slip.ids.count >= ids.count, "\(slip), seed \(seed)")
    #expect(Set(slip.others).isDisjoint(with: ids), "\(slip), seed \(seed)")
    #expect(abs(slip.shift - part.shift) < 0.15 * part.shift + 0.0003, "\(slip), seed \(seed)")
    for (index, frame) in observations.enumerated() {
      let isUsed = slip.isBeforeKept ? index < slip.frames.lowerBound : index >= slip.frames.upperBound
      #expect(isUsed || !frame.markers.contains { slip.ids.contains($0.id) })
    }
    // The poses are those of the head again.
    let errors = scene.frames.indices.compactMap { i in
      tracking.scanFromCamera[i].map { (scene.headFromCamera[i] * $0.inverse).rotation }
    }
    // One frame with two markers may be off by a degree; the part's slide turns a third of all by 3° and more.
    let turns = errors.map { ($0 * errors[0].transpose).rotationVector.length }
    #expect(turns.count > 200, "\(RobustStatistics.rms(turns)), seed \(seed)")
    #expect(RobustStatistics.rms(turns) < 0.008, "\(RobustStatistics.rms(turns)), seed \(seed)")
  }

  /// A marker near the axis about which the part turns hardly moves against it: it agrees with part and rest.
  @Test(arguments: [5, 6] as [UInt64]) func whatLiesNearTheAxisGoesWhereItFitsBetter(seed: UInt64) throws {
    let (scene, ids) = scene(14, shift: 0.003, from: 130, seed: seed)
    let slip = try #require(try PartTracker(cap: scene.cap).track(scene.frames).slips.first, "seed \(seed)")
    let (named, others) = (Set(slip.ids), Set(slip.others))
    let isPart = named.isSubset(of: ids) && others.isDisjoint(with: ids)
    let isRest = named.isDisjoint(with: ids) && others.isSubset(of: ids)
    #expect(isPart || isRest, "\(slip), part \(ids.sorted()), seed \(seed)")
  }

  /// Little of it is in sight while it slides: many moments are nearly as likely, and the likeliest is often a wrong one.
  @Test(arguments: 11..<15 as Range<UInt64>) func isFoundWhereItSlidOutOfSight(seed: UInt64) throws {
    var (scene, ids) = scene(8, shift: 0.0025, from: 110, seed: seed)
    for i in 105..<160 { scene.frames[i].markers.removeAll { ids.contains($0.id) } }
    let likeliest = try #require(PairDistances(scene.frames, .none).likeliestChange(), "seed \(seed)")
    let nearly = try #require(PairDistances(scene.frames, .none).likeliestChange(nearly: true), "seed \(seed)")
    #expect(
      nearly.frames.contains(110) && nearly.frames.contains(likeliest.frames.lowerBound), "\(nearly), seed \(seed)")
    #expect(nearly.pairs == likeliest.pairs, "seed \(seed)")
    let slip = try #require(try PartTracker(cap: scene.cap).track(scene.frames).slips.first, "seed \(seed), \(nearly)")
    #expect(slip.frames.contains(110), "\(slip), seed \(seed)")
    #expect(Set(slip.ids).isSubset(of: ids), "\(slip), seed \(seed)")
  }

  @Test func theRestMayBeWhatMoved() throws {
    let slip = PartSlip(ids: [1, 2, 3, 4], others: [5, 6, 7, 8, 9], frames: 3..<5, shift: 0.004, isBeforeKept: false)
    let exchanged = try #require(slip.exchanged())
    #expect(exchanged.ids == slip.others)
    #expect(exchanged.others == slip.ids)
    #expect(exchanged.frames == slip.frames)
    #expect(exchanged.exchanged() == slip)
    #expect(PartSlip(ids: [1, 2, 3], others: [5], frames: 3..<5, shift: 0.004, isBeforeKept: true).exchanged() == nil)
  }

  @Test(arguments: [3, 4] as [UInt64]) func nothingSlidesInASoundScan(seed: UInt64) throws {
    let scene = Self.threeTimesAround(seed: seed)
    #expect(try PartTracker(cap: scene.cap).track(scene.frames).slips.isEmpty, "seed \(seed)")
    // Nor where no calibration counts as sound, so that a slide is looked for a second time.
    var tracker = PartTracker(cap: scene.cap)
    tracker.depthLimit = -1
    #expect(try tracker.track(scene.frames).slips.isEmpty, "seed \(seed)")
  }

  @Test func oneMarkerIsNoPart() throws {
    let (scene, _) = scene(1, shift: 0.006, from: 130, seed: 7)
    let (tracking, _, slips) = try PartTracker(cap: scene.cap).track(scene.frames)
    #expect(slips.isEmpty)
    #expect(tracking.observations.contains { $0.rejected.contains { $0 == (7, .moved) } })
  }

  @Test func distancesTellTheMomentWithoutPoses() throws {
    let (scene, ids) = scene(8, shift: 0.004, from: 130, seed: 9)
    let distances = PairDistances(scene.frames, .none)
    let change = try #require(distances.likeliestChange())
    #expect(abs(change.frames.lowerBound - 130) <= 15, "\(change)")
    #expect(change.pairs >= 3, "\(change)")
    let known = try #require(distances.likeliestChange(of: ids))
    #expect(known.frames.contains(130), "\(known)")
    let sound = Self.threeTimesAround(seed: 9)
    #expect(try #require(PairDistances(sound.frames, .none).likeliestChange()).pairs < 3)
  }

  /// Of a cap of 30 markers: parts of up to half of it leave most distances as they are.
  @Test(arguments: [(4, 0.005), (12, 0.005), (15, 0.015)], [3, 4] as [UInt64])
  func aSlipLeavesMostDistances(part: (count: Int, shift: Double), seed: UInt64) throws {
    let (scene, _) = scene(part.count, shift: part.shift, from: 130, seed: seed)
    let closure = SplitDistances.closure(scene.frames) ?? 0
    #expect(closure < SplitDistances.mostSplit / 2, "\(closure), seed \(seed)")
  }

  /// The same ids on another head: they stand elsewhere in half of the frames, the last ones or every second one.
  @Test(arguments: [true, false], [3, 4] as [UInt64]) func twoHeadsDoNot(isInterleaved: Bool, seed: UInt64) throws {
    let (scene, other) = (Self.threeTimesAround(seed: seed), Self.threeTimesAround(seed: seed + 50))
    let frames = scene.frames.indices.map { index in
      guard isInterleaved ? index % 2 == 1 : 2 * index >= scene.frames.count else { return scene.frames[index] }
      var frame = other.frames[index]
      frame.markers = frame.markers.map {
        MarkerObservation(
          id: 7 * $0.id % 30, corners: $0.corners, metric: $0.metric, depthPixels: 500, validDepthPixels: 500
        )
      }
      return frame
    }
    let closure = try #require(SplitDistances.closure(frames), "seed \(seed)")
    #expect(closure > SplitDistances.mostSplit, "\(closure), seed \(seed)")
    #expect(SplitDistances.closure(scene.frames) == nil)
  }
}
