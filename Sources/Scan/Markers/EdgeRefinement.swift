import Geometry
import Images

/// Moves a marker's corners to where its four edges meet.
///
/// Blur rounds a corner off and draws what looks for it there inwards: by 0.05 px in a frontal view, by 0.2 px in a
/// slanting one, which then looks like a wrong focal length. The middle of an edge does not move, so each edge is found
/// from profiles across it and the curves, parabolas as a head's cloth bends them, are brought to intersection.
struct EdgeRefinement {
  private let profiles: EdgeProfile

  /// The part of an edge at either end that the rounding of the corners reaches. Assumed.
  private static let ends = 0.06
  /// The farthest that a corner may move, in pixels. Assumed.
  private static let farthest = 3.0
  /// Profiles for each pixel of an edge's length. Chosen for speed.
  private static let density = 0.8
  /// An edge is at least this long, pixels. Assumed.
  private static let leastLength = 4.0

  /// The corners (pixels), each where two edges meet; unchanged where the image does not show both.
  ///
  /// - Parameter cells: inner cells a side of the marker.
  static func refined(_ corners: [Vector2], in image: GrayImage, cells: Int) -> [Vector2] {
    image.pixels.withUnsafeBufferPointer { pixels in
      let refinement = EdgeRefinement(profiles: EdgeProfile(pixels, of: image))
      return (0..<2).reduce(corners) { current, _ in
        let moved = refinement.intersections(current, cells: Double(cells + 2))
        return zip(corners, moved).map { ($0 - $1).length < Self.farthest ? $1 : $0 }
      }
    }
  }

  /// How far the middle of each side lies outside of the line between its corners, in pixels; nil where the image does
  /// not show the side.
  static func bulges(_ corners: [Vector2], in image: GrayImage, cells: Int) -> [Double?] {
    image.pixels.withUnsafeBufferPointer { pixels in
      let refinement = EdgeRefinement(profiles: EdgeProfile(pixels, of: image))
      return refinement.edges(corners, cells: Double(cells + 2)).map { $0?.bulge }
    }
  }

  private func intersections(_ corners: [Vector2], cells: Double) -> [Vector2] {
    let edges = edges(corners, cells: cells)
    return (0..<4).map { corner in
      guard let before = edges[(corner + 3) % 4], let after = edges[corner] else { return corners[corner] }
      return EdgeCurve.intersection(of: before, after, near: corners[corner]) ?? corners[corner]
    }
  }

  /// The curves of the four sides, that from the first to the second corner first.
  private func edges(_ corners: [Vector2], cells: Double) -> [EdgeCurve?] {
    (0..<4).map { side in
      let opposite = (corners[(side + 2) % 4] + corners[(side + 3) % 4]) / 2
      return edge(from: corners[side], to: corners[(side + 1) % 4], opposite: opposite, cells: cells)
    }
  }

  /// The curve of an edge, from where brightness rises most across it; nil where it doesn't.
  private func edge(from p: Vector2, to q: Vector2, opposite: Vector2, cells: Double) -> EdgeCurve? {
    let length = (q - p).length
    guard length > Self.leastLength else { return nil }
    let along = (q - p) / length
    var outward = Vector2(along.y, -along.x)
    let depth = ((p + q) / 2 - opposite).dot(outward)
    if depth < 0 { outward = -outward }
    let reach = profiles.reach(cell: abs(depth) / cells)
    let count = max(6, Int(Self.density * length))
    let ends = Self.ends
    var points: [(place: Double, offset: Double, rise: Double)] = []
    points.reserveCapacity(count)
    for k in 0..<count {
      let place = ends + (1 - 2 * ends) * Double(k) / Double(count - 1)
      if let profile = profiles.rise(at: p + (q - p) * place, towards: outward, reach: reach) {
        points.append((place - 0.5, profile.offset, profile.rise))
      }
    }
    return EdgeCurve.fit(points, start: p, along: along, outward: outward, length: length)
  }
}
