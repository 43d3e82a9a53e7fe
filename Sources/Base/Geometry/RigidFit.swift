extension RigidTransform {
  /// The rigid transform that moves `source` onto `target` with the least weighted squares (Horn 1987, unit quaternions).
  ///
  /// - Parameters:
  ///   - source: points, at least three that are not on one line.
  ///   - target: their counterparts, as many.
  ///   - weights: weights ≥ 0, one a pair, or nil for equal ones.
  /// - Returns: `targetFromSource`, or nil where the points don't determine it.
  public static func fit(_ source: [Vector3], onto target: [Vector3], weights: [Double]? = nil) -> RigidTransform? {
    guard source.count == target.count, source.count >= 3 else { return nil }
    let weight = { (i: Int) in weights?[i] ?? 1 }
    let total = source.indices.reduce(0.0) { $0 + weight($1) }
    guard total > 0 else { return nil }
    let centreA = source.indices.reduce(Vector3.zero) { $0 + source[$1] * weight($1) } / total
    let centreB = target.indices.reduce(Vector3.zero) { $0 + target[$1] * weight($1) } / total
    var s = Matrix3.zero  // s = Σ w a bᵀ
    for i in source.indices {
      s = s + .outer((source[i] - centreA) * weight(i), target[i] - centreB)
    }
    let (xx, xy, xz) = (s.c0.x, s.c1.x, s.c2.x)
    let (yx, yy, yz) = (s.c0.y, s.c1.y, s.c2.y)
    let (zx, zy, zz) = (s.c0.z, s.c1.z, s.c2.z)
    let eigen = SymmetricEigen([
      [xx + yy + zz, yz - zy, zx - xz, xy - yx],
      [yz - zy, xx - yy - zz, xy + yx, zx + xz],
      [zx - xz, xy + yx, yy - xx - zz, yz + zy],
      [xy - yx, zx + xz, yz + zy, zz - xx - yy],
    ])
    let gap = eigen.values[3] - eigen.values[2]
    guard gap > 1e-9 * max(abs(eigen.values[3]), 1e-300) else { return nil }
    let q = eigen.vectors[3]
    let rotation = Matrix3(quaternion: [q[1], q[2], q[3], q[0]])
    return RigidTransform(rotation: rotation, translation: centreB - rotation * centreA)
  }
}
