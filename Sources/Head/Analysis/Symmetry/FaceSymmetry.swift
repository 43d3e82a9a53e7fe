import Diagnostics
import Geometry
import Landmarks
import Platform
import PointClouds
import Workers

/// The midline of a head by the symmetry of its face and the base of its skull, and how well it is known.
///
/// Parameters of the plane about its best place, in the head frame: offset (metres), turn about the upright axis (radians,
/// which is what turns the midline) and about the forward axis.
public struct FaceSymmetry: Sendable {
  /// The plane of symmetry in the frame of the scan; its normal points to the subject's right.
  public let plane: Plane
  /// The landmarks of the head frame, scan frame: as they were given, but the sellion at the deepest point of the nasal root.
  public let landmarks: HeadLandmarks
  /// The head frame.
  public let frame: HeadFrame
  /// How far the sellion was moved on the surface, metres; nil where the profile has no hollow within reach.
  public let sellionShift: Double?
  /// The angle in degrees about the upright axis from the axis through the picked sellion to the midline.
  public let angleFromLandmarks: Double
  /// How far points and their mirror images are shifted against each other forward and up for each metre across: the tangents
  /// of the slant; the first is positive where the right side lies farther forward.
  public let slant: (forward: Double, up: Double)
  /// How many places of the surface have a counterpart, and the share of the region that they are.
  public let points: Int, matchedShare: Double
  /// The root mean square distance of the face from its mirror image, outliers weighted down, metres.
  public let residual: Double
  /// The covariance of the plane's three parameters: of the fit, and between fits with a part of the region left out.
  let covariance: MidlineCovariance
  /// How the three parameters follow a landmark, for each metre along the plane's normal.
  let gains: [Landmark: [Double]]

  /// The standard deviation of the midline's angle about the upright axis, degrees.
  public var angleDeviation: Double { covariance.whole[1][1].squareRoot() * 180 / .pi }
  /// The standard deviation of the angle as it is drawn, by what the parts of the face disagree: wider, for they are few.
  var drawnAngleDeviation: Double { covariance.drawn[1][1].squareRoot() * 180 / .pi }
  /// The standard deviation of the plane's offset at the ears, metres.
  public var offsetDeviation: Double { covariance.whole[0][0].squareRoot() }

  /// The most steps of the fit. Chosen for speed: it settles within 20.
  private static let steps = 40
  /// The steps with which the plane is found again without a part of the region. It settles within 20; after 3 the
  /// deviation of the angle was 0.153° where it settles at 0.191° (practice_a).
  private static let stepsWithoutPart = 20
  /// The step in metres that ends such a search. Chosen for speed: of practice_a, practice_b, hard_a and hard_b it takes a
  /// quarter to a half of the steps off, and moves the ends of the index's interval by up to 0.003.
  private static let toleranceWithoutPart = 5e-6
  /// The largest standard deviation of the plane's angle in degrees. Beyond it the landmarks alone, wrong by 1.5 mm
  /// sideways, know the midline as well: Docs/evaluation/midline.md.
  private static let largestDeviation = 1.0

  /// Why a surface does not tell where the midline is.
  struct Refusal: Error { let finding: Finding }

