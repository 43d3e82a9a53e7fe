import Diagnostics
import Geometry

/// The measures of volume, with reasons for what can't be given.
struct VolumeMeasures {
  /// Values in the units of ``MeasureName/unit``.
  private(set) var values: [MeasureName: Double] = [:]
  /// The signed values of measures with a ``MeasureName/fold``: positive where the left quadrant is larger.
  private(set) var signed: [MeasureName: Double] = [:]
  private(set) var reasons: [MeasureName: Finding] = [:]

  /// The quadrants' measures, in the order of ``Quadrants``.
  static let quadrants = MeasureName.quadrants
  /// The left and right quadrant of each pair, and the measures computed from them.
  static let pairs: [(left: Int, right: Int, ratio: MeasureName, index: MeasureName)] = [
    (0, 1, .psr, .pcai), (2, 3, .asr, .acai),
  ]

  /// - Parameter volumes: cubic metres.
  init(_ volumes: Quadrants, _ model: VolumeModel) {
    let most = model.hidden.most
    let obstacle = model.obstacle ?? model.hidden.obstacle(volumes.sum(), hiding: most.sum())
    for name in MeasureName.allCases where name.basis == .volume { reasons[name] = obstacle }
    guard obstacle == nil else { return }
    set(.volume, volumes.sum(), nil)
    for (i, name) in Self.quadrants.enumerated() {
      set(name, volumes[i], model.hidden.obstacle(volumes[i], hiding: most[i]))
    }
    for (left, right, ratio, index) in Self.pairs {
      if let reason = reasons[Self.quadrants[left]] ?? reasons[Self.quadrants[right]] {
        (reasons[ratio], reasons[index]) = (reason, reason)
        continue
      }
      let difference = 100 * (volumes[left] - volumes[right]) / max(volumes[left], volumes[right])
      for name in [ratio, index] {
        signed[name] = difference
        values[name] = name.fold!.value(ofSigned: difference)
      }
    }
  }

  private mutating func set(_ name: MeasureName, _ cubicMetres: Double, _ reason: Finding?) {
    if let reason { reasons[name] = reason } else { values[name] = cubicMetres * 1e6 }
  }

  /// The standard deviation of a measure due to the surface's errors and to what holes hide.
  ///
  /// - Parameter radius: the standard deviation of the surface's radius at one place in metres. Places 30° apart are
  ///   independent: 23 of them cover the vault, six a quadrant.
  static func deviation(_ name: MeasureName, _ model: VolumeModel, radius: Double) -> Double {
    let noise = model.area * (radius / 6.0.squareRoot())
    let quadrants = (noise * noise + model.hidden.deviation * model.hidden.deviation).squareRoot()
    if name == .volume {
      let whole = model.area.sum() * radius / 23.0.squareRoot()
      return 1e6 * (whole * whole + (model.hidden.deviation * model.hidden.deviation).sum()).squareRoot()
    }
    if let i = Self.quadrants.firstIndex(of: name) { return 1e6 * quadrants[i] }
    guard let pair = pairs.first(where: { $0.ratio == name || $0.index == name }) else { return 0 }
    let relative = quadrants / model.nominal
    let (left, right) = (relative[pair.left], relative[pair.right])
    return 100 * (left * left + right * right).squareRoot()
  }
}

/// Four numbers, one a quadrant of the head: left back, right back, left front, right front.
typealias Quadrants = SIMD4<Double>

/// Volume and area of a surface above the base plane, by quadrant (borders: the planes X = 0 and Y = 0).
///
/// By the divergence theorem with the field (0, 0, z) the volume is ∮ z n_z dA. The field vanishes on the base plane and
/// runs along the two upright planes, so the lids with which these close a quadrant contribute nothing and need not be
/// made: each triangle, clipped to z > 0 and to a quadrant, adds its projected area times its mean height.
struct QuadrantIntegral {
  /// Cubic metres; positive where the triangles wind anticlockwise seen from outside.
  private(set) var volume = Quadrants.zero
  /// Square metres.
  private(set) var area = Quadrants.zero

  /// The integrals over triangles in the head frame.
  init(_ positions: [Vector3], _ triangles: [SIMD3<Int32>]) {
    for t in triangles { add(positions[Int(t.x)], positions[Int(t.y)], positions[Int(t.z)]) }
  }

  private mutating func add(_ a: Vector3, _ b: Vector3, _ c: Vector3) {
    if max(a.z, b.z, c.z) <= 0 { return }
    let (x, y) = (Self.side(a.x, b.x, c.x), Self.side(a.y, b.y, c.y))
    if let x, let y, min(a.z, b.z, c.z) >= 0 { return add(a, b, c, to: 2 * y + x) }
    let above = CutTriangle(a, b, c).where(2, 1)
    for y in 0...1 {
      let half = above.where(1, y == 0 ? -1 : 1)
      for x in 0...1 {
        let part = half.where(0, x == 0 ? -1 : 1)
        for i in 2..<max(2, part.count) {
          add(part.corners[0], part.corners[i - 1], part.corners[i], to: 2 * y + x)
        }
      }
    }
  }

  /// 1 or 0 where all three lie on the positive or negative side, otherwise nil.
  private static func side(_ a: Double, _ b: Double, _ c: Double) -> Int? {
    min(a, b, c) >= 0 ? 1 : max(a, b, c) <= 0 ? 0 : nil
  }

  private mutating func add(_ a: Vector3, _ b: Vector3, _ c: Vector3, to quadrant: Int) {
    let normal = (b - a).cross(c - a) / 2
    volume[quadrant] += normal.z * (a.z + b.z + c.z) / 3
    area[quadrant] += normal.length
  }
}

/// What up to three planes leave of a triangle: a convex polygon of six corners at most.
private struct CutTriangle {
  private(set) var corners = InlineArray<6, Vector3>(repeating: .zero)
  private(set) var count = 0

  init(_ a: Vector3, _ b: Vector3, _ c: Vector3) {
    append(a)
    append(b)
    append(c)
  }

  private init() {}

  /// The part on which a coordinate times a sign is not negative (Sutherland & Hodgman 1974).
  func `where`(_ axis: Int, _ sign: Double) -> CutTriangle {
    var part = CutTriangle()
    for i in 0..<count {
      let (p, q) = (corners[i], corners[i + 1 < count ? i + 1 : 0])
      let (fp, fq) = (sign * p[axis], sign * q[axis])
      if fp >= 0 { part.append(p) }
      if fp * fq < 0 { part.append(p + (q - p) * (fp / (fp - fq))) }
    }
    return part
  }

  private mutating func append(_ corner: Vector3) {
    corners[count] = corner
    count += 1
  }
}
