import Images

/// The outlines of near things in front of farther ones, along rows and columns, and how many of them a filter bridged:
/// a sensor leaves a hole or a step there, a filter a ramp of depths at which nothing is.
struct Outlines: Sendable, Equatable {
  /// How many were found.
  private(set) var count = 0
  /// How many have no hole, and at least two pixels between near and far.
  private(set) var bridged = 0

  /// - Parameters:
  ///   - reach: a near thing lies within this, metres.
  ///   - jump: what lies behind it is this much farther at least, metres.
  init(_ images: [DepthImage], reach: Float, jump: Float) {
    for image in images {
      for y in stride(from: Self.first, to: image.height, by: Self.step) {
        add((0..<image.width).map { image.pixels[y * image.width + $0] }, reach, jump)
      }
      for x in stride(from: Self.first, to: image.width, by: Self.step) {
        add((0..<image.height).map { image.pixels[$0 * image.width + x] }, reach, jump)
      }
    }
  }

  private static let first = 2, step = 6
  /// Pixels of a plateau: neighbours that differ by less than the slope.
  private static let plateau = 6
  /// The largest difference of neighbours on a surface, as a share of depth.
  private static let slope: Float = 0.015
  /// The most pixels between near and far.
  private static let widest = 40

  private mutating func add(_ line: [Float], _ reach: Float, _ jump: Float) {
    search(line, reach, jump)
    search(line.reversed(), reach, jump)
  }

  /// Looks for outlines behind which the line goes farther.
  private mutating func search(_ line: [Float], _ reach: Float, _ jump: Float) {
    var run = 0  // pixels of the plateau that ends here
    var next = 0  // where the last outline ended
    for k in line.indices.dropLast() {
      let near = line[k]
      run = near > 0 && (run == 0 || abs(near - line[k - 1]) <= Self.slope * near) ? run + 1 : near > 0 ? 1 : 0
      let isEdge = near < reach && !(line[k + 1] - near <= Self.slope * near)  // a hole is one too
      guard run >= Self.plateau, k > next, isEdge, let (end, between) = farSide(line, from: k, jump) else { continue }
      next = end
      count += 1
      if between.holes == 0, between.pixels >= 2 { bridged += 1 }
    }
  }

  /// Where the plateau behind an outline begins, and what lies between; nil where there is none far enough.
  private func farSide(
    _ line: [Float], from edge: Int, _ jump: Float
  ) -> (end: Int, between: (holes: Int, pixels: Int))? {
    let near = line[edge]
    var (last, holes, pixels) = (near, 0, 0)
    for e in (edge + 1)..<min(line.count, edge + Self.widest + 1) {
      let depth = line[e]
      guard depth > 0 else {
        holes += 1
        continue
      }
      let (step, limit) = (depth - last, Self.slope * last)
      if step <= limit {
        if last - near >= jump { return (e, (holes, pixels - 1)) }
        if step <= -limit || holes + pixels > 0 { return nil }
      }
      (last, pixels) = (depth, pixels + 1)
    }
    return nil
  }
}
