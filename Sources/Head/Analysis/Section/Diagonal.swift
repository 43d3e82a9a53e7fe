import Geometry

/// A line through the centre of a section, from its front end to its back end; metres, in the plane of the section.
public struct Diagonal: Sendable, Equatable {
  /// The ends on the outline.
  public let front, back: Vector2
  /// The distance of the ends in metres.
  public var length: Double { (front - back).length }
}

extension Section {
  /// Half-way between the extents along an axis and against it.
  func middle(along axis: Vector2) -> Double { (extent(along: axis) - extent(along: -axis)) / 2 }

  /// The gap through which a ray from `centre` leaves the outline, or nil.
  func gap(across centre: Vector2, _ direction: Vector2) -> SectionGap? {
    gaps.first {
      (($0.from - centre).cross(direction) >= 0) != (($0.to - centre).cross(direction) >= 0)
        && ((($0.from + $0.to) / 2 - centre).dot(direction) > 0)
    }
  }
}
