public import Diagnostics
public import Geometry
public import Markers
import Platform
public import Workers

/// What a recording of a flat board, whose markers' places are known, shows of a phone's sensor. The images alone give focal
/// length and lens, and with the print's size where every corner is; depth is then compared with that.
public struct BoardCalibration: Sendable {
  /// The true focal length over the recording's.
  public let focal: Estimate
  /// What k₁ and k₂ of the colour camera's lens are more than the recording says; they belong to that focal length.
  public let lens: [Estimate]
  /// χ² with two degrees of freedom of that lens against none.
  public let lensSignificance: Double
  /// Whether there is a lens that the recording does not state: one in a thousand boards without has as much χ².
  public var seesLens: Bool { lensSignificance > 13.8 }
  /// What depth misses.
  public let depth: BoardDepth
  /// The standard deviation of a refined corner in pixels, seen straight on.
  public let cornerSigma: Double
  /// How far corners are from where they should be on a flat sheet, root mean square over the sheet, metres.
  public let printMiss: Double
  /// The views that show the board: how many, how they are tilted, and how far away it is.
  public let views: BoardViews

  /// How far a corner of a printed, glued board may be from its place, standard deviation along each axis, metres: paper that
  /// is not quite flat, and a printer that is not quite straight. Assumed; far more than one view's corners tell, so that
  /// the recording finds the sheet's shape by itself.
  private static let flatness = 0.00015
  /// What corners are off together, and no split of a recording shows, does to focal length, k₁ and k₂, standard deviations:
  /// fourteen simulated boards are off by up to twice that, all to the same side. See Docs/evaluation/acceptance.md.
  private static let sharedSigmas = (focal: 0.0005, lens: [0.001, 0.003])
  /// Beyond this root mean square of the corners, pixels, the sheet is not that board. Assumed: a good one is within 0.3.
  private static let mostMiss = 2.0
  /// The factors on the limits of image and depth after each adjustment but the last, as for a cap.
  private static let limits = [4.0, 1.0]

  /// - Parameters:
  ///   - observations: screened, in the order of time.
  ///   - corners: of each marker, on a plane, metres (``Cap/boardCorners(scale:)``).
  ///   - printSigma: how well the size of the print is known, relative.
  /// - Throws: ``BoardError`` where the recording does not carry it, ``TrackingError``.
  public init(
    _ observations: [FrameObservations], corners: [Int: [Vector3]], printSigma: Double, workers: Workers
  ) throws {
    var frames = observations
    for k in frames.indices { frames[k].reject { corners[$0.id] == nil ? .notOnCap : nil } }
    var options = TrackingOptions.forBoard
    options.cornerPrior = Self.flatness
    options.fewestMarkers = BoardViews.fewestMarkers
    let keyframes = Keyframes.choose(frames, most: options.mostKeyframes, fewestMarkers: options.fewestMarkers)
    guard keyframes.count >= BoardViews.fewest else {
      throw BoardError.tooFewViews(keyframes.count, needed: BoardViews.fewest, markers: options.fewestMarkers)
    }
    let printed = MarkerMap(
      markers: corners.mapValues { .init(corners: $0, cornerSigmas: [0, 0, 0, 0], sightings: 0) })
    var adjustment = Adjustment(
      cameraFromMap: frames.map { _ in nil }, map: printed, calibration: .none)
    adjustment.place(keyframes, frames, options, workers)
    let placed = keyframes.count { adjustment.cameraFromMap[$0] != nil }
    guard 2 * placed > keyframes.count else { throw BoardError.otherBoard }
    let assumed = options
    for round in 0...Self.limits.count {
      let isLast = round == Self.limits.count
      options.isRough = !isLast
      adjustment.map = printed
      try adjustment.adjust(
        frames, among: keyframes, markerSide: 1, options: options, sigmas: isLast ? .optics : .none, workers: workers)
      if round == 0, adjustment.reprojectionRMS > Self.mostMiss,
        adjustment.cornerDeviation(frames, among: keyframes)
          .map({ $0 > Self.mostMiss / 2 }) ?? true
      {
        throw BoardError.otherBoard
      }
      guard !isLast else { break }
      if let sigma = adjustment.cornerDeviation(frames, among: keyframes) {
        options.take(cornerDeviation: sigma, inPlaceOf: assumed)
      }
      adjustment.rejectStrangers(&frames, options, limit: Self.limits[round], workers)
      for k in frames.indices where frames[k].markers.count < options.fewestMarkers {
        adjustment.cameraFromMap[k] = nil
      }
    }
    // A long recording has frames between the keyframes; a delay shows from one frame to the next.
    let others = frames.indices.filter {
      adjustment.cameraFromMap[$0] == nil && frames[$0].markers.count >= options.fewestMarkers
    }
    adjustment.place(others, frames, options, workers)
    try adjustment.resect(frames, among: others, options: options, workers)
    adjustment.rejectStrangers(&frames, options, limit: 1, workers)
    for k in others where frames[k].markers.count < options.fewestMarkers { adjustment.cameraFromMap[k] = nil }
    views = try BoardViews(adjustment, frames)
    guard let fit = adjustment.focalFit, let lens = adjustment.lensFit else { throw TrackingError.nothingAgrees }
    let shared = Self.sharedSigmas
    // A camera that focuses errs by frames.
    let widening = lens.widening + fit.byFrame / fit.assumed
    let variance = widening * fit.assumed + shared.focal * shared.focal
    focal = Estimate(exp(fit.value), sigma: exp(fit.value) * variance.squareRoot())
    self.lens = (0..<2).map { k in
      let own = widening * lens.covariance[k][k]
      return Estimate(lens.values[k], sigma: (own + shared.lens[k] * shared.lens[k]).squareRoot())
    }
    lensSignificance = lens.significance
    cornerSigma = adjustment.cornerDeviation(frames, among: keyframes) ?? .nan
    printMiss = RobustStatistics.rms(
      printed.ids.flatMap { id in
        zip(adjustment.map.markers[id]!.corners, corners[id]!).map { ($0 - $1).length }
      })
    depth = try BoardDepth(adjustment, frames, scaleVariance: variance + printSigma * printSigma)
  }
}

