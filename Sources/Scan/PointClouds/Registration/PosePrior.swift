import Geometry

/// Prior knowledge of a pose: a normal distribution.
public struct PosePrior: Sendable {
  /// The likeliest `modelFromCamera`.
  public let pose: RigidTransform
  /// Deviations are small motions of the camera's points about this place of the model frame, metres.
  public let pivot: Vector3
  /// The information matrix (inverse covariance) of rotation vector (rad) and translation (m) about the pivot.
  public let information: MotionMatrix

  /// A prior from its parts.
  public init(pose: RigidTransform, pivot: Vector3, information: MotionMatrix) {
    (self.pose, self.pivot, self.information) = (pose, pivot, information)
  }

  /// A pose known to within a rotation (rad) and a translation (m) of the pivot, per axis, standard deviations.
  public init(pose: RigidTransform, pivot: Vector3, rotationSigma: Double, translationSigma: Double) {
    let (r, t) = (1 / (rotationSigma * rotationSigma), 1 / (translationSigma * translationSigma))
    self.init(pose: pose, pivot: pivot, information: MotionMatrix(diagonal: [r, r, r, t, t, t, 0, 0]))
  }

  /// The prior from points seen in the camera whose places in the model are known: the corners of a marker.
  ///
  /// - Parameters:
  ///   - seen: points in the camera frame, at least three not on a line, metres.
  ///   - places: their places in the model frame.
  ///   - sigmas: for each, the standard deviation across the line of sight and along it, metres.
  /// - Returns: nil where the points don't determine a pose.
  public init?(seen: [Vector3], places: [Vector3], sigmas: [(across: Double, along: Double)]) {
    guard seen.count == sigmas.count,
      let start = RigidTransform.fit(seen, onto: places, weights: sigmas.map { 1 / ($0.along * $0.along) })
    else { return nil }
    let pivot = places.reduce(.zero, +) / Double(places.count)
    var pose = start
    var equations = MotionEquations()
    for _ in 0..<5 {
      equations = MotionEquations()
      for k in seen.indices {
        let moved = pose * seen[k]
        let sight = (pose.rotation * seen[k]).normalized
        let side = sight.anyOrthogonal
        let axes = [
          (sight, sigmas[k].along), (side, sigmas[k].across), (sight.cross(side), sigmas[k].across),
        ]
        for (axis, sigma) in axes {
          equations.add(
            at: moved - pivot, along: axis, residual: (moved - places[k]).dot(axis), weight: 1 / (sigma * sigma))
        }
      }
      guard let step = equations.solution else { return nil }
      pose = pose.moved(by: step, about: pivot)
    }
    self.init(pose: pose, pivot: pivot, information: equations.matrix)
  }

  /// This prior and another one combined.
  public func combined(with other: PosePrior) -> PosePrior {
    let own = information.shifted(by: other.pivot - pivot)
    var equations = MotionEquations()
    equations.add(own, motion: other.pose.motion(to: pose, about: other.pivot))
    equations.add(other.information, motion: .zero)
    let step = equations.solution ?? .zero
    return PosePrior(
      pose: other.pose.moved(by: step, about: other.pivot), pivot: other.pivot, information: equations.matrix)
  }
}

/// A symmetric matrix over small motions: rotation vector (rad), then translation (m).
public struct MotionMatrix: Sendable, Equatable {
  /// Six rows of six; the last two lanes are zero.
  public var rows: [SIMD8<Double>]

  /// A diagonal matrix; the last two lanes are not used.
  public init(diagonal: SIMD8<Double> = .zero) {
    rows = (0..<6).map { i in
      var row = SIMD8<Double>.zero
      row[i] = diagonal[i]
      return row
    }
  }

  /// The product with a motion.
  public static func * (m: MotionMatrix, v: SIMD8<Double>) -> SIMD8<Double> {
    var result = SIMD8<Double>.zero
    for i in 0..<6 { result[i] = (m.rows[i] * v).sum() }
    return result
  }

  /// The sum.
  public static func + (a: MotionMatrix, b: MotionMatrix) -> MotionMatrix {
    var sum = a
    for i in 0..<6 { sum.rows[i] += b.rows[i] }
    return sum
  }

  /// The product with a number.
  public static func * (m: MotionMatrix, s: Double) -> MotionMatrix {
    var product = m
    for i in 0..<6 { product.rows[i] *= s }
    return product
  }

