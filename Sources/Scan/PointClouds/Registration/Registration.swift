import Diagnostics
import Geometry

/// Where a depth view stands against a model, and how well that is known.
public struct Registration: Sendable {
  /// The camera's pose in the model's frame.
  public var modelFromCamera: RigidTransform
  /// The place about which ``information`` counts motions: the middle of the agreeing points, model frame, metres.
  public var pivot: Vector3
  /// The information matrix of the pose: surface and prior; rotation vector (rad) and translation (m) about the pivot.
  public var information: MotionMatrix
  /// The standard deviation along the least certain direction, metres on the surface; infinite where it is not
  /// determined.
  public var weakestDeviation: Double
  /// The share of points on the model's picture that agree with it.
  public var inlierShare: Double
  /// The area of agreeing surface in square metres.
  public var area: Double
  /// The weighted root mean square distance of agreeing points from their tangent planes, metres.
  public var rms: Double
  /// Why the registration is rejected; nil where it is not.
  public var refusal: RegistrationRefusal?
}

/// What is refused of a registration.
public struct RegistrationOptions: Sendable, Equatable {
  /// The least share of points on the model's picture that agree with it.
  ///
  /// Evidence: assumed: a majority; no measurement behind it.
  public var leastInlierShare = 0.5
  /// The largest root mean square distance of agreeing points in metres.
  ///
  /// Evidence: assumed: three times the sensor's noise; no measurement behind it.
  public var largestResidual = 0.0012
  /// The largest standard deviation of the pose along its least certain direction, metres on the surface.
  ///
  /// Evidence: assumed: no measurement behind it; recovered poses err by 0.4 to 1.4 mm, Docs/evaluation/tracking.md (Recovered frames).
  public var largestDeviation = 0.0015

  /// The defaults suit a head at 20–50 cm.
  public init() {}
}

/// Why a registration is rejected.
public enum RegistrationRefusal: Sendable, Equatable {
  /// The camera stands within the model, or the view shows no surface.
  case nothingToSee
  /// Too little surface agrees: square metres found and needed.
  case tooLittleSurface(area: Double, needed: Double)
  /// Too few of the points before the model agree with it.
  case tooFewInliers(share: Double, needed: Double)
  /// Agreeing points lie too far off: metres.
  case largeResidual(rms: Double, limit: Double)
  /// The surface lets the view slide: the standard deviation along the weakest direction in metres.
  case illConditioned(deviation: Double, limit: Double)

  /// The refusal as a finding.
  public var finding: Finding {
    switch self {
    case .nothingToSee: Finding(.registrationNothingToSee)
    case .tooLittleSurface(let area, let needed):
      Finding(
        .registrationTooLittleSurface,
        [
          "area_cm2": .number(area * 1e4, decimals: 1, unit: "cm²"),
          "needed_cm2": .number(needed * 1e4, decimals: 1, unit: "cm²"),
        ])
    case .tooFewInliers(let share, let needed):
      Finding(
        .registrationTooFewInliers,
        ["share_percent": .percent(share, decimals: 1), "needed_percent": .percent(needed, decimals: 1)])
    case .largeResidual(let rms, let limit):
      Finding(
        .registrationLargeResidual,
        ["rms_mm": .millimetres(rms, decimals: 1), "limit_mm": .millimetres(limit, decimals: 1)])
    case .illConditioned(let deviation, let limit):
      Finding(
        .registrationIllConditioned,
        ["deviation_mm": .millimetres(deviation, decimals: 1), "limit_mm": .millimetres(limit, decimals: 1)])
    }
  }
}

extension RegistrationModel {
  /// The passes, from coarse to fine. See Docs/methods/tracking.md (Frames recovered by the surface); the numbers
  /// themselves are assumed.
  private static let levels = [
    RegistrationPass.Level(gate: 0.02, stride: 7, iterations: 10), .init(gate: 0.008, stride: 3, iterations: 8),
    .init(gate: 0.003, stride: 1, iterations: 8),
  ]
  /// The step along both axes of the image, in pixels, between points. Chosen for speed.
  private static let pixelStep = 2

