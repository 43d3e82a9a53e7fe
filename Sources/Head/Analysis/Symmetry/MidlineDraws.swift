import Geometry
import Landmarks

/// Midlines drawn from their errors.
extension FaceSymmetry {
  /// The plane in its own head frame.
  var headPlane: Plane { plane.moved(by: frame.headFromScan) }

  /// The planes that belong to drawn landmarks, in the head frame: each follows its landmarks to first order and has an error
  /// of its own, in antithetic pairs as the landmarks.
  ///
  /// - Parameters:
  ///   - drawn: landmarks in the head frame.
  ///   - nominal: the landmarks from which they were drawn.
  ///   - isRepeat: true for another scan of the same face, whose asymmetry is the same: only the error of the fit differs.
  func planes(
    for drawn: [HeadLandmarks], from nominal: HeadLandmarks, isRepeat: Bool, seed: UInt64
  ) -> [Plane] {
    var random = SeededGenerator(seed: seed &+ 1)
    let root = Self.squareRoot(isRepeat ? covariance.fit : covariance.drawn)
    var error = [0.0, 0, 0]
    return drawn.enumerated().map { index, landmarks in
      if index % 2 == 0 {
        let normal = random.normal3()
        error = (0..<3).map { k in root[k][0] * normal.x + root[k][1] * normal.y + root[k][2] * normal.z }
      } else {
        error = error.map { -$0 }
      }
      return turned(by: zip(error, shift(landmarks, nominal)).map { $0 + $1 })
    }
  }

  /// The plane in the head frame after its landmarks have moved, without an error of its own.
  func plane(for landmarks: HeadLandmarks, from nominal: HeadLandmarks) -> Plane {
    turned(by: shift(landmarks, nominal))
  }

  private func shift(_ landmarks: HeadLandmarks, _ nominal: HeadLandmarks) -> [Double] {
    let normal = headPlane.normal
    return gains.sorted { $0.key < $1.key }.reduce([0, 0, 0]) { sum, item in
      guard let moved = landmarks.estimates[item.key], let from = nominal.estimates[item.key] else { return sum }
      let across = (moved.position - from.position).dot(normal)
      return zip(sum, item.value).map { $0 + $1 * across }
    }
  }

  private func turned(by parameters: [Double]) -> Plane {
    let reflection = ObliqueReflection(across: headPlane)
    return reflection.moved(by: parameters + [0, 0], axes: reflection.axes(up: [0, 0, 1])).plane
  }

  /// A matrix whose square is a covariance.
  private static func squareRoot(_ covariance: [[Double]]) -> [[Double]] {
    let eigen = SymmetricEigen(covariance)
    return (0..<3).map { (i: Int) -> [Double] in
      (0..<3).map { (j: Int) -> Double in
        var sum = 0.0
        for k in 0..<3 { sum += eigen.vectors[k][i] * max(0, eigen.values[k]).squareRoot() * eigen.vectors[k][j] }
        return sum
      }
    }
  }
}
