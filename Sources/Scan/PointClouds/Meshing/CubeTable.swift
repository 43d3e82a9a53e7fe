/// The triangles of the 256 sign patterns of a cube's corners (Lorensen & Cline 1987), made from one rule.
///
/// On each face, every run of inside corners is cut off by a segment of its own. The rule looks at the face's own four
/// corners, so two cubes that share a face agree on it and surfaces are closed, which the published table's are not.
///
/// Corner c lies at (c & 1, c >> 1 & 1, c >> 2 & 1). Edge 4 a + k runs along axis a from the k-th corner whose bit a is 0.
struct CubeTable: Sendable {
  /// The table; a cube's pattern has bit c set where corner c is inside (negative).
  static let shared = CubeTable()

  /// Edges, three a triangle, of all patterns one after the other.
  let corners: [UInt8]
  /// Where each pattern's edges begin in ``corners``; 257 numbers.
  let start: [Int]

  private init() {
    var corners: [UInt8] = []
    var start = [0]
    for pattern in 0..<256 {
      for loop in Self.loops(pattern) { corners += Self.triangles(loop).map(UInt8.init) }
      start.append(corners.count)
    }
    (self.corners, self.start) = (corners, start)
  }

  /// The first corner of an edge.
  static func base(_ edge: Int) -> Int {
    let (axis, k) = (edge / 4, edge % 4)
    let low = k & ((1 << axis) - 1)
    return low | (k - low) << 1
  }

  /// The edge between two neighbouring corners.
  private static func edge(_ a: Int, _ b: Int) -> Int {
    let axis = (a ^ b).trailingZeroBitCount
    let low = min(a, b) & ((1 << axis) - 1)
    return 4 * axis + (low | (min(a, b) - low) >> 1)
  }

  /// The corners of the six faces, anticlockwise seen from outside the cube.
  private static let faces: [[Int]] = (0..<3).flatMap { axis -> [[Int]] in
    let (u, v, w) = (1 << ((axis + 1) % 3), 1 << ((axis + 2) % 3), 1 << axis)
    return [[0, v, u | v, u], [w, w | u, w | u | v, w | v]]
  }

  /// Closed chains of crossed edges, anticlockwise seen from the outside (positive) side.
  private static func loops(_ pattern: Int) -> [[Int]] {
    var next: [Int: Int] = [:]
    for face in faces {
      for (entry, exit) in segments(face.map { pattern >> $0 & 1 == 1 }) {
        next[edge(face[entry], face[(entry + 1) % 4])] = edge(face[exit], face[(exit + 1) % 4])
      }
    }
    var loops: [[Int]] = []
    for first in next.keys.sorted() where next[first] != nil {
      var loop: [Int] = []
      var at = first
      while let follower = next.removeValue(forKey: at) {
        loop.append(at)
        at = follower
      }
      loops.append(loop)
    }
    return loops
  }

  /// For each run of inside corners around a face, the sides on which the round enters and leaves it.
  private static func segments(_ inside: [Bool]) -> [(Int, Int)] {
    (0..<4).filter { !inside[$0] && inside[($0 + 1) % 4] }.map { entry in
      var exit = (entry + 1) % 4
      while inside[(exit + 1) % 4] { exit = (exit + 1) % 4 }
      return (entry, exit)
    }
  }

  /// Cuts a loop into triangles without a diagonal that lies in a face, where the neighbouring cube could have one too.
  private static func triangles(_ loop: [Int]) -> [Int] {
    guard let cut = cut(loop) else { preconditionFailure("a loop of a cube has a triangulation inside the cube") }
    return cut
  }

  private static func cut(_ loop: [Int]) -> [Int]? {
    guard loop.count > 2 else { return [] }
    let last = loop.count - 1
    for apex in 1..<last {
      if apex > 1, sharesFace(loop[0], loop[apex]) { continue }
      if apex < last - 1, sharesFace(loop[apex], loop[last]) { continue }
      guard let left = cut(Array(loop[0...apex])), let right = cut(Array(loop[apex...last])) else { continue }
      return [loop[0], loop[apex], loop[last]] + left + right
    }
    return nil
  }

  /// True when two edges lie on a common face of the cube.
  private static func sharesFace(_ a: Int, _ b: Int) -> Bool {
    let ends = [a, b].flatMap { [base($0), base($0) | 1 << ($0 / 4)] }
    return (0..<3).contains { axis in Set(ends.map { $0 >> axis & 1 }).count == 1 }
  }
}