  /// Registers a depth view, point to plane with projective association (Chen & Medioni 1992; Newcombe et al. 2011),
  /// from coarse to fine with Tukey's weights, starting from the view's own pose.
  ///
  /// - Parameters:
  ///   - view: prepared with the predicted pose.
  ///   - prior: what is known of the pose beforehand.
  public func register(
    _ view: DepthView, prior: PosePrior? = nil, options: RegistrationOptions = RegistrationOptions()
  ) -> Registration {
    let cloud = Cloud(view, step: Self.pixelStep)
    return register(cloud, from: view.scanFromCamera, prior: prior, options: options)
  }

  /// Registers points with normals, given in the model's frame at the predicted pose.
  func register(
    _ cloud: Cloud, from start: RigidTransform, prior: PosePrior?, options: RegistrationOptions
  ) -> Registration {
    var pose = start
    var last: RegistrationPass?
    let cameraFromStart = start.inverse
    for level in Self.levels {
      guard let picture = ModelView(self, from: pose.translation) else { break }
      let pixels = level.stride == 1 ? 0 : picture.pixels(under: cloud, moved: pose * cameraFromStart)
      for _ in 0..<level.iterations {
        let pass = RegistrationPass(
          self, picture, cloud, moved: pose * cameraFromStart, level: level, pixels: pixels)
        last = pass
        guard let step = pass.step(from: pose, prior: prior) else { break }
        pose = pose.moved(by: step, about: pass.pivot)
        if RegistrationPass.isSmall(step) { break }
      }
    }
    guard let last else { return .nothing(at: start) }
    return last.registration(pose, prior: prior, options: options)
  }
}

extension Registration {
  fileprivate static func nothing(at pose: RigidTransform) -> Registration {
    Registration(
      modelFromCamera: pose, pivot: .zero, information: MotionMatrix(), weakestDeviation: .infinity, inlierShare: 0,
      area: 0, rms: .nan, refusal: .nothingToSee)
  }
}

/// One association of a view's points with the model: the points that agree, and the equations of the next small
/// motion.
struct RegistrationPass {
  /// The middle of the agreeing points, model frame.
  let pivot: Vector3
  private let equations: MotionEquations
  /// The points on the model's picture, and those that agree.
  private let candidates, inliers: Int
  /// The robust standard deviation of a point of weight one, metres.
  private let scale: Double
  private let rms: Double
  /// How many pixels of the model's picture agree, counted as if all points had taken part.
  private let area: Double
  /// The root mean square distance of agreeing points from the pivot.
  private let lever: Double

  /// The least cosine between a point's normal and that of the model. Assumed: 45°.
  private static let leastCosine = 0.7
  /// The least scale of residuals, metres: neighbours share the sensor's distortion. Assumed.
  private static let leastScale = 0.0002
  /// The size of patches whose depth errors are independent, metres. See Docs/evaluation/tracking.md (Recovered
  /// frames): with 8 mm the errors were 4 times the stated deviation.
  private static let correlationLength = 0.03

  /// One pass from coarse to fine.
  struct Level {
    /// Points farther than this from their tangent plane take no part, metres.
    let gate: Double
    /// The stride over the view's points: 3 takes every third.
    let stride: Int
    /// The most steps.
    let iterations: Int
  }

  private struct Pair {
    var point, normal: Vector3
    var residual, weight: Double
  }

