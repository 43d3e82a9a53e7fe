import Geometry
import PointClouds

/// Nose and ears of one candidate, examined several times with different pitches of the head and smoothings of the
/// surface.
struct FaceSurvey {
  /// What is known of each landmark.
  let readings: [Landmark: LandmarkReading]
  /// Sizes of nose and ears.
  let features: FaceSizes

  /// - Returns: nil where the nose or an ear is not one.
  init?(_ caster: MeshRaycaster, _ face: FaceCandidate, _ options: AutomaticLandmarkOptions) {
    guard let pose = Self.settled(caster, face, options) else { return nil }
    var (roots, left, right): ([NasalRoot], [EarOutline], [EarOutline]) = ([], [], [])
    for pitch in options.pitches {
      for sigma in options.smoothings {
        let pitched = pose.pitched(by: pitch)
        NasalRoot(caster, nose: face.nose, pose: pitched, sigma: sigma, options.nose).map { roots.append($0) }
        let ears = Self.ears(caster, face, pitched, sigma: sigma, options.ear)
        ears.left.map { left.append($0) }
        ears.right.map { right.append($0) }
      }
    }
    let looks = options.pitches.count * options.smoothings.count
    guard let nose = LandmarkReading(roots, of: looks, options),
      let tip = LandmarkReading(tipsOf: roots, of: looks, options),
      let tragionLeft = LandmarkReading(left, of: looks, options),
      let tragionRight = LandmarkReading(right, of: looks, options)
    else { return nil }
    var readings: [Landmark: LandmarkReading] = [
      .sellion: nose, .noseTip: tip, .tragionLeft: tragionLeft, .tragionRight: tragionRight,
    ]
    LandmarkReading.compare(&readings, options.checks)
    self.readings = readings
    features = .init(
      rootDepth: RobustStatistics.median(roots.map(\.depth)),
      earHeightLeft: RobustStatistics.median(left.map(\.height)),
      earHeightRight: RobustStatistics.median(right.map(\.height)),
      protrusionLeft: RobustStatistics.median(left.map(\.protrusion)),
      protrusionRight: RobustStatistics.median(right.map(\.protrusion)))
  }

  /// Both ears; one whose lower end was not scanned takes its height from the other. Ears differ by little in height,
  /// so this moves neither tragion onto the other's mirror image.
  private static func ears(
    _ caster: MeshRaycaster, _ face: FaceCandidate, _ pose: FacePose, sigma: Double,
    _ options: EarOptions
  ) -> (left: EarOutline?, right: EarOutline?) {
    let look = { (isLeft: Bool, height: Double?) in
      EarOutline(
        caster, ear: isLeft ? face.earLeft : face.earRight, pose: pose, side: isLeft ? -pose.right : pose.right,
        sigma: sigma, options, otherHeight: height)
    }
    var (left, right) = (look(true, nil), look(false, nil))
    guard let l = left, let r = right, min(l.lowerEnd, r.lowerEnd) < options.lowerEndMissing,
      max(l.lowerEnd, r.lowerEnd) >= options.lowerEndSound
    else {
      return (left, right)
    }
    if l.lowerEnd < r.lowerEnd { left = look(true, r.height) } else { right = look(false, l.height) }
    return (left, right)
  }

  /// The pose that the landmarks themselves give.
  private static func settled(
    _ caster: MeshRaycaster, _ face: FaceCandidate, _ options: AutomaticLandmarkOptions
  ) -> FacePose? {
    var pose = FacePose(face, options)
    let sigma = options.smoothings[1]
    for _ in 0..<2 {
      guard let root = NasalRoot(caster, nose: face.nose, pose: pose, sigma: sigma, options.nose),
        case (let left?, let right?) = ears(caster, face, pose, sigma: sigma, options.ear)
      else { return nil }
      pose = FacePose(sellion: root.sellion, tragionLeft: left.tragion, tragionRight: right.tragion, options)
    }
    return pose
  }
}
