import Foundation
import Geometry
import Markers
import Testing
import Workers

@testable import Tracking

/// What a simulated board with a known truth shows of its sensor.
@Suite struct BoardCalibrationTests {
  private func calibrated(_ board: SimulatedBoard, scale: Double = 1) throws -> BoardCalibration {
    try BoardCalibration(
      board.frames, corners: board.cap.boardCorners(scale: scale)!, printSigma: 0.0006, workers: Workers(count: 2))
  }

  /// Within three standard deviations: one in 370 sound values is not.
  private func holds(_ estimate: Estimate, _ truth: Double, atMost sigma: Double) -> Bool {
    abs(estimate.value - truth) <= 3 * estimate.sigma && estimate.sigma <= sigma
  }

  @Test(arguments: [(UInt64(1), 1.0), (2, 1.02), (3, 0.94)])
  func aWrongFocalLengthIsFoundWithinItsInterval(seed: UInt64, focal: Double) throws {
    let found = try calibrated(SimulatedBoard(seed: seed, focal: focal))
    #expect(holds(found.focal, focal, atMost: 0.003), "\(found.focal)")
    #expect(!found.seesLens, "χ² \(found.lensSignificance)")
    #expect(holds(found.depth.scale, 1, atMost: 0.004), "\(found.depth.scale)")
  }

  @Test(arguments: [0.05, -0.05])
  func aLensIsFoundBesideTheFocalLength(k1: Double) throws {
    let found = try calibrated(SimulatedBoard(seed: 4, focal: 0.98, lens: Lens(radial: [k1])))
    #expect(found.seesLens)
    #expect(holds(found.lens[0], k1, atMost: 0.02), "\(found.lens)")
    #expect(holds(found.lens[1], 0, atMost: 0.1), "\(found.lens)")
    #expect(holds(found.focal, 0.98, atMost: 0.003), "\(found.focal)")
  }

  /// Twice as many frames as take part in the adjustment.
  @Test func scaleFieldAndDelayOfDepthAreFoundTogether() throws {
    let field = DepthField([0.001, 0.0004, -0.0003, 0.0008])
    let found = try calibrated(
      SimulatedBoard(seed: 5, frames: 420, depthFactor: 1 / 1.01, field: field, delay: 0.02)
    ).depth
    #expect(holds(found.scale, 1.01, atMost: 0.004), "\(found.scale)")
    // The factor lengthens what is missing, too; it is as much of it as the scale is off.
    for (k, truth) in [0.001, 0.0004, -0.0003, 0.0008].enumerated() {
      #expect(holds(found.field[k], 1.01 * truth, atMost: 0.0012), "term \(k): \(found.field[k])")
    }
    #expect(holds(found.timeOffset, 0.02, atMost: 0.002), "\(found.timeOffset)")
    // Over nine by nine places from edge to edge, the constant apart.
    let rest = DepthField([0] + found.field.dropFirst().map(\.value))
    let steps = stride(from: -1.0, through: 1, by: 0.25)
    let values = steps.flatMap { x in steps.map { y in rest.value(at: [x, y]) } }
    #expect(abs(found.fieldDeviation / RobustStatistics.standardDeviation(values) - 1) < 1e-9)
  }

  @Test func aPrintThatIsLargerThanItsFileSaysMakesDepthLonger() throws {
    let board = SimulatedBoard(seed: 6)
    let (plain, scaled) = (try calibrated(board), try calibrated(board, scale: 1.01))
    #expect(abs(scaled.depth.scale.value / plain.depth.scale.value - 1.01) < 0.001)
    #expect(abs(scaled.focal.value - plain.focal.value) < 0.0005)
  }

  @Test func aBentSheetIsSeenAndBendsNothingElse() throws {
    let found = try calibrated(SimulatedBoard(seed: 7, bend: 0.001))
    // What a plane leaves of a bowl: its deviation over the corners, but for what the prior takes back.
    let heights = SimulatedBoard(seed: 7).corners.values.flatMap { $0 }.map { 0.001 * $0.dot($0) / 0.0136 }
    let expected = RobustStatistics.standardDeviation(heights)
    #expect(abs(found.printMiss / expected - 1) < 0.15, "\(found.printMiss) \(expected)")
    #expect(holds(found.focal, 1, atMost: 0.004), "\(found.focal)")
    let flat = try calibrated(SimulatedBoard(seed: 7))
    #expect(flat.printMiss < 0.0001)
  }

