public import Geometry
import Markers
import Platform
import Workers

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

  /// What is printed at a place.
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

/// Finds the ink at a point of the cap without asking every marker.
struct InkIndex: Sendable {
  private let markers: [PrintedMarker]
  private let near: CubeMap<SIMD4<Int16>>
  private var slipped: (capFromHead: Matrix3, rest: PhantomSurface)?

  /// Tabulates the up to four markers near each direction.
  init(head: PhantomHead, markers: [PrintedMarker], workers: Workers) {
    self.markers = markers
    near = CubeMap(cells: 64, workers: workers) { u in
      let point = head.point(toward: u)
      let distances = markers.map { ($0.pose.translation - point).length }
      let sorted = markers.indices.filter { distances[$0] < markers[$0].size + 0.004 }
        .sorted { distances[$0] < distances[$1] }
      var slots = SIMD4<Int16>(repeating: -1)
      for (slot, index) in sorted.prefix(4).enumerated() { slots[slot] = Int16(index) }
      return slots
    }
  }

  /// The same ink on a cap that has turned on the head whose surface was `rest` before.
  func turned(by turn: Matrix3, over rest: PhantomSurface) -> InkIndex {
    var index = self
    index.slipped = (turn.transpose, rest)
    return index
  }

  /// The ink at a point of the surface, or nil where the cloth is bare.
  func ink(at place: Vector3) -> PrintedMarker.Ink? {
    let point = slipped.map { $0.rest.point(toward: $0.capFromHead * place) } ?? place
    let slots = near.nearest(point)
    for slot in 0..<4 where slots[slot] >= 0 {
      if let ink = markers[Int(slots[slot])].ink(at: point) { return ink }
    }
    return nil
  }
}

/// Markers of one size on the chest: two rows of three on a cloth that lies on the torso.
struct PhantomPatch: Sendable {
  /// The markers' ids, which the cap does not carry.
  let ids: [Int]
  /// The printed edge length in metres.
  let markerSize: Double
  private let prints: [StrayPrint]
  /// By how much it turns about the normal in its middle, in radians, and when.
  private let turn: Double, turnedAt: Double

  /// How long it takes to turn, in seconds.
  private static let turnSeconds = 0.5
  private static let columns = [-1.0, 0, 1], rows = [1.0, -1]
  /// From marker to marker, in edge lengths.
  private static let pitch = 1.4

  /// A patch of markers that are on no cap; nil where the dictionary has too few.
  init?(beside cap: PhantomCap, slip: Double, at time: Double) {
    let free = (0..<cap.dictionary.count).reversed().filter { !cap.ids.contains($0) }.prefix(6).sorted()
    guard free.count == 6 else { return nil }
    (ids, markerSize, turn, turnedAt) = (free, cap.markerSize, slip * .pi / 180, time)
    prints = free.map { StrayPrint(id: $0, size: cap.markerSize, bits: cap.dictionary.bits(of: $0) ?? []) }
  }

  /// What `cap.yaml` states.
  var description: TorsoPatch { TorsoPatch(markerSize: markerSize, ids: Set(ids)) }

  /// Where the prints lie on a torso at a time, in the torso's frame.
  func prints(on torso: Capsule, at time: Double) -> [PrintedMarker] {
    let angle = turn * smoothstep((time - turnedAt) / Self.turnSeconds)
    return zip(prints, places).map { print, place in
      let turned = Vector2(
        place.x * cos(angle) - place.y * sin(angle), place.x * sin(angle) + place.y * cos(angle))
      let pose = Self.pose(on: torso, at: turned)
      return print.placed(at: pose * RigidTransform(rotation: .rotation([0, 0, angle]), translation: .zero))
    }
  }

  /// From the middle to its right and up; metres along the cloth.
  private var places: [Vector2] {
    Self.rows.flatMap { row in
      Self.columns.map { Vector2($0, row / 2) * (Self.pitch * markerSize) }
    }
  }

  /// The pose of a print on the chest: x to its right, y to its top, z outwards.
  private static func pose(on torso: Capsule, at place: Vector2) -> RigidTransform {
    let angle = atan2(0.6, 0.8) + place.y / torso.radius
    let (normal, up) = (Vector3(0, cos(angle), sin(angle)), Vector3(0, -sin(angle), cos(angle)))
    let right = Vector3(-1, 0, 0)
    let centre = (torso.start + torso.end) / 2 + right * place.x + normal * torso.radius
    return RigidTransform(rotation: Matrix3(columns: right, up, normal), translation: centre)
  }
}
