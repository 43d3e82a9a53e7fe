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
