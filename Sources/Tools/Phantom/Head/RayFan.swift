import Geometry

/// Rays that leave one place, as those of a row of pixels do. Head frame, metres.
struct RayFan: Sendable {
  let origin: Vector3
  /// Unit vectors; one that is not a number meets nothing.
  let directions: [Vector3]
}

extension Array {
  /// Works once on every element, in order, and keeps those for which `body` returns true.
  ///
  /// Work that goes on for many rounds on elements that do not depend on each other is fastest this way: the processor
  /// begins the next element while the one before still waits for its numbers.
  @inline(__always)
  mutating func keepInPlace(_ body: (inout Element) -> Bool) {
    var kept = 0
    withUnsafeMutableBufferPointer { elements in
      for i in elements.indices {
        guard body(&elements[i]) else { continue }
        if kept < i { elements[kept] = elements[i] }
        kept &+= 1
      }
    }
    removeLast(count - kept)
  }
}
