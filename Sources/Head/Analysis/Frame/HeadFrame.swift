import Diagnostics
import Geometry
import Landmarks
import Platform

/// The head's own frame: origin midway between the tragions, X to the subject's right, Y forward, Z up (RAS); the base
/// plane Z = 0 goes through the sellion and both tragions. With a midline of its own, the origin is where that plane meets the
/// line between the tragions.
public struct HeadFrame: Sendable, Equatable {
  /// The transform from the frame of the landmarks (the scan's) to the head frame.
  public let headFromScan: RigidTransform
  /// The forward axis that was chosen.
  public let apAxis: MeasurementProtocol.APAxis
  /// The angle in degrees from the sellion axis, or the midline of the face's symmetry, to the ear-line axis about Z; positive
  /// where the right ear lies forward.
  public let axisDifferenceDegrees: Double

  /// Distances between the tragions that a head can have, in metres.
  public static let tragionDistance = 0.05...0.25
  /// Distances of the sellion from the midpoint of the tragions that a head can have, in metres.
  public static let sellionDistance = 0.03...0.2

  /// The largest angle in degrees between the two forward axes: 15° is an ear shift of 30 mm, beyond any head's.
  public static let largestAxisDifference = 15.0

  /// The frame of three landmarks, in metres.
  ///
  /// - Parameter midline: the plane of symmetry, for `face_symmetry` and for no other axis; its normal to the right.
  /// - Throws: ``HeadFrameError`` for landmarks that are not finite, on one line or at distances no head has, and for a
  ///   midline that does not run between the ears.
  public init(
    sellion: Vector3, tragionLeft: Vector3, tragionRight: Vector3, apAxis: MeasurementProtocol.APAxis = .sellion,
    midline: Plane? = nil
  ) throws(HeadFrameError) {
    precondition((apAxis == .faceSymmetry) == (midline != nil), "a midline makes the axis face_symmetry, and no other")
    guard sellion.isFinite, tragionLeft.isFinite, tragionRight.isFinite else { throw .notFinite }
    let origin = (tragionLeft + tragionRight) / 2
    let (ears, forward) = (tragionRight - tragionLeft, sellion - origin)
    try Self.check(.tragions, ears.length, Self.tragionDistance)
    try Self.check(.sellion, forward.length, Self.sellionDistance)
    let normal = ears.cross(forward)
    // A sine of 0.26 is 15°: a point that close to the line between the ears is no sellion.
    guard normal.length > 0.26 * ears.length * forward.length else { throw .collinear }
    let z = normal.normalized
    let earAxis = z.cross(ears).normalized
    var (y, centre) = (apAxis == .earLine ? earAxis : forward.normalized, origin)
    if let midline {
      // A sine of 0.5 is 30°: a plane that far from upright between the ears is no midline.
      let slope = midline.normal.dot(ears)
      guard slope > 0.87 * ears.length else { throw .collinear }
      y = z.cross(midline.normal).normalized
      centre = tragionLeft - ears * (midline.distance(to: tragionLeft) / slope)
    }
    let rotation = Matrix3(rows: y.cross(z), y, z)
    headFromScan = RigidTransform(rotation: rotation, translation: -(rotation * centre))
    self.apAxis = apAxis
    let reference = midline == nil ? forward.normalized : y
    axisDifferenceDegrees = atan2(reference.cross(earAxis).dot(z), earAxis.dot(reference)) * 180 / .pi
  }

  /// The frame of landmarks that were moved by a transform first.
  func after(_ transform: RigidTransform) -> HeadFrame {
    HeadFrame(headFromScan * transform, apAxis, axisDifferenceDegrees)
  }

  private init(_ headFromScan: RigidTransform, _ apAxis: MeasurementProtocol.APAxis, _ difference: Double) {
    (self.headFromScan, self.apAxis, axisDifferenceDegrees) = (headFromScan, apAxis, difference)
  }

  /// The frame of a set of landmarks, which must hold the required ones; nil for an axis that needs a midline without one.
  public init?(
    _ landmarks: HeadLandmarks, apAxis: MeasurementProtocol.APAxis, midline: Plane? = nil
  ) throws(HeadFrameError) {
    guard (apAxis == .faceSymmetry) == (midline != nil), let sellion = landmarks[.sellion],
      let left = landmarks[.tragionLeft], let right = landmarks[.tragionRight]
    else { return nil }
    try self.init(sellion: sellion, tragionLeft: left, tragionRight: right, apAxis: apAxis, midline: midline)
  }

