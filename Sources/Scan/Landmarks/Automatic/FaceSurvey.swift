import Geometry
import Platform
import PointClouds

/// Nose and ears of one candidate, examined several times with different pitches of the head and smoothings of the
/// surface.
struct FaceSurvey {
  /// What is known of each landmark.
  let readings: [Landmark: LandmarkReading]
  /// Sizes of nose and ears; nil where a single look saw only some of them.
  let features: FaceSizes?

  /// The smoothings of the surface with which nose and ears are examined, metres; the pose is determined with the
  /// second. Chosen on the heads of Docs/evaluation/README.md (Which recordings the constants were chosen on).
  private static let smoothings = [0.0012, 0.0018, 0.0026]
  /// The pitches of the head at which they are examined, degrees. Chosen on the heads of Docs/evaluation/README.md
  /// (Which recordings the constants were chosen on).
  private static let pitches = [-4.0, 0, 4]
  /// How far below the sellion the nose tip is looked for, in distances of the sellion from the middle of the tragions.
  /// 0.31 to 0.39 on the heads of Docs/evaluation/landmarks.md; the search reaches 12 mm up and down.
  private static let tipBelow = 0.35
  /// How far behind a tragion the middle of its ear is looked for, metres. Assumed: a third of an ear's breadth; the
  /// search reaches 18 mm to all sides.
  private static let earBehind = 0.012
  /// An ear lends the other one its height where at least this share of the strip below it was scanned. Assumed.
  private static let lowerEndSound = 0.9

  /// - Returns: nil where the nose or an ear is not one.
  init?(_ surface: HeadSurface, _ face: FaceCandidate) {
    guard let pose = Self.settled(surface, face) else { return nil }
    var (roots, left, right): ([NasalRoot], [EarOutline], [EarOutline]) = ([], [], [])
    for pitch in Self.pitches {
      for sigma in Self.smoothings {
        let pitched = pose.pitched(by: pitch)
        NasalRoot(surface, nose: face.nose, pose: pitched, sigma: sigma).map { roots.append($0) }
        let ears = Self.ears(surface, face, pitched, sigma: sigma)
        ears.left.map { left.append($0) }
        ears.right.map { right.append($0) }
      }
    }
    let looks = Self.pitches.count * Self.smoothings.count
    guard let nose = LandmarkReading(roots, of: looks),
      let tip = LandmarkReading(tipsOf: roots, of: looks),
      let tragionLeft = LandmarkReading(left, of: looks),
      let tragionRight = LandmarkReading(right, of: looks)
    else { return nil }
    var readings: [Landmark: LandmarkReading] = [
      .sellion: nose, .noseTip: tip, .tragionLeft: tragionLeft, .tragionRight: tragionRight,
    ]
    LandmarkReading.compare(&readings)
    self.readings = readings
    features = .init(
      rootDepth: RobustStatistics.median(roots.map(\.depth)),
      earHeightLeft: RobustStatistics.median(left.map(\.height)),
      earHeightRight: RobustStatistics.median(right.map(\.height)),
      protrusionLeft: RobustStatistics.median(left.map(\.protrusion)),
      protrusionRight: RobustStatistics.median(right.map(\.protrusion)))
  }

  /// A single look at where landmarks were picked, in the pose that they give; what does not show has no reading.
  init(
    near sellion: Vector3, tragionLeft: Vector3, tragionRight: Vector3, on surface: HeadSurface
  ) {
    let pose = FacePose(sellion: sellion, tragionLeft: tragionLeft, tragionRight: tragionRight)
    let ahead = (sellion - (tragionLeft + tragionRight) / 2).length
    let behind = pose.forward * Self.earBehind
    let face = FaceCandidate(
      nose: sellion - pose.up * (Self.tipBelow * ahead), earLeft: tragionLeft - behind,
      earRight: tragionRight - behind, height: 0)
    let sigma = Self.smoothings[1]
    let roots = [NasalRoot(surface, nose: face.nose, pose: pose, sigma: sigma)].compactMap(\.self)
    let ears = Self.ears(surface, face, pose, sigma: sigma)
    readings = [
      .sellion: LandmarkReading(roots, of: 1), .noseTip: LandmarkReading(tipsOf: roots, of: 1),
      .tragionLeft: LandmarkReading([ears.left].compactMap(\.self), of: 1),
      .tragionRight: LandmarkReading([ears.right].compactMap(\.self), of: 1),
    ].compactMapValues(\.self)
    features = nil
  }