extension TrackingOptions {
  /// Priors that say next to nothing: a board determines all of it.
  fileprivate static let forBoard: TrackingOptions = {
    var options = TrackingOptions()
    options.focalScalePrior = 0.1
    options.lensPriors = LensFit.priors
    (options.depthScalePrior, options.depthOffsetPrior, options.depthFieldPrior) = (0.05, 0.02, 0.01)
    options.timeOffsetPrior = 0.1
    // Depth only has to show what is no board; the images alone find the places, with which it is compared.
    options.depthFloor = 0.05
    options.headRadius = .infinity  // it is flat
    options.reprojectionLimit = 1.5
    options.depthLimit = 0.006
    return options
  }()
}

/// From where a board was seen.
public struct BoardViews: Sendable {
  /// How many views there are.
  public let count: Int
  /// How far the sheet is turned about the image's upright and level axis, root mean square, radians.
  public let tilt: (upright: Double, level: Double)
  /// Between which distances nine tenths of the markers are seen, metres.
  public let distances: ClosedRange<Double>

  /// The fewest views, and the fewest markers that make one: two views determine the focal length (Zhang 2000); these leave
  /// enough to tell its interval. Assumed.
  static let (fewest, fewestMarkers) = (20, 6)
  /// The least tilt about each axis, radians: the focal length shows in the square of its sine, and below 8° a corner that is
  /// off by 0.05 px costs 1 % of it. Assumed.
  static let leastTilt = 8 * Double.pi / 180
  /// The farthest over the nearest distance, at least: without it a wrong depth scale is an offset. Assumed.
  static let leastRange = 1.3