  @Test func theNoiseOfDepthIsThatOfItsDistance() throws {
    let noise = try calibrated(SimulatedBoard(seed: 8)).depth.noise
    #expect(noise.map(\.distances).contains(0.25...0.35))
    // 0.4 mm about each marker's surface, straight on less, and the mean of four corners of 0.4 mm.
    for one in noise { #expect((0.00025...0.0006).contains(one.deviation.value), "\(one)") }
  }

  @Test func aRecordingThatDoesNotCarryItIsRefused() {
    #expect(throws: BoardError.tooFewViews(12, needed: 20, markers: 6)) {
      try calibrated(SimulatedBoard(seed: 9, frames: 12))
    }
    #expect {
      try calibrated(SimulatedBoard(seed: 9, tilts: 0...4))
    } throws: { error in
      if case .tooLittleTilt = error as? BoardError { true } else { false }
    }
    #expect {
      try calibrated(SimulatedBoard(seed: 9, tilts: 15...30, distances: 0.40...0.42))
    } throws: { error in
      if case .tooLittleRange = error as? BoardError { true } else { false }
    }
  }

  @Test func anotherArrangementOfTheSameMarkersIsRefused() {
    let board = SimulatedBoard(seed: 10)
    let ids = board.corners.keys.sorted()
    let mixed = Dictionary(uniqueKeysWithValues: zip(ids, ids.reversed()).map { ($0, board.corners[$1]!) })
    #expect(throws: BoardError.otherBoard) {
      try BoardCalibration(board.frames, corners: mixed, printSigma: 0.004, workers: Workers(count: 1))
    }
  }

  @Test func theNumberOfThreadsChangesNothing() throws {
    let board = SimulatedBoard(seed: 11, frames: 40)
    let found = try [1, 3].map {
      try BoardCalibration(board.frames, corners: board.corners, printSigma: 0.004, workers: Workers(count: $0))
    }
    #expect(found[0].focal == found[1].focal)
    #expect(found[0].depth.field == found[1].depth.field)
  }
}

/// From where a board is seen, and what that is not enough for.
@Suite struct BoardViewsTests {
  private static let board = SimulatedBoard(seed: 1, frames: 1)

  /// Views with the board turned about the image's level and upright axes, radians, so far away.
  private static func views(
    _ poses: [(level: Double, upright: Double, distance: Double)], markers: Int = 6
  ) throws(BoardError) -> BoardViews {
    // All markers in one place, which every view shows at its distance.
    let corners = [Vector3](repeating: .zero, count: 4)
    let map = MarkerMap(
      markers: Dictionary(
        uniqueKeysWithValues: (0..<30).map { ($0, .init(corners: corners, cornerSigmas: [0, 0, 0, 0], sightings: 0)) }))
    let camera = board.frames[0].camera
    let shown = Array(board.frames[0].markers.prefix(markers))
    let adjustment = Adjustment(
      cameraFromMap: poses.map {
        RigidTransform(rotation: .rotation([$0.level, $0.upright, 0]), translation: [0, 0, $0.distance])
      }, map: map, calibration: .none)
    return try BoardViews(
      adjustment,
      poses.indices.map { FrameObservations(frame: $0, time: Double($0), camera: camera, markers: shown) })
  }

  /// Half of the views are turned about one axis alone, half about the other: each mean of squares is half of one.
  @Test func tiltAndDistancesAreThoseOfTheViews() throws {
    let views = try Self.views(
      (0..<21).map { k in
        let sign = k % 4 < 2 ? 1.0 : -1
        return (k % 2 == 0 ? sign * 0.5 : 0, k % 2 == 0 ? 0 : sign * 0.4, 0.2 + 0.01 * Double(k))
      })
    #expect(views.count == 21)
    #expect(abs(views.tilt.level - asin(sin(0.5) * (11.0 / 21).squareRoot())) < 1e-9)
    #expect(abs(views.tilt.upright - asin(sin(0.4) * (10.0 / 21).squareRoot())) < 1e-9)
    // The quantiles of 21 even steps.
    #expect(abs(views.distances.lowerBound - 0.21) < 0.002)
    #expect(abs(views.distances.upperBound - 0.39) < 0.002)
  }

