import Geometry
import Images

/// How far the edges of ink look moved into the ink, in pixels.
///
/// A lens blurs light, but an image holds levels, in which a bright half weighs more than a dark one: black cells look
/// narrower than they are, and white ones wider. Ink that spreads does the opposite. Either makes the whole marker look
/// smaller or larger, and so the head larger or smaller. The cells inside separate it from the marker's size: with the
/// edges of both directions known, widths of black and of white cells are off by the same amount with opposite signs.
struct EdgeShift {
  /// The shift in pixels, positive where black looks too small, and its standard deviation.
  let value, sigma: Double

  /// The smallest cell in pixels: smaller ones run into each other, and the shift of the ink is then that of the frame.
  /// Assumed.
  private static let leastCell = 3.0
  /// The fewest edges of cells along an axis from which the shift of the ink is estimated. Assumed: some more than
  /// twice the seven unknowns.
  private static let fewestCellEdges = 16
  /// The standard deviation of the ink's shift before anything is measured, and that of a marker's axis about its
  /// frame's, in pixels. See Docs/decisions/tracking.md (Where the ink ends is measured in the marker): shifts are 0.16
  /// to 0.19 px; the number itself is assumed.
  private static let shiftPrior = 0.1
  /// The share of the usual rise from which the edge of a cell takes part. Assumed.
  private static let leastCellRise = 0.4
  /// The median rise that the edges of a marker's cells must exceed, grey levels. Assumed.
  private static let leastCellContrast = 20.0
  /// Edges of cells are never taken to scatter by less than this, pixels. Assumed.
  private static let leastCellScale = 0.03
  /// The row that picks the shift out of the unknowns.
  private static let last = SIMD8<Double>(0, 0, 0, 0, 0, 0, 1, 0)
  /// How often the edges are weighed anew. Chosen for speed.
  private static let rounds = 3
  /// Where along a cell's side its edges are looked for.
  private static let places = [0.3, 0.7]

  /// The markers of a frame with every side where the ink ends.
  static func takenOff(
    _ markers: [(id: Int, corners: [Vector2])], in image: GrayImage, dictionary: MarkerDictionary
  ) -> [(id: Int, corners: [Vector2])] {
    let shifts = image.pixels.withUnsafeBufferPointer { pixels in
      let profiles = EdgeProfile(pixels, of: image)
      return markers.map { marker in
        dictionary.bits(of: marker.id).map { measure(marker.corners, bits: $0, in: profiles) } ?? [nil, nil]
      }
    }
    let common = common(shifts.flatMap { $0.compactMap(\.self) })
    return zip(markers, shifts).map { marker, shifts in
      let (x, y) = (held(shifts[0], near: common), held(shifts[1], near: common))
      return (marker.id, Quadrilateral(marker.corners).grown(by: [y, x, y, x]).corners)
    }
  }

  /// The shift common to a frame's markers, held near zero where they say little.
  static func common(_ shifts: [EdgeShift]) -> Double {
    let prior = shiftPrior
    let known = 1 / (prior * prior)
    let weights = shifts.map { 1 / ($0.sigma * $0.sigma + prior * prior) }
    return zip(shifts, weights).reduce(0) { $0 + $1.0.value * $1.1 } / weights.reduce(known, +)
  }

  /// A marker's shift, drawn towards that of its frame the more the less is known of it.
  static func held(_ shift: EdgeShift?, near common: Double) -> Double {
    guard let shift else { return common }
    let prior = shiftPrior
    let (a, b) = (1 / (prior * prior), 1 / (shift.sigma * shift.sigma))
    return (a * common + b * shift.value) / (a + b)
  }

  /// The shifts along a marker's x and its y axis, nil where it shows too few edges across it.
  ///
  /// - Parameter bits: the inner cells, rows from the top left, true for white.
  static func measure(_ corners: [Vector2], bits: [[Bool]], in profiles: EdgeProfile) -> [EdgeShift?] {
    guard let grid = CellGrid(corners: corners, cells: bits.count + 2) else { return [nil, nil] }
    return [fit(edges(bits, turned: false, grid, profiles)), fit(edges(bits, turned: true, grid, profiles))]
  }

  private struct Edge {
    /// The place on the marker along and across the row of cells, −1 … 1.
    let place: Vector2
    /// −1 where bright lies towards the origin, else 1.
    let sign: Double
    let offset, rise: Double

    /// The terms of a smooth displacement of the cells, and −1 for the shift.
    var row: SIMD8<Double> {
      let (x, y) = (place.x, place.y)
      return SIMD8(sign, sign * x, sign * y, sign * (x * x), sign * (x * y), sign * (y * y), -1, 0)
    }
  }

