import Geometry
import Markers
import Platform

/// A printed marker as the photos of its sheet show it, in printed millimetres across the paper.
struct MarkerShape {
  /// Its id.
  let id: Int
  /// In how many photos it is seen.
  let sightings: Int
  /// The corners on the sheet, clockwise from the upper left one, and the standard deviation of a coordinate.
  let corners: [Vector2], sigma: Double
  /// How far the corners and the middles of the sides stand off the marker's own plane, towards the viewer, and the
  /// largest standard deviation of these; nil where the photos are too alike to tell.
  let heights: (values: [Double], sigma: Double)?
  /// How far the middles of the sides lie outside of the lines between the corners, on the sheet, and the standard
  /// deviation of these; empty where no side is seen.
  let bulges: (values: [Double], sigma: Double)

  /// Mean width and height.
  var width: Double { ((corners[1] - corners[0]).length + (corners[2] - corners[3]).length) / 2 }
  var height: Double { ((corners[2] - corners[1]).length + (corners[3] - corners[0]).length) / 2 }
  /// By how much the angle between its axes differs from a right one, in radians.
  var skew: Double {
    let x = corners[1] + corners[2] - corners[0] - corners[3]
    let y = corners[2] + corners[3] - corners[0] - corners[1]
    return asin(min(max(x.dot(y) / (x.length * y.length), -1), 1))
  }

  /// The middle of a side is seen better than a corner: hundreds of pixels carry it.
  private static let bulgeShare = 0.5
  /// Heights that are known less well, in millimetres, tell nothing.
  private static let mostHeightSigma = 0.4

  /// The shape of a marker; nil where no view shows it on the sheet.
  ///
  /// - Parameters:
  ///   - sightings: what is seen of it, each with its view.
  ///   - noise: the standard deviation of a corner's coordinate in pixels.
  init?(_ sightings: [(view: SheetView, outline: MarkerOutline)], noise: Double) {
    guard let id = sightings.first?.outline.id else { return nil }
    var (corners, variances): ([Vector2], [Double]) = ([], [])
    for k in 0..<4 {
      let seen = sightings.map { (view: $0.view, pixel: $0.outline.corners[k]) }
      guard let place = Self.place(of: seen) else { return nil }
      corners.append(place.value)
      variances.append(place.variance)
    }
    (self.id, self.sightings, self.corners) = (id, sightings.count, corners)
    sigma = noise * (variances.reduce(0, +) / 4).squareRoot()
    let sides = (0..<4).compactMap { Self.side($0, corners, sightings) }
    bulges = (sides.map(\.bulge), noise * Self.bulgeShare * (sides.map(\.variance).max() ?? 0).squareRoot())
    heights = Self.heights(corners, sightings, noise: noise)
  }

  /// Where on the sheet a point is that views show at some pixels, and the variance of a coordinate for a noise of one
  /// pixel.
  private static func place(of seen: [(view: SheetView, pixel: Vector2)]) -> (value: Vector2, variance: Double)? {
    let places = seen.compactMap { $0.view.place(of: $0.pixel) }
    guard places.count == seen.count, var at = places.first else { return nil }
    var variance = 0.0
    for _ in 0..<3 {
      var equations = LeastSquares(unknowns: 2)
      for (view, pixel) in seen {
        guard let slopes = slopes(view, at: [at.x, at.y, 0]) else { return nil }
        let off = pixel - slopes.pixel
        equations.add([slopes.x.x, slopes.y.x], value: off.x)
        equations.add([slopes.x.y, slopes.y.y], value: off.y)
      }
      guard let (step, inverse) = equations.solved() else { return nil }
      at += [step[0], step[1]]
      variance = (inverse[0][0] + inverse[1][1]) / 2
    }
    return (at, variance)
  }

  /// The pixel of a point, and how it moves with a step along each axis of the sheet.
  private static func slopes(
    _ view: SheetView, at point: Vector3
  ) -> (pixel: Vector2, x: Vector2, y: Vector2, z: Vector2)? {
    let step = 0.01
    guard let pixel = view.pixel(of: point), let x = view.pixel(of: point + [step, 0, 0]),
      let y = view.pixel(of: point + [0, step, 0]), let z = view.pixel(of: point + [0, 0, step])
    else { return nil }
    return (pixel, (x - pixel) / step, (y - pixel) / step, (z - pixel) / step)
  }

