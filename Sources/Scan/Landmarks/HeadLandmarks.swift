public import Diagnostics
import Geometry
public import PointClouds

/// The landmarks of one head, in the frame of its mesh.
public struct HeadLandmarks: Sendable, Equatable {
  /// What is known of each landmark; absent where it was not picked.
  public var estimates: [Landmark: LandmarkEstimate]

  /// Landmarks from their estimates.
  public init(_ estimates: [Landmark: LandmarkEstimate]) { self.estimates = estimates }

  /// Landmarks from positions in metres, all with the same standard deviation (metres).
  public init(_ positions: [Landmark: Vector3], standardDeviation: Double) {
    estimates = positions.mapValues { LandmarkEstimate(position: $0, standardDeviation: standardDeviation) }
  }

  /// The position of a landmark that may be used, or nil.
  public subscript(landmark: Landmark) -> Vector3? {
    guard let estimate = estimates[landmark], estimate.fault == nil else { return nil }
    return estimate.position
  }

  /// Why there is no head frame, each fault with its landmarks; empty where every landmark that it needs is there.
  public var faults: [Finding] {
    var faults: [(landmarks: [Landmark], fault: Finding)] = []
    for landmark in Landmark.required {
      let estimate = estimates[landmark]
      guard let fault = estimate == nil ? Finding(.landmarksNotPicked) : estimate?.fault else { continue }
      if let same = faults.firstIndex(where: { $0.fault == fault }) {
        faults[same].landmarks.append(landmark)
      } else {
        faults.append(([landmark], fault))
      }
    }
    return faults.map { $0.fault.about($0.landmarks).with(severity: .withheld) }
  }

  /// True where every landmark that the head frame needs is there.
  public var areSufficient: Bool { faults.isEmpty }

  /// True where a landmark that the head frame needs rests on one observation: a click, or a proposal that was accepted.
  public var restOnOneObservation: Bool {
    Landmark.required.contains { estimates[$0]?.isOneObservation ?? false }
  }

  /// The landmarks with what the surface shows of those that rest on one observation.
  ///
  /// - A proposal that was accepted is what was found, where that is found there again: the click that stands for it is no more
  ///   than its picture in a frame.
  /// - Of a click the smaller of two deviations counts, so that it makes a landmark that was found no less certain. The
  ///   deviation of its position by the surface alone is √(s² + d²/3), s that of the landmark found there and d their distance.
  ///   Both may err in common, so they are not combined to a smaller one (Julier and Uhlmann 1997, covariance intersection of
  ///   isotropic errors).
  public func confirmed(by found: HeadLandmarks) -> HeadLandmarks {
    HeadLandmarks(
      Dictionary(
        uniqueKeysWithValues: estimates.map { landmark, estimate in
          guard estimate.isOneObservation, let other = found.estimates[landmark], other.fault == nil else {
            return (landmark, estimate)
          }
          let (apart, deviation) = ((estimate.position - other.position).length, other.standardDeviation)
          if estimate.source == .automatic, apart <= 3 * deviation { return (landmark, other) }
          let alone = (deviation * deviation + apart * apart / 3).squareRoot()
          var confirmed = estimate
          confirmed.confirmed = alone
          confirmed.standardDeviation = min(estimate.standardDeviation, alone)
          return (landmark, confirmed)
        }))
  }

  /// The landmarks moved by a rigid transform.
  public func transformed(by transform: RigidTransform) -> HeadLandmarks {
    HeadLandmarks(estimates.mapValues { $0.transformed(by: transform) })
  }
}

extension Finding {
  /// The finding as one about landmarks.
  public func about(_ landmarks: [Landmark]) -> Finding { with(["landmarks": .list(landmarks.map(\.shown))]) }
}

extension HeadLandmarks {
  /// For each landmark the best source that has it: picked, then on the cap, then found.
  ///
  /// A landmark that was picked (or is on the cap) but contradicts itself stays rejected: nothing silently takes its
  /// place. One that was never seen (no evidence) leaves its place to the next source.
  public static func byPrecedence(
    picked: HeadLandmarks, cap: HeadLandmarks = HeadLandmarks([:]), automatic: HeadLandmarks = HeadLandmarks([:])
  ) -> HeadLandmarks {
    var merged = automatic.estimates
    for source in [cap, picked] {
      for (landmark, estimate) in source.estimates where estimate.evidence > 0 || merged[landmark] == nil {
        merged[landmark] = estimate
      }
    }
    // A landmark that no source has keeps the reason of the best one.
    for source in [automatic, cap, picked] {
      for (landmark, estimate) in source.estimates where merged[landmark]?.evidence == 0 { merged[landmark] = estimate }
    }
    return HeadLandmarks(merged)
  }

  /// Remarks on landmarks that nobody picked; empty where all that make the head frame were.
  public var sourceFindings: [Finding] {
    [(LandmarkSource.cap, FindingCode.landmarksFromCap), (.automatic, .landmarksAutomatic)].compactMap { source, code in
      let used = Landmark.required.filter { self[$0] != nil && estimates[$0]?.source == source }
      return used.isEmpty ? nil : Finding(code, ["landmarks": .list(used.map(\.shown))])
    }
  }
}