  init(_ adjustment: Adjustment, _ frames: [FrameObservations]) throws(BoardError) {
    var (count, upright, level) = (0, 0.0, 0.0)
    var distances: [Double] = []
    for (frame, pose) in zip(frames, adjustment.cameraFromMap) {
      guard let pose, frame.markers.count >= Self.fewestMarkers else { continue }
      let normal = pose.rotation.c2
      count += 1
      (upright, level) = (upright + normal.x * normal.x, level + normal.y * normal.y)
      distances += frame.markers.compactMap { adjustment.map.markers[$0.id].map { (pose * $0.centre).z } }
    }
    guard count >= Self.fewest else {
      throw .tooFewViews(count, needed: Self.fewest, markers: Self.fewestMarkers)
    }
    let angle = { (sum: Double) in asin(min(1, (sum / Double(count)).squareRoot())) }
    (self.count, tilt) = (count, (angle(upright), angle(level)))
    guard min(tilt.upright, tilt.level) >= Self.leastTilt else {
      throw .tooLittleTilt(min(tilt.upright, tilt.level), needed: Self.leastTilt)
    }
    let (near, far) = (RobustStatistics.quantile(distances, 0.05), RobustStatistics.quantile(distances, 0.95))
    guard near > 0, far / near >= Self.leastRange else {
      throw .tooLittleRange(near: near, far: far, needed: Self.leastRange)
    }
    self.distances = near...far
  }
}

/// What depth misses on a board.
public struct BoardDepth: Sendable {
  /// The factor by which measured depth is too short.
  public let scale: Estimate
  /// What is added to measured depth over the image, metres: the first coefficients of a ``DepthField``.
  public let field: [Estimate]
  /// How much later than the timestamps depth was taken, seconds.
  public let timeOffset: Estimate
  /// The noise of a depth pixel, seen straight on, at some distances; metres.
  public let noise: [Noise]

  /// The noise of depth between two distances in metres.
  public struct Noise: Sendable {
    /// The distances.
    public let distances: ClosedRange<Double>
    /// The standard deviation of a pixel, metres.
    public let deviation: Estimate
  }

  /// How much the field differs over the image without its middle, standard deviation over all places, metres.
  public var fieldDeviation: Double {
    let field = DepthField(self.field.map(\.value))
    let places = (-4...4).flatMap { y in (-4...4).map { Vector2(Double($0), Double(y)) / 4 } }
    return RobustStatistics.standardDeviation(places.map { field.value(at: $0) })
  }

  /// A corner's depth: the frame and part of the image in which it is seen, the terms of what is unknown, and the miss.
  struct Sample {
    let frame, cell: Int
    let row: [Double]
    let miss, weight: Double
  }

  /// Parts of the image along each axis within which what the field leaves over is the same: fields have waves of 100 pixels.
  private static let cells = 6
  /// Solutions, each with the delay and the weights of the one before; the third changes the delay by less than a microsecond.
  private static let passes = 4
  static let unknowns = 2 + SelfCalibration.fieldTerms
  /// Where Huber's loss turns from square to line, in standard deviations. Convention.
  private static let knee = 2.0
  /// What is left of waves that a cubic does not follow, and of a hand's movement between two frames, standard deviations of
  /// each term of the field, metres, and of the delay, seconds: chosen on twenty simulated boards, Docs/evaluation/acceptance.md.
  private static let shared = (field: 0.000_06, delay: 0.0003)
  private static let ranges: [ClosedRange<Double>] = [0.15...0.25, 0.25...0.35, 0.35...0.45, 0.45...0.60]
  /// The fewest frames from which the noise at a distance is told. Assumed.
  private static let fewestFrames = 5

  /// - Parameter scaleVariance: of the distances with which depth is compared, relative.
  init(_ adjustment: Adjustment, _ frames: [FrameObservations], scaleVariance: Double) throws(TrackingError) {
    var (samples, delay): ([Sample], Double) = ([], 0)
    var solution = [Double](repeating: 0, count: Self.unknowns)
    var (inverse, weights): ([[Double]], [Double]) = ([], [])
    for _ in 0..<Self.passes {
      samples = Self.samples(adjustment, frames, delay: delay)
      weights = Self.weights(samples, solution)
      var equations = LeastSquares(unknowns: Self.unknowns)
      for (sample, weight) in zip(samples, weights) { equations.add(sample.row, value: sample.miss, weight: weight) }
      // A camera that never moves shows no delay: it is known to a second then, and the equations stay regular.
      equations.add((0..<Self.unknowns).map { $0 == Self.unknowns - 1 ? 1 : 0 }, value: 0, weight: 1)
      guard let solved = equations.solved() else { throw .nothingAgrees }
      (solution, inverse) = solved
      delay += solution[Self.unknowns - 1]
      solution[Self.unknowns - 1] = 0
    }
    // The last delay is in the samples.
    samples = Self.samples(adjustment, frames, delay: delay)
    weights = Self.weights(samples, solution)
    let sigmas = Self.sigmas(samples, weights, solution, inverse)
    let scaleSigma = (sigmas[0] * sigmas[0] + scaleVariance).squareRoot()
    scale = Estimate(1 + solution[0], sigma: scaleSigma)
    field = (1...SelfCalibration.fieldTerms).map {
      Estimate(solution[$0], sigma: (sigmas[$0] * sigmas[$0] + Self.shared.field * Self.shared.field).squareRoot())
    }
    let delaySigma = sigmas[Self.unknowns - 1]
    timeOffset = Estimate(
      delay, sigma: (delaySigma * delaySigma + Self.shared.delay * Self.shared.delay).squareRoot())
    noise = Self.noise(adjustment, frames, solution, delay: delay)
  }