  private static func check(
    _ what: HeadFrameError.Distance, _ found: Double, _ range: ClosedRange<Double>
  ) throws(HeadFrameError) {
    // Zero distances are a matter of collinearity, not of units.
    guard found > 1e-6 else { throw .collinear }
    guard range.contains(found) else { throw .implausible(what, found: found, range: range) }
  }
}

/// Why landmarks don't make a head frame.
public enum HeadFrameError: FindingError, Equatable {
  /// A distance between landmarks that has its limits.
  public enum Distance: String, Sendable {
    /// Between the tragions.
    case tragions
    /// From the midpoint of the tragions to the sellion.
    case sellion
  }

  /// A position is NaN or infinite.
  case notFinite
  /// The three landmarks lie on one line, or two coincide.
  case collinear
  /// A distance no head has; metres.
  case implausible(Distance, found: Double, range: ClosedRange<Double>)
  /// The sellion lies to one side of the ears; degrees between the sellion axis and the ear-line axis.
  case skewed(degrees: Double)
  /// With the landmarks in other places the head would be far more symmetric.
  case mixedUp
  /// The bulk of the head lies under the base plane: left and right are exchanged.
  case upsideDown
  /// The bulk of the head lies under the base plane of a mesh whose faces look inwards, as they do after mirroring.
  case mirrored
  /// The sellion does not lie far enough above the nose tip; metres by which it does, and the least.
  case crossed(height: Double, least: Double)
  /// The surface shows a face that is turned against the landmarks; degrees.
  case faceElsewhere(degrees: Double)

  public var message: ErrorMessage {
    let landmarks = FindingValue.phrase("landmarks")
    return switch self {
    case .notFinite: ErrorMessage(.headFrameNotFinite, at: landmarks)
    case .collinear: ErrorMessage(.headFrameCollinear, at: landmarks)
    case .implausible(let distance, let found, let range):
      ErrorMessage(
        .headFrameImplausible, at: landmarks,
        [
          "distance": .term(distance.rawValue, of: "distance"), "found": .millimetres(found, decimals: 1),
          "low": .number(range.lowerBound * 1000, decimals: 0), "high": .millimetres(range.upperBound),
        ])
    case .skewed(let degrees):
      ErrorMessage(.headFrameSkewed, at: landmarks, ["angle": .number(abs(degrees), decimals: 0, unit: "°")])
    case .mixedUp: ErrorMessage(.headFrameMixedUp, at: landmarks)
    case .upsideDown: ErrorMessage(.headFrameUpsideDown, at: landmarks)
    case .mirrored: ErrorMessage(.headFrameMirrored, at: landmarks)
    case .crossed(let height, let least):
      ErrorMessage(
        .headFrameCrossed, at: landmarks,
        ["height": .millimetres(height, decimals: 1), "least": .millimetres(least, decimals: 1)])
    case .faceElsewhere(let degrees):
      ErrorMessage(.headFrameFaceElsewhere, at: landmarks, ["angle": .number(degrees, decimals: 0, unit: "°")])
    }
  }

  /// The error as a finding.
  public var finding: Finding {
    switch self {
    case .notFinite: Finding(.frameNotFinite)
    case .collinear: Finding(.frameCollinear)
    case .implausible(let distance, let found, let range):
      Finding(
        .frameImplausible,
        [
          "distance": .term(distance.rawValue, of: "distance"), "found_mm": .millimetres(found, decimals: 1),
          "low_mm": .millimetres(range.lowerBound), "high_mm": .millimetres(range.upperBound),
        ])
    case .skewed(let degrees):
      Finding(.frameSkewed, ["angle_degrees": .number(abs(degrees), decimals: 0, unit: "°")])
    case .mixedUp: Finding(.frameMixedUp)
    case .upsideDown: Finding(.frameUpsideDown)
    case .mirrored: Finding(.frameMirrored)
    case .crossed(let height, let least):
      Finding(
        .frameCrossed,
        ["height_mm": .millimetres(height, decimals: 1), "least_mm": .millimetres(least, decimals: 1)])
    case .faceElsewhere(let degrees):
      Finding(.frameFaceElsewhere, ["angle_degrees": .number(degrees, decimals: 0, unit: "°")])
    }
  }
}
