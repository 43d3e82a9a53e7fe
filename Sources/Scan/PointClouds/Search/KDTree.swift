import Geometry

/// Finds the nearest of many points: a balanced k-d tree (Bentley 1975) in one array, split at medians.
public struct KDTree: Sendable {
  /// Up to how many points a part is searched one by one.
  private static let leafSize = 8
  /// The points in the order of the tree: a part's median stands in its middle.
  private let points: [Vector3]
  /// Each point's place in the array that was given.
  private let indices: [Int32]
  /// The axis along which the part whose median stands here was split.
  private let axes: [UInt8]

  /// A tree of points; points that are not finite are never found.
  public init(_ positions: [Vector3]) {
    var indices = positions.indices.filter { positions[$0].isFinite }.map { Int32($0) }
    var axes = [UInt8](repeating: 0, count: indices.count)
    indices.withUnsafeMutableBufferPointer { part in
      axes.withUnsafeMutableBufferPointer { axes in
        positions.withUnsafeBufferPointer { Self.split(part, axes, $0) }
      }
    }
    points = indices.map { positions[Int($0)] }
    (self.indices, self.axes) = (indices, axes)
  }

  /// The point nearest to `query`: its index in the given array and its distance in metres, or nil without any.
  public func nearest(to query: Vector3) -> (index: Int, distance: Double)? {
    guard !points.isEmpty, query.isFinite else { return nil }
    var best = (slot: 0, square: Double.infinity)
    search(query, 0..<points.count, &best)
    return (Int(indices[best.slot]), best.square.squareRoot())
  }

  private static func split(
    _ part: UnsafeMutableBufferPointer<Int32>, _ axes: UnsafeMutableBufferPointer<UInt8>,
    _ points: UnsafeBufferPointer<Vector3>
  ) {
    guard part.count > leafSize else { return }
    var box = Box()
    for index in part { box.include(points[Int(index)]) }
    let axis = box.longestAxis
    // Equal coordinates are ordered by index, so that the same points give the same tree.
    var sorted = part
    sorted.sort { (points[Int($0)][axis], $0) < (points[Int($1)][axis], $1) }
    let middle = part.count / 2
    axes[middle] = UInt8(axis)
    split(.init(rebasing: part[..<middle]), .init(rebasing: axes[..<middle]), points)
    split(.init(rebasing: part[(middle + 1)...]), .init(rebasing: axes[(middle + 1)...]), points)
  }

  private func search(_ query: Vector3, _ part: Range<Int>, _ best: inout (slot: Int, square: Double)) {
    if part.count <= Self.leafSize {
      for slot in part { consider(slot, query, &best) }
      return
    }
    let middle = part.lowerBound + part.count / 2
    consider(middle, query, &best)
    let axis = Int(axes[middle])
    let offset = query[axis] - points[middle][axis]
    let (below, above) = (part.lowerBound..<middle, (middle + 1)..<part.upperBound)
    search(query, offset < 0 ? below : above, &best)
    if offset * offset < best.square { search(query, offset < 0 ? above : below, &best) }
  }

  @inline(__always)
  private func consider(_ slot: Int, _ query: Vector3, _ best: inout (slot: Int, square: Double)) {
    let square = (points[slot] - query).squaredLength
    if square < best.square { best = (slot, square) }
  }
}