  /// How a side's bulge in an image moves with one on the sheet and with a height above it, and what is seen of it.
  private static func bulge(
    _ side: Int, _ corners: [Vector2], _ sighting: (view: SheetView, outline: MarkerOutline)
  ) -> (seen: Double, outward: Double, up: Double)? {
    guard let seen = sighting.outline.bulges[side] else { return nil }
    let (a, b) = (corners[side], corners[(side + 1) % 4])
    let middle = (a + b) / 2
    let along = (b - a) / (b - a).length
    let outward = Vector2(along.y, -along.x)
    let (p, q) = (sighting.outline.corners[side], sighting.outline.corners[(side + 1) % 4])
    var across = Vector2(q.y - p.y, p.x - q.x) / (q - p).length
    guard let slopes = slopes(sighting.view, at: [middle.x, middle.y, 0]) else { return nil }
    let step = slopes.x * outward.x + slopes.y * outward.y
    if across.dot(step) < 0 { across = -across }
    return (seen, across.dot(step), -across.dot(slopes.z))
  }

  /// A side's bulge on the sheet, the mean of the views, and its variance for a noise of one pixel.
  private static func side(
    _ side: Int, _ corners: [Vector2], _ sightings: [(view: SheetView, outline: MarkerOutline)]
  ) -> (bulge: Double, variance: Double)? {
    let seen = sightings.compactMap { bulge(side, corners, $0) }
    let weight = seen.reduce(0) { $0 + $1.outward * $1.outward }
    guard weight > 0 else { return nil }
    return (seen.reduce(0) { $0 + $1.seen * $1.outward } / weight, 1 / weight)
  }

  /// The heights of corners and middles above the marker's own plane.
  private static func heights(
    _ corners: [Vector2], _ sightings: [(view: SheetView, outline: MarkerOutline)], noise: Double
  ) -> (values: [Double], sigma: Double)? {
    guard sightings.count > 1 else { return nil }
    var points: [(place: Vector2, height: Double)] = []
    var largest = 0.0
    for k in 0..<4 {
      var equations = LeastSquares(unknowns: 3)
      for (view, outline) in sightings {
        guard let slopes = slopes(view, at: [corners[k].x, corners[k].y, 0]) else { return nil }
        let off = outline.corners[k] - slopes.pixel
        equations.add([slopes.x.x, slopes.y.x, -slopes.z.x], value: off.x)
        equations.add([slopes.x.y, slopes.y.y, -slopes.z.y], value: off.y)
      }
      guard let (solution, inverse) = equations.solved() else { return nil }
      points.append((corners[k], solution[2]))
      largest = max(largest, inverse[2][2])
    }
    for k in 0..<4 {
      var equations = LeastSquares(unknowns: 2)
      for seen in sightings.compactMap({ bulge(k, corners, $0) }) {
        equations.add([seen.outward, seen.up], value: seen.seen)
      }
      guard let (solution, inverse) = equations.solved() else { continue }
      let height = solution[1] + (points[k].height + points[(k + 1) % 4].height) / 2
      points.append(((corners[k] + corners[(k + 1) % 4]) / 2, height))
      largest = max(largest, bulgeShare * bulgeShare * inverse[1][1])
    }
    let sigma = noise * largest.squareRoot()
    guard sigma < mostHeightSigma, let off = offPlane(points) else { return nil }
    return (off, sigma)
  }

  /// Heights less those of the best plane through them.
  static func offPlane(_ points: [(place: Vector2, height: Double)]) -> [Double]? {
    let middle = points.reduce(.zero) { $0 + $1.place } / Double(points.count)
    var equations = LeastSquares(unknowns: 3)
    for (place, height) in points {
      equations.add([1, place.x - middle.x, place.y - middle.y], value: height)
    }
    guard let plane = equations.solved()?.solution else { return nil }
    return points.map { place, height in
      height - plane[0] - plane[1] * (place.x - middle.x) - plane[2] * (place.y - middle.y)
    }
  }
}