/// Anatomical points of the head; the raw value is the key used in files.
public enum Landmark: String, CaseIterable, Codable, Sendable, Comparable {
  /// The deepest point of the nasal root, between the eyes.
  case sellion
  /// The notch above the left tragus, in front of the ear canal.
  case tragionLeft = "tragion_left"
  /// The notch above the right tragus.
  case tragionRight = "tragion_right"
  /// The most forward point of the nose.
  case noseTip = "nose_tip"
  /// The most forward midline point of the forehead, between the brows.
  case glabella
  /// The most backward midline point of the head.
  case opisthocranion
  /// The highest point of the head.
  case vertex

  /// The landmarks that the head frame needs.
  public static let required: [Landmark] = [.sellion, .tragionLeft, .tragionRight]

  /// The name for people.
  public func title(_ language: Language = .english) -> String { language.term(rawValue, of: "landmark") }

  /// The landmark as a value of findings.
  public var shown: FindingValue { .term(rawValue, of: "landmark") }

  /// The order of declaration.
  public static func < (a: Landmark, b: Landmark) -> Bool {
    allCases.firstIndex(of: a)! < allCases.firstIndex(of: b)!
  }
}

/// Where landmarks come from.
public enum LandmarkSource: String, Codable, Sendable {
  /// Picked by an operator, on colour frames or on the surface.
  case picked
  /// Fixed to markers of the cap.
  case cap
  /// Found by a program.
  case automatic
}

/// Why a landmark does not belong to a surface.
public enum LandmarkPlacementError: FindingError, Equatable {
  /// A landmark lies on a vertex that was cut because it is damaged.
  case onDamage(Landmark)
  /// A landmark lies away from the surface; the distance, and how far it may lie away there, are in metres.
  case offSurface(Landmark, distance: Double, reach: Double)

  /// The fault of the placement, as an error.
  public var message: ErrorMessage {
    switch self {
    case .onDamage(let landmark): ErrorMessage(.landmarkOnDamage, at: Self.subject(landmark))
    case .offSurface(let landmark, let distance, let reach):
      ErrorMessage(
        .landmarkOffSurface, at: Self.subject(landmark),
        ["reach": .millimetres(reach, decimals: 1), "distance": .millimetres(distance, decimals: 1)])
    }
  }

  private static func subject(_ landmark: Landmark) -> FindingValue {
    .phrase("landmark", ["landmark": .text(landmark.rawValue)])
  }

  /// The fault of the placement, as a finding.
  public var finding: Finding {
    switch self {
    case .onDamage(let landmark): Finding(.landmarksOnDamage).about([landmark])
    case .offSurface(let landmark, let distance, let reach):
      Finding(
        .landmarksOffSurface,
        [
          "distance_mm": .millimetres(distance, decimals: 1), "reach_mm": .millimetres(reach, decimals: 1),
        ]
      ).about([landmark])
    }
  }
}

extension HeadSurface {
  /// The farthest that a landmark may lie from any surface, in metres.
  public static let landmarkReach = 0.010
  /// A landmark farther from the surface than this is mentioned, in metres.
  static let landmarkNote = 0.003

  /// Checks that landmarks which were picked on this surface lie on it.
  ///
  /// A landmark may lie as far off as the mesh explains: three of its deviations and the longest edge of the triangle below
  /// it, at most ``landmarkReach``; and that far off beside a rim, where it may lie over a hole, and where a program placed
  /// it below the surface of an ear.
  ///
  /// - Throws: ``LandmarkPlacementError/offSurface(_:distance:reach:)`` for one farther away,
  ///   ``LandmarkPlacementError/onDamage(_:)`` for one on a vertex that was cut.
  public func check(_ landmarks: HeadLandmarks) throws(LandmarkPlacementError) {
    for (landmark, estimate) in landmarks.estimates.sorted(by: { $0.key < $1.key }) {
      guard !damage.vertices.contains(estimate.position) else { throw .onDamage(landmark) }
      let nearest = nearest(to: estimate.position)
      let deviation = max(estimate.standardDeviation, PickedLandmarkOptions().clickDeviation)
      let isExplained = nearest.isRim || estimate.source == .automatic
      let reach = isExplained ? Self.landmarkReach : min(Self.landmarkReach, 3 * deviation + nearest.spacing)
      guard nearest.distance <= reach else { throw .offSurface(landmark, distance: nearest.distance, reach: reach) }
    }
  }

  /// Notes on landmarks that lie a little off the surface, though no program placed them.
  public func remarks(on landmarks: HeadLandmarks) -> [Finding] {
    landmarks.estimates.sorted { $0.key < $1.key }.compactMap { landmark, estimate in
      guard estimate.fault == nil, estimate.source != .automatic else { return nil }
      let distance = distance(to: estimate.position)
      guard distance > Self.landmarkNote else { return nil }
      return Finding(.landmarksBesideSurface, ["distance_mm": .millimetres(distance, decimals: 1)]).about([landmark])
    }
  }
}
