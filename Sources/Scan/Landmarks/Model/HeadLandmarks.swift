import Diagnostics
import Geometry

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
