import Geometry

/// A hierarchy of boxes around a mesh's triangles, split at the median of their centres.
struct BVH: Sendable {
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
    let places = (0..<3).map { axis in centres.map { $0[axis] } }
    numbers = Array(0..<Int32(all.count))
    triangles = []
    if !all.isEmpty { split(0..<all.count, all, centres, places) }
    triangles = numbers.map { all[Int($0)] }
  }

  private mutating func split(_ part: Range<Int>, _ all: [Triangle], _ centres: [Vector3], _ places: [[Double]]) {
    let number = nodes.count
    nodes.append(Node(first: Int32(part.lowerBound), count: Int32(part.count)))
    guard part.count > Self.leafSize else {
      for i in part {
        let triangle = all[Int(numbers[i])]
        nodes[number].box.include(triangle.a)
        nodes[number].box.include(triangle.b)
        nodes[number].box.include(triangle.c)
      }
      return
    }
    var middles = Box()
    for i in part { middles.include(centres[Int(numbers[i])]) }
    let axis = middles.longestAxis
    let middle = part.lowerBound + part.count / 2
    halve(part, at: middle, along: places[axis])
    split(part.lowerBound..<middle, all, centres, places)
    let other = nodes.count
    split(middle..<part.upperBound, all, centres, places)
    for child in [number + 1, other] {
      nodes[number].box.include(nodes[child].box.low)
      nodes[number].box.include(nodes[child].box.high)
    }
    (nodes[number].other, nodes[number].count) = (Int32(other), 0)
  }

  /// Moves what lies lower than the triangle in the middle before it and the others behind it (Hoare 1961); of equal
  /// places the triangle's number decides.
  private mutating func halve(_ part: Range<Int>, at middle: Int, along places: [Double]) {
    numbers.withUnsafeMutableBufferPointer { numbers in
      places.withUnsafeBufferPointer { places in
        let isLower = { (a: Int32, b: Int32) in
          let (p, q) = (places[Int(a)], places[Int(b)])
          return p < q || (p == q && a < b)
        }
        var (left, right) = (part.lowerBound, part.upperBound - 1)
        while left < right {
          let pivot = numbers[left + (right - left) / 2]
          var (i, j) = (left, right)
          while i <= j {
            while isLower(numbers[i], pivot) { i += 1 }
            while isLower(pivot, numbers[j]) { j -= 1 }
            guard i <= j else { break }
            numbers.swapAt(i, j)
            i += 1
            j -= 1
          }
          if middle <= j { right = j } else if middle >= i { left = i } else { break }
        }
      }
    }
  }
}

/// A box along the axes; empty at first.
struct Box: Sendable {
  private(set) var low = Vector3(repeating: .infinity)
  private(set) var high = Vector3(repeating: -.infinity)

  @inline(__always)
  mutating func include(_ point: Vector3) {
    // Swift's `pointwiseMin` is not inlined.
    low.replace(with: point, where: point .< low)
    high.replace(with: point, where: point .> high)
  }

  var longestAxis: Int {
    let size = high - low
    return size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2
  }

  /// The squared distance of a point from the box; 0 inside.
  @inline(__always)
  func squaredDistance(to point: Vector3) -> Double {
    // Swift's `pointwiseMax` is not inlined.
    let (below, above) = (low - point, point - high)
    let most = below.replacing(with: above, where: above .> below)
    let outside = most.replacing(with: 0, where: most .< 0)
    return (outside * outside).sum()
  }

  /// Where a ray enters the box, in lengths of its direction, or nil where it misses it within `limit` (Kay & Kajiya 1986).
  @inline(__always)
  func entry(_ origin: Vector3, inverseDirection: Vector3, limit: Double) -> Double? {
    var (near, far) = (0.0, limit)
    for axis in 0..<3 {
      if inverseDirection[axis].isInfinite {
        guard origin[axis] >= low[axis], origin[axis] <= high[axis] else { return nil }
        continue
      }
      let a = (low[axis] - origin[axis]) * inverseDirection[axis]
      let b = (high[axis] - origin[axis]) * inverseDirection[axis]
      near = max(near, min(a, b))
      far = min(far, max(a, b))
    }
    return near <= far ? near : nil
  }
}
