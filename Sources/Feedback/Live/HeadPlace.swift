import Geometry

/// How the head lies in the map of a live scan.
public struct HeadPlace: Sendable, Equatable {
  /// The head's middle in the map's frame, metres.
  public var middle: Vector3
  /// The rotation that takes directions of the map to those of the head: x the subject's right, y forward, z up.
  public var headFromMap: Matrix3

  /// A place from its parts.
  public init(middle: Vector3, headFromMap: Matrix3) { (self.middle, self.headFromMap) = (middle, headFromMap) }
}

extension LiveScan {
  /// How the head lies in the map; nil for an empty map. Where nothing tells which way it faces, it faces the camera that
  /// began the map.
  public var head: HeadPlace? {
    guard let middle = HeadBearings.middle(of: map) else { return nil }
    let up = ViewFrame.up(quarterTurns: quarterTurns)
    let facing = HeadBearings.rotation(facing: .front, elevation: 0, mapFromCamera: .identity, up: up)
    return (headFromMap ?? facing).map { HeadPlace(middle: middle, headFromMap: $0) }
  }
}
