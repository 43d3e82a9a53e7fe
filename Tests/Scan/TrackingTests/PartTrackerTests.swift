import Geometry
import TestSupport
import Testing
import Workers

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

  @Test(arguments: zip([(4, 0.005), (8, 0.003), (12, 0.005)], [3, 4, 3] as [UInt64]))
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
    // The side on which more is seen of the part is used.
    let sightings = { (range: Range<Int>) in
      scene.frames[range].reduce(0) { $0 + $1.markers.count { slip.ids.contains($0.id) } }
    }
    let (before, after) = (sightings(0..<slip.frames.lowerBound), sightings(slip.frames.upperBound..<270))
    #expect(slip.isBeforeKept == (before >= after), "\(before), \(after)")
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
  @Test(arguments: 11..<13 as Range<UInt64>) func isFoundWhereItSlidOutOfSight(seed: UInt64) throws {
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

/// The frames of a slip, of sightings that stand still but for what moved.
@Suite struct SlipFramesTests {
  private static let camera = Camera(width: 640, height: 480, fx: 592, fy: 592, cx: 320, cy: 240)

  private static func marker(_ id: Int, at place: Vector3 = [0, 0, 0.3]) -> MarkerObservation {
    let points = [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1)].map { place + [0.008 * $0, 0.008 * $1, 0] }
    return MarkerObservation(
      id: id, corners: points.map(camera.project),
      metric: MetricCorners(
        points: points, depthSigmas: [0.0002, 0.0002, 0.0002, 0.0002], normal: [0, 0, -1], residual: 0, pixels: 500),
      depthPixels: 500, validDepthPixels: 500)
  }

  /// Ten frames a second with so many of the given markers.
  private static func frames(_ count: Int, _ markers: (Int) -> [MarkerObservation]) -> [FrameObservations] {
    (0..<count).map { FrameObservations(frame: $0, time: 0.1 * Double($0), camera: camera, markers: markers($0)) }
  }

  private static let finder = PartSlipFinder(
    tracker: Tracker(), cap: SimulatedCap(seed: 1, frames: 1).cap, workers: Workers(count: 1))

  /// Half a second on both sides of the moment, and never less than the frames that don't show the part.
  @Test(arguments: [(20...20, 15..<25), (10...31, 10..<31), (1...1, 0..<6), (39...39, 34..<41), (12...18, 10..<20)])
  func aMomentIsAsLongAsASlide(change: ClosedRange<Int>, expected: Range<Int>) {
    #expect(Self.finder.around(change, Self.frames(41) { _ in [] }) == expected)
  }

  @Test func theFramesOfAMomentAreOnNeitherSide() {
    let sides = PartSlipFinder.sides(of: 15..<25, in: 41)
    #expect(sides.before == 0..<15)
    #expect(sides.after == 25..<41)
  }

  @Test func aMomentIsWidenedToWhereThePartIsSeen() {
    let frames = Self.frames(30) { [5, 7, 12, 14].contains($0) ? [Self.marker(3)] : [Self.marker(4)] }
    let widened = { (ids: [Int], change: ClosedRange<Int>) in
      Self.finder.unseen(ids, PairDistances.Change(frames: change, pairs: 6), frames)
    }
    #expect(widened([3], 6...10).frames == 6...12)
    #expect(widened([3, 8], 7...9).frames == 6...12)
    #expect(widened([3], 7...12).frames == 6...12)
    #expect(widened([3], 8...13).frames == 8...14)
    #expect(widened([3], 6...10).pairs == 6)
    // Never seen before, or after.
    #expect(widened([3], 3...4).frames == 3...5)
    #expect(widened([3], 15...20).frames == 15...20)
  }

  @Test(arguments: [true, false]) func oneSideOfASlipIsUsed(isBeforeKept: Bool) {
    var frames = Self.frames(10) { _ in [Self.marker(3), Self.marker(4)] }
    PartSlip(ids: [3, 5], others: [4, 6, 7, 8], frames: 4..<7, shift: 0.004, isBeforeKept: isBeforeKept).reject(&frames)
    for (index, frame) in frames.enumerated() {
      let isUsed = isBeforeKept ? index < 4 : index >= 7
      #expect(frame.markers.map(\.id) == (isUsed ? [3, 4] : [4]), "frame \(index)")
      #expect(frame.rejected.map(\.id) == (isUsed ? [] : [3]))
      #expect(frame.rejected.allSatisfy { $0.reason == .partSlid })
    }
  }

  // MARK: Distances

  /// Two markers 40 mm apart that are farther apart by so many millimetres in each frame, in frames of their own.
  private static func pair(_ ids: (Int, Int), _ farther: [Double]) -> [[MarkerObservation]] {
    farther.map { [marker(ids.0), marker(ids.1, at: [0.04 + 0.001 * $0, 0, 0.3])] }
  }

  private static func distances(_ shown: [[MarkerObservation]]) -> PairDistances {
    PairDistances(frames(shown.count) { shown[$0] }, .none)
  }

  private static func step(_ before: Int, _ after: Int, by millimetres: Double) -> [Double] {
    Array(repeating: 0, count: before) + Array(repeating: millimetres, count: after)
  }

  /// A change of δ between n and m sightings explains n m / (n + m) δ²: 5 mm² for ten and ten by 1 mm, 3.2 δ² for four
  /// and sixteen, which is as much for 1.25 mm.
  @Test(arguments: [(1.2, 10), (1.3, 24)]) func whatExplainsMostIsLikeliest(other: Double, frame: Int) throws {
    let first = Self.pair((1, 2), Self.step(10, 10, by: 1))
    let second = Self.pair((3, 4), Self.step(4, 16, by: other))
    let change = try #require(Self.distances(first + second).likeliestChange())
    #expect(change.frames == frame...frame)
    // The other way round.
    let turned = try #require(Self.distances(second + first).likeliestChange())
    #expect(turned.frames == (frame == 10 ? 30...30 : 4...4))
  }

  /// Of a pair that is known to have changed, a single sighting before or after tells; else four on either side have to.
  @Test func aSingleSightingTellsOfAKnownPart() throws {
    let distances = Self.distances(Self.pair((1, 2), Self.step(1, 9, by: 2)))
    let known = try #require(distances.likeliestChange(of: [2]))
    #expect(known.frames == 1...1)
    let unknown = try #require(distances.likeliestChange())
    #expect(unknown.frames == 4...4)
    #expect(unknown.pairs == 0)
    let last = try #require(Self.distances(Self.pair((1, 2), Self.step(9, 1, by: 2))).likeliestChange(of: [1]))
    #expect(last.frames == 9...9)
    // Pairs within the part, and within the rest, tell nothing.
    #expect(distances.likeliestChange(of: [1, 2]) == nil)
    #expect(distances.likeliestChange(of: [5]) == nil)
    // Nor do fewer than eight sightings.
    #expect(Self.distances(Self.pair((1, 2), Self.step(4, 3, by: 2))).likeliestChange() == nil)
    #expect(Self.distances(Self.pair((1, 2), Self.step(4, 4, by: 2))).likeliestChange()?.frames == 4...4)
  }

  /// By 1.2 mm, and by four deviations of the difference of its means: for ten and ten sightings of 0.5 mm each 0.89 mm, for
  /// four and four 1.41 mm. Beyond 6 mm from the usual distance a change is as good as one of 6 mm.
  @Test(arguments: [(10, 1.15, 0), (10, 1.25, 1), (4, 1.35, 0), (4, 1.48, 1), (5, 30, 1)])
  func aPairChangesByMoreThanItScatters(half: Int, change: Double, pairs: Int) throws {
    let distances = Self.distances(Self.pair((1, 2), Self.step(half, half, by: change)))
    let found = try #require(distances.likeliestChange())
    #expect(found.frames == half...half)
    #expect(found.pairs == pairs)
  }

  /// Sightings that scatter by 2 mm from one to the next: 1.4826 · 2 / √2 mm each, so that twenty and twenty have to differ by
  /// 2.65 mm.
  @Test(arguments: [(2.5, 0), (2.8, 1)]) func whatScattersMoreHasToChangeMore(change: Double, pairs: Int) throws {
    let farther = (0..<40).map { ($0 % 2 == 0 ? -1.0 : 1) + ($0 < 20 ? 0 : change) }
    let found = try #require(Self.distances(Self.pair((1, 2), farther)).likeliestChange())
    #expect(found.frames == 20...20)
    #expect(found.pairs == pairs)
  }

  /// No sighting is between the frames of a change; nearly as likely are moments that explain nine tenths of it.
  @Test func aChangeLiesBetweenSightings() throws {
    let shown = Self.pair((1, 2), Self.step(6, 6, by: 2))
    let gap: [[MarkerObservation]] = [[], [Self.marker(1)], []]
    let distances = Self.distances(Array(shown[..<6]) + gap + Array(shown[6...]))
    #expect(try #require(distances.likeliestChange()).frames == 6...9)
    #expect(try #require(distances.likeliestChange(nearly: true)).frames == 6...9)
    let all = Self.distances(Self.pair((1, 2), Self.step(30, 30, by: 2)))
    // With one sighting on the wrong side 29 / 31 of it are explained, with two 28 / 32, less than nine tenths.
    #expect(try #require(all.likeliestChange()).frames == 30...30)
    #expect(try #require(all.likeliestChange(nearly: true)).frames == 29...31)
  }

  /// Three markers of which every distance has two values in more than a tenth of its sightings: all triples are closed. With
  /// one distance that keeps its value, those about it are open.
  @Test func twoHeadsCloseTriples() throws {
    // Markers along a line whose places have two values: 3.5 mm times a power of two, so that no difference is small.
    let shown = { (others: Int, still: Int) in
      (0..<40).map { frame -> [MarkerObservation] in
        (0..<5).map { id in
          let isOther = frame < others && id >= still
          return Self.marker(id, at: [0.05 * Double(id) + (isOther ? 0.0035 * Double(1 << id) : 0), 0, 0.3])
        }
      }
    }
    // Ten distances of five markers make thirty triples, each counted from its three: all closed.
    #expect(Self.distances(shown(5, 0)).splitClosure == 1)
    #expect(Self.distances(shown(4, 0)).splitClosure == nil, "a tenth is not more than a tenth")
    // Two of them stand still to each other: of ten triples three have that distance, each open from one of its ends.
    #expect(Self.distances(shown(5, 2)).splitClosure == 21.0 / 24)
  }
}