  /// Both ears, with their tragions in their notches as far as the two have any.
  private static func ears(
    _ surface: HeadSurface, _ face: FaceCandidate, _ pose: FacePose, sigma: Double
  ) -> (left: EarOutline?, right: EarOutline?) {
    var (left, right) = outlines(surface, face, pose, sigma: sigma)
    let depths = [left, right].compactMap { $0?.notchDepth }
    let depth = depths.isEmpty ? 0 : RobustStatistics.mean(depths)
    left?.settle(notchDepth: depth)
    right?.settle(notchDepth: depth)
    return (left, right)
  }

  /// Both ears; one whose lower end was not scanned takes its height from the other. Ears differ by little in height,
  /// so this moves neither tragion onto the other's mirror image.
  private static func outlines(
    _ surface: HeadSurface, _ face: FaceCandidate, _ pose: FacePose, sigma: Double
  ) -> (left: EarOutline?, right: EarOutline?) {
    let look = { (isLeft: Bool, height: Double?) in
      EarOutline(
        surface, ear: isLeft ? face.earLeft : face.earRight, pose: pose, side: isLeft ? -pose.right : pose.right,
        sigma: sigma, otherHeight: height)
    }
    var (left, right) = (look(true, nil), look(false, nil))
    guard let l = left, let r = right, min(l.lowerEnd, r.lowerEnd) < EarOutline.lowerEndMissing,
      max(l.lowerEnd, r.lowerEnd) >= Self.lowerEndSound
    else {
      return (left, right)
    }
    if l.lowerEnd < r.lowerEnd { left = look(true, r.height) } else { right = look(false, l.height) }
    return (left, right)
  }

  /// The pose that the landmarks themselves give.
  private static func settled(_ surface: HeadSurface, _ face: FaceCandidate) -> FacePose? {
    var pose = FacePose(face)
    let sigma = Self.smoothings[1]
    for _ in 0..<2 {
      guard let root = NasalRoot(surface, nose: face.nose, pose: pose, sigma: sigma),
        case (let left?, let right?) = ears(surface, face, pose, sigma: sigma)
      else { return nil }
      pose = FacePose(sellion: root.sellion, tragionLeft: left.tragion, tragionRight: right.tragion)
    }
    return pose
  }
}

/// Which way a face looks, before its landmarks are known for good.
struct FacePose {
  /// The subject's right, forward and up; unit vectors in the frame of the mesh.
  let right, forward, up: Vector3

  /// How far the nose tip lies below the ears' middles when a head looks straight ahead, degrees. Assumed: the pose is
  /// settled by the landmarks afterwards.
  private static let tipBelow = 10.0
  /// How far the sellion lies above the tragions when a head looks straight ahead, degrees. About so with the Frankfurt plane level,
  /// Docs/methods/landmarks.md (How they are found).
  static let sellionAbove = 12.0

  /// The pose of nose and ears.
  init(_ face: FaceCandidate) {
    self.init(front: face.nose, left: face.earLeft, right: face.earRight, elevation: -Self.tipBelow)
  }

  /// The pose of the landmarks.
  init(sellion: Vector3, tragionLeft: Vector3, tragionRight: Vector3) {
    self.init(front: sellion, left: tragionLeft, right: tragionRight, elevation: Self.sellionAbove)
  }

  private init(front: Vector3, left: Vector3, right: Vector3, elevation: Double) {
    let toFront = (front - (left + right) / 2).normalized
    let normal = (right - left).cross(toFront).normalized
    self.right = toFront.cross(normal)
    let base = FacePose(right: self.right, forward: toFront, up: normal).pitched(by: -elevation)
    (forward, up) = (base.forward, base.up)
  }

  private init(right: Vector3, forward: Vector3, up: Vector3) {
    (self.right, self.forward, self.up) = (right, forward, up)
  }

  /// The pose looking up by an angle in degrees.
  func pitched(by degrees: Double) -> FacePose {
    let (c, s) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
    return FacePose(right: right, forward: forward * c + up * s, up: up * c - forward * s)
  }
}