  /// The matrix for motions about a pivot that lies `offset` (metres) from the old one.
  ///
  /// A motion (w, t) about the new pivot is (w, t − w × offset) about the old one.
  public func shifted(by offset: Vector3) -> MotionMatrix {
    var columns: [SIMD8<Double>] = []
    for k in 0..<6 {
      var unit = SIMD8<Double>.zero
      unit[k] = 1
      columns.append(unit.shifted(by: offset))
    }
    var result = MotionMatrix()
    for i in 0..<6 {
      let image = self * columns[i]
      for j in 0..<6 { result.rows[i][j] = (image * columns[j]).sum() }
    }
    return result
  }

  /// Eigenvalues and eigenvectors with rotations counted in arcs (metres) at a radius (metres).
  package func eigen(radius: Double) -> SymmetricEigen {
    let scale = { (k: Int) in k < 3 ? 1 / radius : 1.0 }
    return SymmetricEigen((0..<6).map { i in (0..<6).map { rows[i][$0] * scale(i) * scale($0) } })
  }
}

extension SIMD8 where Scalar == Double {
  /// A small motion about another pivot, expressed about this one; see ``MotionMatrix/shifted(by:)``.
  fileprivate func shifted(by offset: Vector3) -> SIMD8<Double> {
    let turn = Vector3(self[0], self[1], self[2]).cross(offset)
    return [self[0], self[1], self[2], self[3] - turn.x, self[4] - turn.y, self[5] - turn.z, 0, 0]
  }
}

/// Normal equations of a small motion that brings points onto planes.
struct MotionEquations {
  private(set) var matrix = MotionMatrix()
  private(set) var right = SIMD8<Double>.zero
  /// Σ weight.
  private(set) var weight = 0.0

  /// Adds a point (relative to the pivot) that lies `residual` metres off along a unit direction.
  @inline(__always)
  mutating func add(at point: Vector3, along n: Vector3, residual: Double, weight w: Double) {
    let turn = point.cross(n)
    let row = SIMD8<Double>(turn.x, turn.y, turn.z, n.x, n.y, n.z, 0, 0)
    let weighted = row * w
    for i in 0..<6 { matrix.rows[i] += weighted * row[i] }
    right -= weighted * residual
    weight += w
  }

  /// Adds other equations, each weight multiplied by a factor.
  mutating func add(_ other: MotionEquations, scaled factor: Double) {
    matrix = matrix + other.matrix * factor
    right += other.right * factor
    weight += other.weight * factor
  }

  /// Adds information about the motion itself: its likeliest value is `motion`.
  mutating func add(_ information: MotionMatrix, motion: SIMD8<Double>) {
    matrix = matrix + information
    right += information * motion
  }

  /// The motion of least squares; directions that nothing determines stay at rest. Nil where nothing is determined.
  var solution: SIMD8<Double>? {
    let radius = 0.05
    let eigen = matrix.eigen(radius: radius)
    guard let largest = eigen.values.last, largest > 0 else { return nil }
    var x = SIMD8<Double>.zero
    for (value, vector) in zip(eigen.values, eigen.vectors) where value > 1e-9 * largest {
      var part = 0.0
      for i in 0..<6 { part += vector[i] * right[i] / (i < 3 ? radius : 1) }
      part /= value
      for i in 0..<6 { x[i] += part * vector[i] / (i < 3 ? radius : 1) }
    }
    return x
  }
}

extension RigidTransform {
  /// This transform followed by a small motion (rotation vector, translation) about a pivot.
  func moved(by motion: SIMD8<Double>, about pivot: Vector3) -> RigidTransform {
    let turn = Matrix3.rotation([motion[0], motion[1], motion[2]])
    let shift = Vector3(motion[3], motion[4], motion[5])
    return RigidTransform(
      rotation: turn * rotation, translation: turn * (translation - pivot) + pivot + shift)
  }

  /// The small motion about a pivot that leads from this transform to another.
  func motion(to other: RigidTransform, about pivot: Vector3) -> SIMD8<Double> {
    let turn = other.rotation * rotation.transpose
    let w = turn.rotationVector
    let t = other.translation - pivot - turn * (translation - pivot)
    return [w.x, w.y, w.z, t.x, t.y, t.z, 0, 0]
  }
}