  /// Registers face and skull base to their mirror image.
  ///
  /// - Parameters:
  ///   - surface: scan frame.
  ///   - landmarks: in the same frame, the required ones among them.
  ///   - picked: the head frame of these landmarks.
  /// - Throws: ``Refusal`` where one side of a part of the region was not seen, or the plane is known too badly.
  init(
    _ surface: HeadSurface, _ landmarks: HeadLandmarks, _ picked: HeadFrame, _ options: SymmetryOptions,
    workers: Workers = Workers(count: 1)
  ) throws(Refusal) {
    let given = landmarks.transformed(by: picked.headFromScan)
    let head = HeadSurface(
      positions: surface.positions.map { picked.headFromScan * $0 }, triangles: surface.triangles)
    let region = SymmetryRegion(head, unit: given.estimates[.sellion]!.position.length, options)
    let fit = MirrorFit(
      matcher: SurfaceMatcher(region.surface), anchors: Self.anchors(given, options), options: options,
      workers: workers)
    let start = ObliqueReflection(across: Plane(normal: [1, 0, 0], offset: 0))
    guard let found = fit.settled(from: start, region.places, steps: Self.steps), found.hasSettled else {
      throw Refusal(finding: Finding(.frameSymmetryNone))
    }
    let (pairs, scale) = fit.pairs(region.places, found.reflection)
    let seen = try Self.seen(pairs, options)

    let (placed, shift) = Self.refined(given, head, found.reflection)
    guard let frame = try? HeadFrame(placed, apAxis: .faceSymmetry, midline: found.reflection.plane) else {
      throw Refusal(finding: Finding(.frameSymmetryNone))
    }
    let local = frame.headFromScan
    let own = MirrorFit(matcher: fit.matcher, anchors: fit.anchors.map { $0.moved(by: local) }, options: options)
    let linear = Linearised(
      own, pairs.map { $0.moved(by: local) }, scale, found.reflection.moved(by: local))
    let without = seen.compactMap { part in
      fit.settled(
        from: found.reflection, region.places.filter { $0.part != part }, steps: Self.stepsWithoutPart,
        tolerance: Self.toleranceWithoutPart
      ).map { linear.parameters(of: $0.reflection.moved(by: local).plane) }
    }
    guard without.count == seen.count, let covariance = linear.covariance(without), let gains = linear.gains else {
      throw Refusal(finding: Finding(.frameSymmetryNone))
    }
    (self.covariance, self.gains) = (covariance, gains)
    let scanFromPicked = picked.headFromScan.inverse
    plane = found.reflection.plane.moved(by: scanFromPicked)
    self.landmarks = placed.transformed(by: scanFromPicked)
    self.frame = frame.after(picked.headFromScan)
    sellionShift = shift
    let midline = frame.headFromScan.rotation.rows.1
    angleFromLandmarks = atan2(-midline.x, midline.y) * 180 / .pi
    let axes = found.reflection.axes(up: [0, 0, 1])
    slant = (found.reflection.slant.dot(axes.forward), found.reflection.slant.dot(axes.up))
    let weights = pairs.reduce(0) { $0 + $1.weight }
    (points, residual) = (
      pairs.count { $0.weight > 0 },
      (pairs.reduce(0) { $0 + $1.weight * $1.residual * $1.residual } / weights).squareRoot()
    )
    matchedShare = pairs.reduce(0) { $0 + $1.regionWeight } / region.places.reduce(0) { $0 + $1.weight }
    guard angleDeviation <= Self.largestDeviation else {
      throw Refusal(
        finding: Finding(
          .frameSymmetryUncertain,
          [
            "deviation_degrees": .number(angleDeviation, decimals: 1, unit: "°"),
            "largest_degrees": .number(Self.largestDeviation, decimals: 1, unit: "°"),
          ]))
    }
  }

  /// The sellion and the middle of the tragions, which should lie on the plane.
  private static func anchors(_ landmarks: HeadLandmarks, _ options: SymmetryOptions) -> [MirrorFit.Anchor] {
    let estimates = [Landmark.sellion, .tragionLeft, .tragionRight].map { landmarks.estimates[$0]! }
    let variances = estimates.map {
      $0.standardDeviation * $0.standardDeviation + options.landmarkDeviation * options.landmarkDeviation
    }
    return [
      .init(point: estimates[0].position, deviation: variances[0].squareRoot()),
      .init(
        point: (estimates[1].position + estimates[2].position) / 2,
        deviation: (variances[1] + variances[2]).squareRoot() / 2),
    ]
  }

  /// The parts of which enough was seen on both sides.
  private static func seen(
    _ pairs: [MirrorFit.Pair], _ options: SymmetryOptions
  ) throws(Refusal) -> [SymmetryRegion.Part] {
    var seen: [SymmetryRegion.Part] = []
    for part in SymmetryRegion.Part.allCases {
      let area = Double(pairs.count { $0.part == part && $0.weight > 0 }) * SymmetryRegion.pointArea
      if area >= options.leastArea {
        seen.append(part)
      } else if part.isNeeded {
        throw Refusal(
          finding: Finding(
            .frameSymmetryUnseen,
            [
              "part": .term(part.key, of: "face_part"), "area_cm2": .number(area * 1e4, decimals: 1, unit: "cm²"),
              "least_cm2": .number(options.leastArea * 1e4, decimals: 1, unit: "cm²"),
            ]))
      }
    }
    return seen
  }

  /// The landmarks with the sellion at the deepest point of the nasal root, and how far that is from the click.
  private static func refined(
    _ given: HeadLandmarks, _ head: HeadSurface, _ reflection: ObliqueReflection
  ) -> (HeadLandmarks, Double?) {
    let (picked, left, right) = (
      given.estimates[.sellion]!.position, given.estimates[.tragionLeft]!.position,
      given.estimates[.tragionRight]!.position
    )
    var sellion = picked
    // What is level depends on the base plane, which goes through the sellion itself: three rounds settle to a micrometre.
    for _ in 0..<3 {
      let base = (right - left).cross(sellion - (left + right) / 2).normalized
      let profile = NasalRootProfile(head, picked: picked, reflection, base: base)
      guard let deepest = profile.deepest else { return (given, nil) }
      sellion = deepest
    }
    var placed = given
    placed.estimates[.sellion]!.position = sellion
    return (placed, (sellion - picked).length)
  }
}

extension SymmetryRegion.Part {
  /// False for the ears: what a midline loses without them shows in its deviation.
  var isNeeded: Bool { self != .ears }

  /// The name in findings.
  var key: String {
    switch self {
    case .upperFace: "upper_face"
    case .lowerFace: "lower_face"
    case .cheeks: "cheeks"
    case .ears: "ears"
    }
  }
}
