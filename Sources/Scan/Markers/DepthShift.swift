import Diagnostics
public import Geometry

/// How far depth lies beside the colour image, as the sizes of the markers show it.
///
/// A marker's size is measured with the depth that is found at its place in the colour image. Where all depth is shifted by s
/// metres on the head, that is what lies s before it. With t the tangents of the surface's slant to right and down there,
/// depth is off by t · s, and the slant by s / R, because the head bends with a radius R; both make markers on one side of the
/// head larger and on the other smaller. The square root of a marker's area over the printed one is
///
///     c (1 + (t / z + (r − n / n_z) / (2 R n · r)) · s)
///
/// with z the depth, n the normal and r the line of sight at depth 1, since the area is z² / |n · r| times that in the image;
/// c and s follow by least squares with Tukey's weights, to first order: a shift of a tenth of R comes out a fifth too large.
/// A wrong focal length, print or offset of depth is in c; a lens, and what slanting views do to corners, is the same on both
/// sides of the head and not in s.
public struct DepthShift: Sendable, Equatable {
  /// How far depth lies to the right and down on the head, in metres.
  public let metres: Vector2
  /// The standard deviations of these.
  public let sigmas: Vector2
  /// ``metres`` in pixels of the colour image.
  public let pixels: Vector2

  /// Fewer sightings show nothing.
  private static let fewest = 40
  /// Views more grazing than this are left out: cosine of the angle to the line of sight.
  private static let leastCosine = 0.4
  /// A shift must be this many times its standard deviation.
  private static let leastRatio = 5.0

  /// The shift in some frames; nil where too few of the cap's markers are seen, or all from one side.
  public init?(_ frames: [FrameObservations], cap: Cap) {
    let views = frames.filter { !$0.repeatsDepth }.map { frame in
      frame.markers.filter { cap.contains($0.id) }.compactMap { View($0, frame.camera, side: cap.markerSize) }
    }
    let all = views.flatMap(\.self)
    guard all.count >= Self.fewest, let bend = Self.bend(views), let (shift, sigmas) = Self.shift(all, bend: bend)
    else {
      return nil
    }
    (metres, self.sigmas) = (shift, sigmas)
    pixels = shift * RobustStatistics.median(all.map(\.pixelsPerMetre))
  }

  /// What is wrong; nil where nothing is.
  ///
  /// - Parameter largest: the largest shift that does no harm, metres.
  public func fault(largest: Double) -> Finding? {
    guard metres.length > max(largest, Self.leastRatio * sigmas.length) else { return nil }
    return Finding(
      .calibrationRegistration,
      [
        pixels.x < 0 ? "left_px" : "right_px": .number(abs(pixels.x), decimals: 0, unit: "px"),
        pixels.y < 0 ? "up_px" : "down_px": .number(abs(pixels.y), decimals: 0, unit: "px"),
        "offset_mm": .millimetres(metres.length, decimals: 0),
      ])
  }
}

extension DepthShift {
  /// A sighting of a marker.
  struct View {
    /// The square root of its area over the printed one.
    let size: Double
    /// The tangents of the slant to the right and down.
    let slant: Vector2
    /// By how much of itself −(normal · ray) changes where the normal turns against these directions.
    let turning: Vector2
    let centre, normal: Vector3
    let pixelsPerMetre: Double

    /// Nil without depth, or where it is seen at a grazing angle.
    init?(_ marker: MarkerObservation, _ camera: Camera, side: Double) {
      guard let metric = marker.metric, metric.viewCosine > leastCosine else { return nil }
      let points = metric.points
      let area = (points[2] - points[0]).cross(points[3] - points[1]).length / 2
      guard area > 0 else { return nil }
      size = area.squareRoot() / side
      (centre, normal) = (points.reduce(.zero, +) / 4, metric.normal)
      let (ray, across) = (centre / centre.z, Vector2(normal.x, normal.y))
      slant = across / normal.dot(ray)
      turning = (Vector2(ray.x, ray.y) - across / normal.z) / normal.dot(ray)
      pixelsPerMetre = camera.fx / centre.z
    }
  }

  /// The inverse of the radius with which the cap bends, in 1/m: how normals turn from marker to marker of a frame.
  static func bend(_ frames: [[View]]) -> Double? {
    var (turns, distances) = (0.0, 0.0)
    for views in frames where views.count > 2 {
      let centre = views.reduce(.zero) { $0 + $1.centre } / Double(views.count)
      let normal = views.reduce(.zero) { $0 + $1.normal } / Double(views.count)
      for view in views {
        let (across, turn) = (view.centre - centre, view.normal - normal)
        turns += across.x * turn.x + across.y * turn.y
        distances += across.x * across.x + across.y * across.y
      }
    }
    return distances > 0 ? max(0, turns / distances) : nil
  }

  /// The shift and its standard deviations in metres by iteratively reweighted least squares; nil where all slants are alike.
  private static func shift(_ views: [View], bend: Double) -> (Vector2, sigmas: Vector2)? {
    let rows = views.map { view in
      let change = view.slant / view.centre.z + view.turning * (bend / 2)
      return Vector3(1, change.x, change.y)
    }
    var solution = Vector3(RobustStatistics.median(views.map(\.size)), 0, 0)
    var sigmas = Vector2.zero
    var weights = TukeyWeights(count: views.count)
    for _ in 0..<rounds {
      let noise = weights.update(leastScale: leastNoise) { views[$0].size - rows[$0].dot(solution) }
      var equations = NormalEquations3()
      for (k, weight) in weights.values.enumerated() where weight > 0 {
        equations.add(rows[k], value: views[k].size, weight: weight)
      }
      guard let solved = equations.solved(), let variances = equations.variances else { return nil }
      guard solved.solution.x > 0 else { return nil }
      solution = solved.solution
      sigmas = Vector2(noise * variances.y.squareRoot(), noise * variances.z.squareRoot())
    }
    return (Vector2(solution.y, solution.z) / solution.x, sigmas / solution.x)
  }

  /// Rounds of reweighting.
  private static let rounds = 6
  /// The least noise of a size over the printed one.
  private static let leastNoise = 1e-4
}
