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
  /// The same for those who ask of many points.
  let plate: InkPlate

  init(id: Int, size: Double, bits: [[Bool]], pose: RigidTransform) {
    (self.id, self.size, self.bits, self.pose) = (id, size, bits, pose)
    plate = InkPlate(size: size, bits: bits, pose: pose)
  }

  /// The marker moved, pose and all.
  func moved(by transform: RigidTransform) -> PrintedMarker {
    PrintedMarker(id: id, size: size, bits: bits, pose: transform * pose)
  }

  /// The colour of the print at a place.
  typealias Ink = InkPlate.Ink

  /// The border of white around the black square: one cell.
  var quietZone: Double { size / Double(bits.count + 2) }

  /// The place in the print (metres, x right, y up) of a point of the surface in the head frame.
  public func place(of point: Vector3) -> Vector2 { plate.place(of: point) }

  /// The ink at a point of the surface, or nil outside the quiet zone.
  func ink(at point: Vector3) -> Ink? { plate.ink(at: point) }

  /// The corners of the print, from its top left clockwise: OpenCV's order.
  static func cornerPlaces(size: Double) -> [Vector2] {
    let h = size / 2
    return [[-h, h], [h, h], [h, -h], [-h, -h]]
  }
}

/// A marker's print without anything but numbers, so that asking it costs no counting of references.
struct InkPlate: Sendable {
  /// The colour of a place.
  enum Ink: UInt8 {
    case black, white
  }

  private let size: Double
  private let centre: Vector3
  private let surfaceFromHead: RigidTransform
  private let cells: Int
  /// White cells, row by row from the lowest bit.
  private let white: UInt64

  /// - Parameter bits: at most eight rows of them.
  init(size: Double, bits: [[Bool]], pose: RigidTransform) {
    precondition(bits.count <= 8)
    (self.size, centre, surfaceFromHead, cells) = (size, pose.translation, pose.inverse, bits.count)
    var white: UInt64 = 0
    for (row, line) in bits.enumerated() {
      for (column, bit) in line.enumerated() where bit { white |= 1 << UInt64(row * bits.count + column) }
    }
    self.white = white
  }

  /// The place in the print of a point of the surface, metres.
  func place(of point: Vector3) -> Vector2 {
    let p = surfaceFromHead * point
    let foot = Vector2(p.x, p.y)
    let flat = foot.length
    guard flat > 1e-9 else { return foot }
    let sagitta = atan2(-p.z, flat)
    let arc = abs(sagitta) < 1e-6 ? p.length : p.length * sagitta / sin(sagitta)
    return foot * (arc / flat)
  }

  /// The ink at a point of the surface, or nil outside the quiet zone.
  @inline(__always)
  func ink(at point: Vector3) -> Ink? {
    let offset = point - centre
    guard offset.dot(offset) < size * size else { return nil }
    guard let (column, row) = nearCell(of: point) ?? exactCell(of: point) else { return nil }
    guard column >= -1, row >= -1, column <= cells + 2, row <= cells + 2 else { return nil }
    guard column >= 0, row >= 0, column < cells + 2, row < cells + 2 else { return .white }
    guard column > 0, row > 0, column <= cells, row <= cells else { return .black }
    return white >> UInt64((row - 1) * cells + column - 1) & 1 == 1 ? .white : .black
  }

  private func exactCell(of point: Vector3) -> (column: Int, row: Int)? {
    let place = place(of: point) / size + 0.5
    let count = Double(cells + 2)
    let (column, row) = ((place.x * count).rounded(.down), ((1 - place.y) * count).rounded(.down))
    guard abs(column) < 100, abs(row) < 100 else { return nil }
    return (Int(column), Int(row))
  }

  /// The cell, nil near its edges and on steep surfaces: arc / foot = (1 + q²) atan(q) / q at the slope q, by the series of
  /// the arc tangent, whose error is below 10⁻⁷ there.
  @inline(__always)
  private func nearCell(of point: Vector3) -> (column: Int, row: Int)? {
    let p = surfaceFromHead.rotation * point + surfaceFromHead.translation
    let squared = p.x * p.x + p.y * p.y
    guard p.z * p.z < 0.04 * squared, squared > 1e-12 else { return nil }
    let s = p.z * p.z / squared
    let factor = (1 + s) * (1 - s * (1 / 3.0 - s * (1 / 5.0 - s * (1 / 7.0 - s / 9))))
    let count = Double(cells + 2)
    let scale = factor / size
    // Sixteen more keeps the numbers positive, so that cutting off rounds down.
    let x = (p.x * scale + 0.5) * count + 16
    let y = (0.5 - p.y * scale) * count + 16
    let (column, row) = (Int(x), Int(y))
    let edge = 1e-5
    guard abs(x - Double(column) - 0.5) < 0.5 - edge, abs(y - Double(row) - 0.5) < 0.5 - edge else { return nil }
    return (column - 16, row - 16)
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
