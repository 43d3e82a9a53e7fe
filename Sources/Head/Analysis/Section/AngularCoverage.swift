import Geometry
import Platform

/// In which directions around the head's axis an outline was seen, in steps of a quarter of a degree.
struct AngularCoverage {
  static let count = 1440
  /// The farthest point of the outline in each direction; nil where there is none.
  private(set) var farthest = [Vector2?](repeating: nil, count: Self.count)

  init(_ pieces: [[Vector2]]) {
    for piece in pieces {
      for (a, b) in zip(piece, piece.dropFirst()) { mark(a, b) }
    }
  }

  private static func bin(_ p: Vector2) -> Int {
    Int(((atan2(p.y, p.x) / (2 * .pi) + 1) * Double(count)).rounded(.down)) % count
  }

  private mutating func mark(_ a: Vector2, _ b: Vector2) {
    let start = Self.bin(a)
    let forward = (Self.bin(b) - start + Self.count) % Self.count
    let steps = forward <= Self.count / 2 ? forward : forward - Self.count
    for step in 0...abs(steps) {
      let share = steps == 0 ? 0 : Double(step) / Double(abs(steps))
      let bin = ((start + step * steps.signum()) % Self.count + Self.count) % Self.count
      let p = a + (b - a) * share
      if p.length > farthest[bin]?.length ?? -1 { farthest[bin] = p }
    }
  }

  /// The stretches without a point whose ends are farther apart than `limit` metres.
  func gaps(wider limit: Double) -> [SectionGap] {
    let seen = farthest.indices.filter { farthest[$0] != nil }
    guard let first = seen.first else { return [] }
    let next = seen.dropFirst() + [first]
    return zip(seen, next).compactMap { a, b in
      guard (b - a + Self.count) % Self.count != 1 else { return nil }
      let gap = SectionGap(from: farthest[a]!, to: farthest[b]!)
      return gap.width > limit || seen.count == 1 ? gap : nil
    }
  }
}