  @Test(arguments: [(8.1, 1.32, 20, 6, true), (7.9, 1.32, 20, 6, false), (8.1, 1.28, 20, 6, false)])
  func aBoardNeedsViewsTiltAndDistances(degrees: Double, range: Double, count: Int, markers: Int, isEnough: Bool) {
    // Ten views near, ten far away: the quantiles are those two distances.
    let views = { (count: Int, markers: Int) in
      // Of views turned about one axis each the mean of squares is half.
      let angle = asin(2.0.squareRoot() * sin(degrees * .pi / 180))
      return Result { () throws(BoardError) in
        try Self.views(
          (0..<count).map { k in
            (k % 2 == 0 ? angle : 0, k % 2 == 0 ? 0 : angle, 2 * k < count ? 0.25 : 0.25 * range)
          }, markers: markers)
      }
    }
    #expect(((try? views(count, markers).get()) != nil) == isEnough)
    // One view fewer, or one marker in each.
    #expect(throws: BoardError.tooFewViews(18, needed: 20, markers: 6)) { try views(18, markers).get() }
    #expect(throws: BoardError.tooFewViews(0, needed: 20, markers: 6)) { try views(count, 5).get() }
  }

  @Test func errorsNameWhatIsMissing() throws {
    let few = BoardError.tooFewViews(12, needed: 20, markers: 6).message
    #expect(few.code == .boardTooFewViews)
    #expect(few.values == ["count": .count(12), "needed": .count(20), "markers": .count(6)])
    let tilt = BoardError.tooLittleTilt(.pi / 36, needed: .pi / 18).message
    #expect(tilt.code == .boardTooLittleTilt)
    let range = BoardError.tooLittleRange(near: 0.25, far: 0.31, needed: 1.3).message
    #expect(range.code == .boardTooLittleRange)
    let expected = [
      (tilt.values["tilt"], 5.0, "°"), (tilt.values["needed"], 10, "°"), (range.values["near"], 25, "cm"),
      (range.values["far"], 31, "cm"), (range.values["needed"], 1.3, ""),
    ]
    for (found, value, unit) in expected {
      guard case .number(let number, decimals: _, unit: let its) = found else {
        Issue.record("no number but \(String(describing: found))")
        continue
      }
      #expect(abs(number - value) < 1e-9)
      #expect(its == unit)
    }
    #expect(BoardError.otherBoard.message.code == .boardOther)
  }
}

/// The deviations of what depth misses, where its errors are not independent.
@Suite struct BoardDepthTests {
  private static let unknowns = BoardDepth.unknowns

  private static func sample(_ frame: Int, _ cell: Int, off error: Double) -> BoardDepth.Sample {
    // A solution of 0.5 explains half a unit.
    BoardDepth.Sample(
      frame: frame, cell: cell, row: [1] + [Double](repeating: 0, count: unknowns - 1), miss: error + 0.5, weight: 1)
  }

  /// The deviations of the first and the last unknown: a unit of pull moves them by 2 and by 0.5.
  private static func sigmas(_ samples: [BoardDepth.Sample]) -> (first: Double, last: Double, others: [Double]) {
    var inverse = [[Double]](repeating: [Double](repeating: 0, count: unknowns), count: unknowns)
    inverse[0][0] = 2
    (inverse[0][unknowns - 1], inverse[unknowns - 1][0]) = (0.5, 0.5)
    inverse[unknowns - 1][unknowns - 1] = 3
    let sigmas = BoardDepth.sigmas(
      samples, samples.map { _ in 3 }, [0.5] + [Double](repeating: 0, count: unknowns - 1), inverse)
    return (sigmas[0], sigmas[unknowns - 1], Array(sigmas[1..<(unknowns - 1)]))
  }

  /// Fourteen frames of two corners, whose weights of 3 make pulls of ±3 and changes of ±6, single squares of 28 · 36 in all.
  /// Where the two of a frame agree, 14 · 12² times 14 / 2 for few frames takes their place.
  @Test func errorsThatAFrameSharesAddUp() {
    #expect(Self.unknowns == 12)
    let found = Self.sigmas(
      (0..<14).flatMap { frame in (0..<2).map { Self.sample(frame, $0, off: frame % 2 == 0 ? 1 : -1) } })
    #expect(abs(found.first - (0.25 + 7 * 14 * 144).squareRoot()) < 1e-9)
    // The last moves by a quarter of that, and is known to a second before.
    #expect(abs(found.last - (9 + 7 * 14 * 144 / 16.0).squareRoot()) < 1e-9)
    #expect(found.others.allSatisfy { $0 == 0 })
  }