  static func weights(_ samples: [Sample], _ solution: [Double]) -> [Double] {
    samples.map { sample in
      let off = abs(rest(sample, solution)) * sample.weight.squareRoot()
      return sample.weight * min(1, knee / max(off, 1e-12))
    }
  }

  private static func rest(_ sample: Sample, _ solution: [Double]) -> Double {
    zip(sample.row, solution).reduce(sample.miss) { $0 - $1.0 * $1.1 }
  }

  private static func samples(_ adjustment: Adjustment, _ frames: [FrameObservations], delay: Double) -> [Sample] {
    frames.indices.flatMap { markers(of: $0, adjustment, frames, delay: delay).flatMap(\.self) }
  }

  /// The corners of a frame's markers; none of one that is not on the board.
  ///
  /// - Parameter delay: how much later than the timestamps depth is taken to be, seconds; the board is compared where it is by
  ///   then.
  private static func markers(
    of i: Int, _ adjustment: Adjustment, _ frames: [FrameObservations], delay: Double
  ) -> [[Sample]] {
    guard let atColor = adjustment.cameraFromMap[i] else { return [] }
    let (frame, motion) = (frames[i], CameraMotion(around: i, adjustment.cameraFromMap, frames))
    let pose = motion.map { $0.laterInCurve(atColor, by: frame.depthDelay + delay) } ?? atColor
    let camera = adjustment.calibration.corrected(frame.camera)
    return frame.markers.map { marker -> [Sample] in
      guard let mapped = adjustment.map.markers[marker.id], let metric = marker.metric else { return [] }
      let rates = mapped.depthRates(pose, motion: motion, radius: .infinity)
      let sigma = DepthFieldFit.noise / metric.weighingCosine
      let normal = pose.rotation * mapped.normal
      return (0..<4).map { k in
        let seen = normal.dot(pose * mapped.corners[k]) / normal.dot(camera.ray(marker.corners[k]))
        let (z, place) = (metric.points[k].z, frame.cameras.depthPlace(of: marker.corners[k], at: metric.points[k]))
        let terms = DepthField.terms(place.x, place.y, degree: SelfCalibration.fieldDegree)
        return Sample(
          frame: i, cell: cell(place), row: [z] + terms + [-rates[k]],
          miss: seen - z, weight: 1 / (sigma * sigma))
      }
    }
  }

  static func cell(_ place: Vector2) -> Int {
    let along = { (x: Double) in Int(min(max((x + 1) / 2 * Double(cells), 0), Double(cells - 1))) }
    return along(place.y) * cells + along(place.x)
  }