  /// - Parameters:
  ///   - motion: moves the points to the pose that is tried.
  ///   - pixels: how many pixels of the picture all of the view's points fall on, where the pass takes only some of
  ///     them.
  init(
    _ model: RegistrationModel, _ picture: ModelView, _ cloud: Cloud, moved motion: RigidTransform,
    level: Level, pixels: Int
  ) {
    var pairs: [Pair] = []
    pairs.reserveCapacity(cloud.positions.count)
    var candidates = 0
    var (isSeen, isHit) = (
      [Bool](repeating: false, count: picture.pixelCount), [Bool](repeating: false, count: picture.pixelCount)
    )
    var (seen, hits) = (0, 0)
    for k in stride(from: 0, to: cloud.positions.count, by: level.stride) {
      let point = motion * cloud.positions[k]
      guard let pixel = picture.pixel(point), let match = picture.point(at: pixel) else { continue }
      candidates += 1
      if !isSeen[pixel] { (isSeen[pixel], seen) = (true, seen + 1) }
      let normal = Vector3(model.normals[match])
      let residual = (point - Vector3(model.positions[match])).dot(normal)
      guard abs(residual) <= level.gate,
        (motion.rotation * Vector3(cloud.normals[k])).dot(normal) >= Self.leastCosine
      else { continue }
      pairs.append(Pair(point: point, normal: normal, residual: residual, weight: Double(cloud.weights[k])))
      if !isHit[pixel] { (isHit[pixel], hits) = (true, hits + 1) }
    }
    (self.candidates, inliers) = (candidates, pairs.count)
    let share = level.stride == 1 ? 1 : max(1, Double(pixels) / Double(max(1, seen)))
    area = Double(hits) * share * ModelView.pixelSize * ModelView.pixelSize
    let middle = pairs.reduce(Vector3.zero) { $0 + $1.point } / Double(max(1, pairs.count))
    pivot = middle
    let spread = pairs.reduce(0) { $0 + ($1.point - middle).dot($1.point - middle) } / Double(max(1, pairs.count))
    lever = max(spread.squareRoot(), 1e-3)
    let sizes = pairs.map { abs($0.residual) * $0.weight.squareRoot() }
    scale = max(Self.leastScale, RobustStatistics.madToSigma * RobustStatistics.median(sizes))
    var equations = MotionEquations()
    for (pair, size) in zip(pairs, sizes) {
      let weight = pair.weight * RobustStatistics.tukeyWeight(size / scale)
      if weight > 0 {
        equations.add(at: pair.point - middle, along: pair.normal, residual: pair.residual, weight: weight)
      }
    }
    self.equations = equations
    let total = pairs.reduce(0) { $0 + $1.weight }
    rms = (pairs.reduce(0) { $0 + $1.weight * $1.residual * $1.residual } / total).squareRoot()
  }

  /// The factor from Σ weight to information: neighbouring points err together, so that surface counts in patches.
  private var informationScale: Double {
    guard equations.weight > 0 else { return 0 }
    let patches = area / (Self.correlationLength * Self.correlationLength)
    return patches / (Double(max(1, inliers)) * scale * scale)
  }

  /// The next small motion about ``pivot``; nil where nothing determines one.
  func step(from pose: RigidTransform, prior: PosePrior?) -> SIMD8<Double>? {
    guard inliers >= 6 else { return nil }
    guard let prior else { return equations.solution }
    var weighted = MotionEquations()
    weighted.add(equations, scaled: informationScale)
    weighted.add(prior.information(about: pivot), motion: pose.motion(to: prior.pose, about: pivot))
    return weighted.solution
  }

  /// True for a step that moves nothing by more than a few micrometres.
  static func isSmall(_ step: SIMD8<Double>) -> Bool {
    Vector3(step[0], step[1], step[2]).length < 3e-5 && Vector3(step[3], step[4], step[5]).length < 3e-6
  }

  /// The result of the last pass.
  func registration(_ pose: RigidTransform, prior: PosePrior?, options: RegistrationOptions) -> Registration {
    let surface = equations.matrix * informationScale
    let information = prior.map { surface + $0.information(about: pivot) } ?? surface
    let weakest = information.eigen(radius: lever).values[0]
    var result = Registration(
      modelFromCamera: pose, pivot: pivot, information: information,
      weakestDeviation: weakest > 0 ? 1 / weakest.squareRoot() : .infinity,
      inlierShare: candidates > 0 ? Double(inliers) / Double(candidates) : 0, area: area, rms: rms)
    result.refusal = result.refusal(options)
    return result
  }
}

extension Registration {
  /// The least area of agreeing surface in square metres. Assumed.
  private static let leastArea = 0.0015

  /// The first limit that is exceeded.
  fileprivate func refusal(_ options: RegistrationOptions) -> RegistrationRefusal? {
    if !(area >= Self.leastArea) { return .tooLittleSurface(area: area, needed: Self.leastArea) }
    if !(inlierShare >= options.leastInlierShare) {
      return .tooFewInliers(share: inlierShare, needed: options.leastInlierShare)
    }
    if !(rms <= options.largestResidual) { return .largeResidual(rms: rms, limit: options.largestResidual) }
    if !(weakestDeviation <= options.largestDeviation) {
      return .illConditioned(deviation: weakestDeviation, limit: options.largestDeviation)
    }
    return nil
  }
}

extension PosePrior {
  /// The information about motions about another pivot.
  fileprivate func information(about place: Vector3) -> MotionMatrix { information.shifted(by: place - pivot) }
}