  /// Where the corners of one part of the image agree, and those of a frame cancel, it is (14 · 6)² for each of two parts.
  @Test func errorsThatAPartOfTheImageSharesAddUp() {
    let found = Self.sigmas(
      (0..<14).flatMap { frame in (0..<2).map { Self.sample(frame, $0, off: $0 == 0 ? 1 : -1) } })
    #expect(abs(found.first - (0.25 + 2 * 84.0 * 84).squareRoot()) < 1e-9)
  }

  /// Errors that cancel in frames and parts leave what independent ones do; of fewer frames than unknowns each counts as
  /// many times as there are.
  @Test func whatCancelsLeavesIndependentErrors() {
    let independent = (0..<14).flatMap { frame in
      (0..<2).map { Self.sample(frame, $0, off: ($0 == 0) == (frame % 2 == 0) ? 1 : -1) }
    }
    #expect(abs(Self.sigmas(independent).first - (0.25 + 28 * 36).squareRoot()) < 1e-9)
    let few = (0..<4).map { Self.sample($0, $0, off: 1) }
    // Each frame and part is one corner: the frames' sum is four times theirs.
    #expect(abs(Self.sigmas(few).first - (0.25 + 4 * 4 * 36).squareRoot()) < 1e-9)
  }

  /// Beyond two deviations an error weighs as if it were two.
  @Test func largeErrorsWeighLess() {
    let row = [0.3] + [Double](repeating: 0, count: Self.unknowns - 1)
    let samples = [0.0, 0.0019, 0.004, -0.008].map {
      BoardDepth.Sample(frame: 0, cell: 0, row: row, miss: 0.003 + $0, weight: 1e6)
    }
    let weights = BoardDepth.weights(samples, [0.01] + [Double](repeating: 0, count: Self.unknowns - 1))
    for (weight, expected) in zip(weights, [1e6, 1e6, 5e5, 2.5e5]) { #expect(abs(weight / expected - 1) < 1e-9) }
  }

  /// Six parts along each axis, row by row; what lies outside belongs to the border.
  @Test(arguments: [
    (-1.0, -1.0, 0), (-0.66, -0.68, 1), (0.01, -0.9, 3), (0.99, -0.99, 5), (-0.99, 0.01, 18), (0.5, 0.99, 34),
    (1.3, 1.2, 35),
    (-1.4, 0.4, 24),
  ])
  func aPlaceBelongsToOneOf36Parts(x: Double, y: Double, cell: Int) {
    #expect(BoardDepth.cell([x, y]) == cell)
  }
}

/// What a device file does to a scan.
@Suite struct SensorPriorTests {
  private func tracked(_ cap: SimulatedCap, _ prior: SensorPrior?) throws -> SelfCalibration {
    var options = TrackingOptions()
    options.device = prior
    return try Tracker(options: options).track(cap.frames, cap: cap.cap).calibration
  }

  private let field = (0..<SensorPrior.fieldTerms).map { _ in Estimate(0, sigma: 0.0003) }

  @Test func itNarrowsTheFocalLengthAndDrawsDepthToItsScale() throws {
    let cap = SimulatedCap(seed: 21, frames: 24)
    let without = try tracked(cap, nil)
    let with = try tracked(
      cap,
      SensorPrior(
        focalSigma: 0.001, lensSigmas: [0.002, 0.006], depthScale: Estimate(1.004, sigma: 0.0005), depthField: field))
    #expect(with.focalScale.sigma < without.focalScale.sigma)
    #expect(with.focalScale.sigma < 0.0011)
    #expect(abs(with.depthScale.value - 1.004) < abs(without.depthScale.value - 1.004))
    #expect(try #require(with.focalMiss) < SensorPrior.mostMiss)
  }

  @Test func aScanThatContradictsItIsBelievedAndSaysSo() throws {
    var cap = SimulatedCap(seed: 22)
    for k in cap.frames.indices {
      var wrong = cap.camera
      (wrong.fx, wrong.fy) = (1.04 * wrong.fx, 1.04 * wrong.fy)
      let frame = cap.frames[k]
      cap.frames[k] = FrameObservations(frame: frame.frame, time: frame.time, camera: wrong, markers: frame.markers)
    }
    let found = try tracked(
      cap,
      SensorPrior(
        focalSigma: 0.002, lensSigmas: [0.002, 0.006], depthScale: Estimate(1, sigma: 0.002), depthField: field))
    #expect(try #require(found.focalMiss) > SensorPrior.mostMiss)
    #expect(abs(found.focalScale.value - 1 / 1.04) < 0.01, "\(found.focalScale)")
  }
}
