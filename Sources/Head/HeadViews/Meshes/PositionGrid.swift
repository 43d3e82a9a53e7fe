import Geometry
import Platform

/// Positions as whole steps of a grid, 16 bits an axis: a head of 30 cm has steps of 5 µm.
struct PositionGrid {
  /// The corner of the grid and the length of a step, metres.
  let origin: Vector3, step: Double

  private static let most = Double(UInt16.max)

  init(_ positions: [Vector3]) {
    let low = positions.reduce(positions.first ?? .zero, pointwiseMin)
    let high = positions.reduce(positions.first ?? .zero, pointwiseMax)
    origin = low
    step = max((high - low).max(), 1e-6) / Self.most
  }

  /// The steps of a position.
  func steps(_ position: Vector3) -> SIMD3<UInt16> {
    let at = ((position - origin) / step).rounded(.toNearestOrAwayFromZero)
    return SIMD3<UInt16>(at.clamped(lowerBound: .zero, upperBound: .init(repeating: Self.most)))
  }

  /// The steps of all positions, x y z of one after another, little-endian.
  func bytes(_ positions: [Vector3]) -> Data {
    var bytes = Data(capacity: 6 * positions.count)
    for position in positions {
      let steps = steps(position)
      for k in 0..<3 { withUnsafeBytes(of: steps[k].littleEndian) { bytes.append(contentsOf: $0) } }
    }
    return bytes
  }
}
