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
