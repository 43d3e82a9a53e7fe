import Platform

/// Directions spread evenly over the sphere, from pole to pole along a spiral (González 2010).
public struct FibonacciSphere: Sendable {
  /// The unit vectors, z descending: z of the i-th is 1 − (2 i + 1) / count.
  public let points: [Vector3]

  /// `count` directions, at least one.
  public init(count: Int) {
    let n = max(count, 1)
    let golden = Double.pi * (3 - 5.0.squareRoot())
    points = (0..<n).map { i in
      let z = 1 - Double(2 * i + 1) / Double(n)
      let r = max(0, 1 - z * z).squareRoot()
      return [r * cos(golden * Double(i)), r * sin(golden * Double(i)), z]
    }
  }
}
