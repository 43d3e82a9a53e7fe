import Geometry

/// A hierarchy of boxes around a mesh's triangles, split at the median of their centres.
struct TriangleTree: Sendable {
  /// Up to how many triangles a box holds without being split.
  private static let leafSize = 4

  /// A box; its children are the next node and `other`, or it holds the triangles `first ..< first + count`.
  struct Node: Sendable {
    var box = Box()
    var first: Int32
    var count: Int32
    var other: Int32 = 0
  }

  private(set) var nodes: [Node] = []
  /// The triangles in the order of the tree, and each one's place in the mesh.
  private(set) var triangles: [Triangle]
  private(set) var numbers: [Int32]

  init(_ mesh: Mesh) {
    let all = mesh.triangles.map { t in
      Triangle(a: mesh.positions[Int(t.x)], b: mesh.positions[Int(t.y)], c: mesh.positions[Int(t.z)])
    }
    let centres = all.map { ($0.a + $0.b + $0.c) / 3 }
    numbers = Array(0..<Int32(all.count))
    triangles = []
    if !all.isEmpty { split(0..<all.count, all, centres) }
    triangles = numbers.map { all[Int($0)] }
  }

  private mutating func split(_ part: Range<Int>, _ all: [Triangle], _ centres: [Vector3]) {
    let number = nodes.count
    var node = Node(first: Int32(part.lowerBound), count: Int32(part.count))
    var middles = Box()
    for i in part {
      let triangle = all[Int(numbers[i])]
      for corner in [triangle.a, triangle.b, triangle.c] { node.box.include(corner) }
      middles.include(centres[Int(numbers[i])])
    }
    nodes.append(node)
    guard part.count > Self.leafSize else { return }
    let axis = middles.longestAxis
    numbers[part].sort { (centres[Int($0)][axis], $0) < (centres[Int($1)][axis], $1) }
    let middle = part.lowerBound + part.count / 2
    split(part.lowerBound..<middle, all, centres)
    nodes[number].other = Int32(nodes.count)
    split(middle..<part.upperBound, all, centres)
    nodes[number].count = 0
  }
}
