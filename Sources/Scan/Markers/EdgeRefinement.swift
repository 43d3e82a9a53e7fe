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

/// An edge of a marker in an image: a parabola over the line between two corners.
struct EdgeCurve {
  private let start, along, outward: Vector2
  private let length: Double
  /// The offset outwards over the place s along the edge, −½ … ½: c.x + c.y s + c.z s², in pixels.
  private let coefficients: Vector3

  /// The weight that holds an edge's bend near zero, in those of an offset. A marker on a head bends by up to a pixel;
  /// the number itself is assumed.
  private static let leastBend = 0.001
  /// The fewest clear points of an edge. Assumed.
  private static let fewestPoints = 5
  /// A profile takes part where brightness rises by this share of the edge's usual rise. Assumed.
  private static let leastRise = 0.3
  /// The median rise that an edge must exceed, grey levels. Assumed.
  private static let leastContrast = 10.0
  /// Offsets along an edge are never taken to scatter by less than this, pixels. Assumed.
  private static let leastScale = 0.05

  /// Fits offsets by iteratively reweighted least squares with Tukey's weights; nil with too few that are as clear as
  /// the others.
  static func fit(
    _ points: [(place: Double, offset: Double, rise: Double)], start: Vector2, along: Vector2, outward: Vector2,
    length: Double
  ) -> EdgeCurve? {
    let usual = RobustStatistics.median(points.map(\.rise))
    var clear = points
    clear.removeAll { $0.rise <= Self.leastRise * usual }
    guard clear.count >= Self.fewestPoints, usual > Self.leastContrast else { return nil }
    var weights = TukeyWeights(count: clear.count)
    guard var coefficients = solve(clear, weights.values) else { return nil }
    for _ in 1..<4 {
      _ = weights.update(leastScale: Self.leastScale, cut: 4) { k in
        clear[k].offset - value(coefficients, clear[k].place)
      }
      guard let solved = solve(clear, weights.values) else { return nil }
      coefficients = solved
    }
    return EdgeCurve(start: start, along: along, outward: outward, length: length, coefficients: coefficients)
  }

  /// How far the middle lies outside of the line between the ends, in pixels.
  var bulge: Double { -coefficients.z / 4 }

  private static func value(_ c: Vector3, _ s: Double) -> Double { c.x + s * (c.y + s * c.z) }

  private static func solve(
    _ points: [(place: Double, offset: Double, rise: Double)], _ weights: [Double]
  ) -> Vector3? {
    var equations = NormalEquations3(hold: Vector3(0, 0, Self.leastBend))
    for (point, weight) in zip(points, weights) {
      equations.add(Vector3(1, point.place, point.place * point.place), value: point.offset, weight: weight)
    }
    return equations.solved()?.solution
  }

  /// How far a point lies outside the curve in pixels, and the gradient of that.
  private func distance(_ point: Vector2) -> (value: Double, gradient: Vector2) {
    let s = (point - start).dot(along) / length - 0.5
    let slope = coefficients.y + 2 * coefficients.z * s
    return ((point - start).dot(outward) - Self.value(coefficients, s), outward - along * (slope / length))
  }

  /// Where two curves meet, by Newton's method from a point close to it; nil where they run along each other.
  static func intersection(of a: EdgeCurve, _ b: EdgeCurve, near point: Vector2) -> Vector2? {
    var point = point
    for _ in 0..<6 {
      let (p, q) = (a.distance(point), b.distance(point))
      let determinant = p.gradient.cross(q.gradient)
      guard abs(determinant) > 0.05 else { return nil }
      point -=
        Vector2(
          p.value * q.gradient.y - q.value * p.gradient.y, q.value * p.gradient.x - p.value * q.gradient.x)
        / determinant
    }
    return point
  }
}

/// Profiles of brightness across edges of an image.
struct EdgeProfile {
  private let image: UnsafeBufferPointer<UInt8>
  private let width, height: Int

  /// The distance of samples along a profile in pixels.
  private static let step = 0.5
  /// How far a profile reaches to either side of an edge, in cells of a marker: within its black border. See
  /// Docs/methods/markers.md states it; the number itself is assumed.
  private static let reach = 0.7
  /// That reach's bounds in pixels. Assumed.
  private static let reachLimits = 1.5...5.0

  /// Profiles of an image of that size; valid as long as the pixels are.
  init(_ pixels: UnsafeBufferPointer<UInt8>, of image: GrayImage) {
    (self.image, width, height) = (pixels, image.width, image.height)
  }

  /// How far to look to either side of an edge of cells of that size, both in pixels.
  func reach(cell: Double) -> Double {
    min(max(Self.reach * cell, Self.reachLimits.lowerBound), Self.reachLimits.upperBound)
  }

  /// The centre of the rise from dark to bright along a direction, in pixels from a place, and its size in levels; nil at
  /// the image's border and where nothing rises.
  func rise(at centre: Vector2, towards bright: Vector2, reach: Double) -> (offset: Double, rise: Double)? {
    let count = Int(2 * reach / Self.step)
    let first = -0.5 * Double(count) * Self.step
    guard holds(centre + bright * first), holds(centre + bright * -first) else { return nil }
    var last = brightness(centre + bright * first)
    var (sum, moment) = (0.0, 0.0)
    for k in 0..<count {
      let end = first + Double(k + 1) * Self.step
      let value = brightness(centre + bright * end)
      let rise = max(0, value - last)
      sum += rise
      moment += rise * (end - Self.step / 2)
      last = value
    }
    return sum > 0 ? (moment / sum, sum) : nil
  }

  /// Whether a place has pixels all around it.
  @inline(__always)
  private func holds(_ at: Vector2) -> Bool {
    at.x >= 0 && at.y >= 0 && at.x < Double(width - 1) && at.y < Double(height - 1)
  }

  /// The image at a place between pixels, which it holds.
  @inline(__always)
  private func brightness(_ at: Vector2) -> Double {
    let (x, y) = (Int(at.x), Int(at.y))
    let (u, v) = (at.x - Double(x), at.y - Double(y))
    let i = y * width + x
    let top = Double(image[i]) * (1 - u) + Double(image[i + 1]) * u
    let bottom = Double(image[i + width]) * (1 - u) + Double(image[i + width + 1]) * u
    return top * (1 - v) + bottom * v
  }
}
