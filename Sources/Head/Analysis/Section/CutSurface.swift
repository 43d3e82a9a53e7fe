import Geometry
import PointClouds

/// A surface that many planes cut: each plane looks only at triangles near it.
struct CutSurface: Sendable {
  let surface: HeadSurface
  /// How many triangles, which follow each other in a mesh much as they lie, share a box.
  private let run: Int
  /// The boxes: middles and half extents, metres.
  private let boxes: [(middle: Vector3, half: Vector3)]

  /// Chosen for speed.
  private static let usualRun = 32
  /// Room for rounding, metres.
  private static let slack = 1e-9

  /// - Parameter isCutOnce: true where telling what lies where would cost more than it saves.
  init(_ surface: HeadSurface, isCutOnce: Bool = false) {
    let run = isCutOnce ? surface.triangles.count : Self.usualRun
    (self.surface, self.run) = (surface, run)
    guard !isCutOnce else {
      boxes = [(.zero, Vector3(repeating: .greatestFiniteMagnitude))]
      return
    }
    boxes = stride(from: 0, to: surface.triangles.count, by: run).map { first in
      var (low, high) = (Vector3(repeating: .infinity), Vector3(repeating: -.infinity))
      for triangle in surface.triangles[first..<min(first + run, surface.triangles.count)] {
        for k in 0..<3 {
          let corner = surface.positions[Int(triangle[k])]
          // Swift's `pointwiseMin` is not inlined.
          low.replace(with: corner, where: corner .< low)
          high.replace(with: corner, where: corner .> high)
        }
      }
      return ((low + high) / 2, (high - low) / 2)
    }
  }

  /// The triangles that may meet the plane `up` · p + `offset` = 0, in their order: all that do, and some others.
  func forEachTriangle(near up: Vector3, _ offset: Double, _ body: (SIMD3<Int32>) -> Void) {
    let steepness = Vector3(abs(up.x), abs(up.y), abs(up.z))
    for (number, box) in boxes.enumerated()
    where abs(up.dot(box.middle) + offset) <= steepness.dot(box.half) + Self.slack {
      let first = number * run
      for index in first..<min(first + run, surface.triangles.count) { body(surface.triangles[index]) }
    }
  }
}