  /// The deviations of the unknowns where the depths of one frame err together, and those in one part of the image:
  /// A⁻¹ (Σ over frames g gᵀ + Σ over parts g gᵀ − Σ over corners g gᵀ) A⁻¹ with the gradients g (Liang & Zeger 1986; both
  /// ways: Cameron, Gelbach & Miller 2011), never less than what corners that err independently leave open.
  static func sigmas(
    _ samples: [Sample], _ weights: [Double], _ solution: [Double], _ inverse: [[Double]]
  ) -> [Double] {
    var (byFrame, byCell): ([Int: [Double]], [Int: [Double]]) = ([:], [:])
    let zero = [Double](repeating: 0, count: unknowns)
    var single = zero
    // What a sample pulls each unknown by: a row of A⁻¹ g.
    for (sample, weight) in zip(samples, weights) {
      let pull = weight * rest(sample, solution)
      for k in 0..<unknowns {
        let change = pull * zip(inverse[k], sample.row).reduce(0) { $0 + $1.0 * $1.1 }
        byFrame[sample.frame, default: zero][k] += change
        byCell[sample.cell, default: zero][k] += change
        single[k] += change * change
      }
    }
    let sum = { (groups: [Int: [Double]], k: Int) in
      groups.sorted { $0.key < $1.key }.reduce(0) { $0 + $1.value[k] * $1.value[k] }
    }
    // Few frames leave less over than there is (MacKinnon & White 1985, HC1).
    let frames = Double(byFrame.count)
    let few = frames / max(1, frames - Double(unknowns))
    return (0..<unknowns).map { k in
      // What nothing but the second that is known beforehand says.
      let before = inverse[k][unknowns - 1] * inverse[k][unknowns - 1]
      return (before + single[k] + max(0, few * sum(byFrame, k) - single[k]) + max(0, sum(byCell, k) - single[k]))
        .squareRoot()
    }
  }

  /// The noise of a pixel: its scatter about a marker's own surface, and what all of the marker is off, both straight on.
  private static func noise(
    _ adjustment: Adjustment, _ frames: [FrameObservations], _ solution: [Double], delay: Double
  ) -> [Noise] {
    var squares: [[(z: Double, square: Double)]] = []
    for i in frames.indices {
      guard let pose = adjustment.cameraFromMap[i] else { continue }
      let samples = Self.markers(of: i, adjustment, frames, delay: delay)
      squares.append(
        zip(frames[i].markers, samples).compactMap { marker, samples in
          guard let metric = marker.metric, let mapped = adjustment.map.markers[marker.id], !samples.isEmpty else {
            return nil
          }
          let off = samples.reduce(0) { $0 + rest($1, solution) } / Double(samples.count)
          let cosine = metric.weighingCosine
          return ((pose * mapped.centre).z, cosine * cosine * (metric.residual * metric.residual + off * off))
        })
    }
    return ranges.compactMap { range in
      let deviations = squares.compactMap { markers -> Double? in
        let inside = markers.filter { range.contains($0.z) }
        return inside.isEmpty ? nil : RobustStatistics.median(inside.map(\.square)).squareRoot()
      }
      guard deviations.count >= fewestFrames else { return nil }
      let sigma = RobustStatistics.standardDeviation(deviations) / Double(deviations.count).squareRoot()
      return Noise(distances: range, deviation: Estimate(RobustStatistics.mean(deviations), sigma: sigma))
    }
  }
}

/// Why a recording does not calibrate a phone.
public enum BoardError: UserFacingError, Equatable {
  /// Too few frames show enough of the board.
  case tooFewViews(Int, needed: Int, markers: Int)
  /// The board is hardly tilted, radians.
  case tooLittleTilt(Double, needed: Double)
  /// It is always as far away, metres.
  case tooLittleRange(near: Double, far: Double, needed: Double)
  /// The markers don't stand as the file says.
  case otherBoard

  public var message: ErrorMessage {
    switch self {
    case .tooFewViews(let count, let needed, let markers):
      ErrorMessage(
        .boardTooFewViews, at: .phrase("board"),
        ["count": .count(count), "needed": .count(needed), "markers": .count(markers)])
    case .tooLittleTilt(let tilt, let needed):
      ErrorMessage(
        .boardTooLittleTilt, at: .phrase("board"),
        [
          "tilt": .number(tilt * 180 / .pi, decimals: 0, unit: "°"),
          "needed": .number(needed * 180 / .pi, decimals: 0, unit: "°"),
        ])
    case .tooLittleRange(let near, let far, let needed):
      ErrorMessage(
        .boardTooLittleRange, at: .phrase("board"),
        [
          "near": .number(near * 100, decimals: 0, unit: "cm"), "far": .number(far * 100, decimals: 0, unit: "cm"),
          "needed": .number(needed, decimals: 1),
        ])
    case .otherBoard: ErrorMessage(.boardOther, at: .phrase("board"))
    }
  }
}
