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

  /// Why the head frame can't be had, or nil where every landmark that it needs is there.
  public var insufficiency: String? {
    var faults: [(names: [String], fault: String)] = []
    for landmark in Landmark.required {
      let estimate = estimates[landmark]
      guard let fault = estimate == nil ? " was not picked" : estimate?.fault.map({ ": " + $0 }) else { continue }
      if estimate != nil, let same = faults.firstIndex(where: { $0.fault == fault }) {
        faults[same].names.append(landmark.title)
      } else {
        faults.append(([landmark.title], fault))
      }
    }
    let texts = faults.map { $0.names.joined(separator: ", ") + $0.fault }
    return texts.isEmpty ? nil : texts.joined(separator: ", ")
  }

  /// The landmarks moved by a rigid transform.
  public func transformed(by transform: RigidTransform) -> HeadLandmarks {
    HeadLandmarks(estimates.mapValues { $0.transformed(by: transform) })
  }
}
