import Diagnostics
public import Geometry
import PointClouds

/// Landmarks that were found on a surface by its shape alone, each with its spread and a score; one whose score is too
/// low is kept as rejected, with the reason.
public struct AutomaticLandmarks: Sendable {
  /// Sellion, tragions and nose tip, frame of the surface.
  public let landmarks: HeadLandmarks
  /// How well the surface supports each landmark, 0 to 1; one below ``AutomaticLandmarkOptions/leastScore`` is
  /// rejected.
  public let scores: [Landmark: Double]
  /// What was measured of nose and ears on the way; nil where no face was found.
  public let features: FaceSizes?

  /// How much farther away than face and nape the vault must lie for a face to stand the right way up. See
  /// Docs/methods/head-frame.md (What is refused).
  private static let leastVault = 1.05

  /// Finds the landmarks of a head.
  ///
  /// - Parameters:
  ///   - surface: metres, any frame.
  ///   - up: roughly where the crown is, if that is known (the cap tells), else nil.
  public static func find(
    on surface: HeadSurface, up: Vector3? = nil, options: AutomaticLandmarkOptions = AutomaticLandmarkOptions()
  ) -> AutomaticLandmarks {
    let caster = MeshRaycaster(Mesh(positions: surface.positions, triangles: surface.triangles))
    guard let shape = RadialShape(surface, caster) else {
      return AutomaticLandmarks(because: .landmarksNotHeadShaped)
    }
    let faces = FaceCandidate.all(on: shape, up: up)
    guard !faces.isEmpty else {
      return AutomaticLandmarks(because: .landmarksNoFace)
    }
    // All are examined: a nose, an ear and a hand on the neck can pass for a face, but with a lower score.
    let found = faces.compactMap {
      FaceSurvey(surface, $0).map { AutomaticLandmarks($0, leastScore: options.leastScore) }
    }
    guard let best = found.max(by: { $0.score < $1.score }) else {
      return AutomaticLandmarks(because: .landmarksNoNose)
    }
    // Upside down, lips and chin can pass for a nose.
    return up != nil || best.isUpright(on: surface)
      ? best : AutomaticLandmarks(because: .landmarksAmbiguous)
  }

  /// Looks for landmarks near where they were picked, once and in the pose that they give: in a fortieth of the time of a
  /// search. What does not show there is absent.
  ///
  /// - Parameters:
  ///   - surface: metres, the frame of the landmarks.
  ///   - picked: sellion and tragions.
  /// - Returns: nil where one of the three is missing or rejected.
  public static func find(
    near picked: HeadLandmarks, on surface: HeadSurface, options: AutomaticLandmarkOptions = AutomaticLandmarkOptions()
  ) -> AutomaticLandmarks? {
    guard let sellion = picked[.sellion], let left = picked[.tragionLeft], let right = picked[.tragionRight] else {
      return nil
    }
    let survey = FaceSurvey(near: sellion, tragionLeft: left, tragionRight: right, on: surface)
    return AutomaticLandmarks(survey, leastScore: options.leastScore)
  }

  /// True unless the vault lies below the plane of the landmarks, or as much below as above.
  private func isUpright(on surface: HeadSurface) -> Bool {
    let places = Landmark.required.compactMap { landmarks.estimates[$0]?.position }
    guard places.count == 3 else { return false }
    let between = (places[1] + places[2]) / 2
    let side = VaultSide(
      surface, origin: between, up: (places[2] - places[1]).cross(places[0] - between).normalized,
      reach: VaultSide.usualReach)
    return side.ratio >= Self.leastVault
  }

  /// The lowest score of the landmarks that make the head frame.
  public var score: Double { Landmark.required.map { scores[$0] ?? 0 }.min()! }

  /// These landmarks in another frame.
  public func transformed(by transform: RigidTransform) -> AutomaticLandmarks {
    AutomaticLandmarks(landmarks: landmarks.transformed(by: transform), scores: scores, features: features)
  }

  private init(landmarks: HeadLandmarks, scores: [Landmark: Double], features: FaceSizes?) {
    (self.landmarks, self.scores, self.features) = (landmarks, scores, features)
  }

  private init(because reason: FindingCode) {
    let none = LandmarkEstimate(
      position: .zero, standardDeviation: 0, evidence: 0, source: .automatic, rejection: Finding(reason))
    landmarks = HeadLandmarks(Dictionary(uniqueKeysWithValues: Landmark.required.map { ($0, none) }))
    scores = Dictionary(uniqueKeysWithValues: Landmark.required.map { ($0, 0) })
    features = nil
  }

  private init(_ survey: FaceSurvey, leastScore: Double) {
    var estimates: [Landmark: LandmarkEstimate] = [:]
    var scores: [Landmark: Double] = [:]
    for (landmark, reading) in survey.readings {
      let (score, weakest) = reading.score
      scores[landmark] = score
      estimates[landmark] = LandmarkEstimate(
        position: reading.position, standardDeviation: reading.standardDeviation, evidence: reading.count,
        source: .automatic, rejection: score < leastScore ? weakest : nil)
    }
    landmarks = HeadLandmarks(estimates)
    self.scores = scores
    features = survey.features
  }
}

/// Sizes of nose and ears, in metres.
public struct FaceSizes: Sendable, Equatable {
  /// How deep the nasal root lies behind nose tip and brow.
  public let rootDepth: Double
  /// The heights of the ears, lobe to helix.
  public let earHeightLeft, earHeightRight: Double
  /// How far the ears stand out.
  public let protrusionLeft, protrusionRight: Double
}
