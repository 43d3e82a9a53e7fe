public import Geometry
import Platform

/// A marker printed on curved cloth: its pattern bends with the surface, lengths along the surface being those of the
/// print.
///
/// The map from surface to print is the logarithm of a sphere that touches the tangent plane at the marker's centre and
/// passes through the point: the direction of the point's foot in that plane, and for the distance the arc whose chord
/// leads to the point. Exact on spheres and planes, and to second order in the marker's size elsewhere.
public struct PrintedMarker: Sendable {
  /// The id in the cap's dictionary.
  public let id: Int
  /// The printed edge length in metres.
  public let size: Double
  /// Where it lies: x to the right of the print, y to its top, z outwards.
  public let pose: RigidTransform
  let bits: [[Bool]]
  private let surfaceFromHead: RigidTransform

  init(id: Int, size: Double, bits: [[Bool]], pose: RigidTransform) {
    (self.id, self.size, self.bits, self.pose) = (id, size, bits, pose)
    surfaceFromHead = pose.inverse
  }

  /// The marker moved, pose and all.
  func moved(by transform: RigidTransform) -> PrintedMarker {
    PrintedMarker(id: id, size: size, bits: bits, pose: transform * pose)
  }

  /// The colour of the print at a place.
  enum Ink: UInt8 {
    case black, white
  }

  /// The border of white around the black square: one cell.
  var quietZone: Double { size / Double(bits.count + 2) }

  /// The place in the print (metres, x right, y up) of a point of the surface in the head frame.
  public func place(of point: Vector3) -> Vector2 {
    let p = surfaceFromHead * point
    let foot = Vector2(p.x, p.y)
    let flat = foot.length
    guard flat > 1e-9 else { return foot }
    let sagitta = atan2(-p.z, flat)
    let arc = abs(sagitta) < 1e-6 ? p.length : p.length * sagitta / sin(sagitta)
    return foot * (arc / flat)
  }

  /// The ink at a point of the surface, or nil outside the quiet zone.
  func ink(at point: Vector3) -> Ink? {
    let offset = point - pose.translation
    guard offset.dot(offset) < size * size else { return nil }
    let place = place(of: point) / size + 0.5
    let cells = Double(bits.count + 2)
    let column = (place.x * cells).rounded(.down)
    let row = ((1 - place.y) * cells).rounded(.down)
    guard column >= -1, row >= -1, column <= cells, row <= cells else { return nil }
    guard column >= 0, row >= 0, column < cells, row < cells else { return .white }
    let inner = bits.indices
    guard inner.contains(Int(row) - 1), inner.contains(Int(column) - 1) else { return .black }
    return bits[Int(row) - 1][Int(column) - 1] ? .white : .black
  }

  /// The corners of the print, from its top left clockwise: OpenCV's order.
  static func cornerPlaces(size: Double) -> [Vector2] {
    let h = size / 2
    return [[-h, h], [h, h], [h, -h], [-h, -h]]
  }
}

extension PhantomHead {
  /// The point of the surface at a place of a marker's print: the inverse of ``PrintedMarker/place(of:)``.
  public func point(at place: Vector2, of marker: PrintedMarker) -> Vector3 {
    let right = marker.pose.rotation.c0
    let up = marker.pose.rotation.c1
    var point = point(toward: marker.pose.translation + right * place.x + up * place.y)
    for _ in 0..<12 {
      let missing = place - marker.place(of: point)
      point = self.point(toward: point + right * missing.x + up * missing.y)
    }
    return point
  }

  /// The four corners of a marker on the surface, head frame, from the print's top left clockwise.
  public func corners(of marker: PrintedMarker) -> [Vector3] {
    PrintedMarker.cornerPlaces(size: marker.size).map { point(at: $0, of: marker) }
  }
}
