import Geometry

/// Finds the point of a surface nearest to a given point.
public struct MeshDistance: Sendable {
  /// The nearest point of a surface.
  public struct Closest: Sendable {
    /// The point, metres.
    public var point: Vector3
    /// Its distance in metres.
    public var distance: Double
    /// The triangle on which it lies, as an index into the mesh.
    public var triangle: Int
    /// Its weights of the triangle's three corners.
    public var barycentric: Vector3
    /// The triangle's unit normal; NaN for a triangle without area.
    public var normal: Vector3
  }

  private let tree: BVH

  /// Prepares a mesh.
  public init(_ mesh: Mesh) { tree = BVH(mesh) }

  /// The surface's point nearest to `query`, or nil for an empty mesh, a point that is not finite, and where nothing lies
  /// within `limit` metres.
  public func closest(to query: Vector3, within limit: Double = .infinity) -> Closest? {
    guard !tree.nodes.isEmpty, query.isFinite else { return nil }
    var best = (slot: -1, square: limit * limit, weights: Vector3.zero)
    search(query, 0, &best)
    guard best.slot >= 0 else { return nil }
    let triangle = tree.triangles[best.slot]
    return Closest(
      point: triangle.point(best.weights), distance: best.square.squareRoot(), triangle: Int(tree.numbers[best.slot]),
      barycentric: best.weights, normal: (triangle.b - triangle.a).cross(triangle.c - triangle.a).normalized)
  }

  private func search(_ query: Vector3, _ number: Int, _ best: inout (slot: Int, square: Double, weights: Vector3)) {
    let node = tree.nodes[number]
    if node.count > 0 {
      for slot in Int(node.first)..<Int(node.first + node.count) {
        let weights = tree.triangles[slot].closest(to: query)
        let square = (tree.triangles[slot].point(weights) - query).squaredLength
        if square < best.square { best = (slot, square, weights) }
      }
      return
    }
    let children = (number + 1, Int(node.other))
    let squares = (
      tree.nodes[children.0].box.squaredDistance(to: query), tree.nodes[children.1].box.squaredDistance(to: query)
    )
    let isFirstNearer = squares.0 <= squares.1
    let near = isFirstNearer ? (children.0, squares.0) : (children.1, squares.1)
    let far = isFirstNearer ? (children.1, squares.1) : (children.0, squares.0)
    if near.1 < best.square { search(query, near.0, &best) }
    if far.1 < best.square { search(query, far.0, &best) }
  }
}