  /// The edges across rows of cells; `turned` where the rows run along the marker's y axis.
  private static func edges(_ bits: [[Bool]], turned: Bool, _ grid: CellGrid, _ profiles: EdgeProfile) -> [Edge] {
    let last = bits.count + 3
    /// Whether a cell is white, counted from the paper before the border to that behind it.
    func isWhite(_ k: Int, _ row: Int) -> Bool {
      k == 0 || k == last || (k > 1 && k < last - 1 && (turned ? bits[k - 2][row] : bits[row][k - 2]))
    }
    var edges: [Edge] = []
    edges.reserveCapacity(bits.count * last * places.count)
    for row in bits.indices {
      for k in 1...last where isWhite(k - 1, row) != isWhite(k, row) {
        for place in places {
          let at = Vector2(Double(k - 1), Double(row + 1) + place)
          let edge = edge(at, brightBehind: isWhite(k, row), turned: turned, grid, profiles)
          if let edge { edges.append(edge) }
        }
      }
    }
    return edges
  }

  /// The edge at a place along and across a row, in cells; nil where cells are too small or nothing rises.
  private static func edge(
    _ at: Vector2, brightBehind: Bool, turned: Bool, _ grid: CellGrid, _ profiles: EdgeProfile
  ) -> Edge? {
    let cell = turned ? Vector2(at.y, at.x) : at
    let steps = grid.steps(at: cell)
    let (step, side) = turned ? (steps.y, steps.x) : (steps.x, steps.y)
    var normal = Vector2(side.y, -side.x) / side.length
    if normal.dot(step) < 0 { normal = -normal }
    let width = normal.dot(step)
    let sign = brightBehind ? 1.0 : -1
    guard width >= leastCell,
      let profile = profiles.rise(
        at: grid.pixel(cell), towards: normal * sign, reach: profiles.reach(cell: width))
    else { return nil }
    return Edge(place: at * 2 / grid.side - 1, sign: sign, offset: profile.offset, rise: profile.rise)
  }

  /// The shift beside a displacement of the cells that is quadratic over the marker, as a head bends it: iteratively
  /// reweighted least squares with Tukey's weights.
  private static func fit(_ edges: [Edge]) -> EdgeShift? {
    let usual = RobustStatistics.median(edges.map(\.rise))
    var clear = edges
    clear.removeAll { $0.rise <= leastCellRise * usual }
    guard clear.count >= fewestCellEdges, usual > leastCellContrast else { return nil }
    var weights = TukeyWeights(count: clear.count)
    var shift: EdgeShift?
    for _ in 0..<rounds {
      guard let (solution, factor) = solve(clear, weights.values) else { return nil }
      let sigma = weights.update(leastScale: leastCellScale) { k in
        clear[k].offset - (clear[k].row * solution).sum()
      }
      shift = EdgeShift(value: solution[6], sigma: sigma * factor.variance(of: last).squareRoot())
    }
    return shift
  }

  /// The weighted solution of the seven unknowns.
  private static func solve(
    _ edges: [Edge], _ weights: [Double]
  ) -> (solution: SIMD8<Double>, factor: CholeskyFactor8)? {
    var equations = NormalEquations8(unknowns: 7)
    for (edge, weight) in zip(edges, weights) where weight > 0 {
      equations.add(edge.row, value: edge.offset, weight: weight)
    }
    return equations.solved()
  }
}

/// The places of a marker's cells in an image, by the projective map of a square onto its corners (Heckbert 1989).
struct CellGrid {
  private let origin, gx, gy: Vector3
  /// The number of cells a side.
  let side: Double

  /// The grid of a marker from its corners in pixels, `cells` a side with the border; nil where they are no
  /// quadrilateral.
  init?(corners: [Vector2], cells: Int) {
    let (p, q, r, s) = (corners[0], corners[1], corners[2], corners[3])
    let (d1, d2, sum) = (q - r, s - r, p - q + r - s)
    let determinant = d1.cross(d2)
    guard abs(determinant) > 1e-9 else { return nil }
    let g = sum.cross(d2) / determinant
    let h = d1.cross(sum) / determinant
    side = Double(cells)
    origin = Vector3(p.x, p.y, 1)
    gx = Vector3(q.x - p.x + g * q.x, q.y - p.y + g * q.y, g) / side
    gy = Vector3(s.x - p.x + h * s.x, s.y - p.y + h * s.y, h) / side
  }

  /// The pixel of a place in cells from the first corner, x towards the second one and y towards the fourth.
  func pixel(_ place: Vector2) -> Vector2 {
    let p = origin + gx * place.x + gy * place.y
    return Vector2(p.x / p.z, p.y / p.z)
  }

  /// How the pixel moves with a step of one cell along x and along y.
  func steps(at place: Vector2) -> (x: Vector2, y: Vector2) {
    let p = origin + gx * place.x + gy * place.y
    let at = Vector2(p.x / p.z, p.y / p.z)
    return (
      (Vector2(gx.x, gx.y) - at * gx.z) / p.z,
      (Vector2(gy.x, gy.y) - at * gy.z) / p.z
    )
  }
}
