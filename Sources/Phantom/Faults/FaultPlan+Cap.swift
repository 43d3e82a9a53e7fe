import Geometry
import Platform

extension FaultPlan {
  /// True where the head wears no cap.
  var hasNoCap: Bool { self[.noCap] != nil }

  /// The head's shape with the faults that change it.
  func applied(to shape: HeadShape) -> HeadShape {
    var bare = shape
    if hasNoCap { (bare.capThickness, bare.capFolds) = (0, 0) }
    return bare
  }

  /// The cap without the markers that the faults take away.
  func applied(to cap: PhantomCap) -> PhantomCap {
    if hasNoCap { return cap.without { _ in true } }
    guard let event = self[.fewMarkers] else { return cap }
    return cap.without { Self.isLeft($0.pose.translation, within: event.amount * .pi / 180) }
  }

  /// True for places whose azimuth lies within a sector around the subject's left, but not at the very crown.
  private static func isLeft(_ place: Vector3, within sector: Double) -> Bool {
    abs(atan2(place.y, -place.x)) < sector / 2 && place.normalized.z < 0.9
  }
}
