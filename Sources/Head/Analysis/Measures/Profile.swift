import Diagnostics
import Geometry
import Platform
import PointClouds

/// The head from the side: the outline of its surface in the midplane, and the angle at the nasion between opisthocranion and
/// vertex (VNO; Blum et al. 2022, doi:10.1007/s00381-022-05518-3) on it.
///
/// In draws the midplane moves over the head: cuts beside the nominal one tell to second order how its outline changes.
struct Profile: Sendable {
  /// How far the line from the tragions to the sellion rises over the Frankfurt horizontal, degrees.
  ///
  /// Evidence: a convention. In radiography the lines from the ear canal to outer canthus and glabella rise by 7° and 15° over
  /// that to the orbit's lower edge; of 10 to 20° this parts the mean heads well and moves the control's angle least
  /// (Docs/evaluation/shape.md).
  static let tiltDegrees = 15.0
  /// The standard deviation of that angle from head to head: each of 10 to 20° as likely. Assumed.
  static let tiltDeviation = 10 / 12.0.squareRoot()
  /// How far beside the midplane the surface is cut once more on either side, metres: as far as landmarks err.
  private static let aside = 0.006
  /// Where a ray leaves the outline, every degree around the axis of the ears.
  private static let directions = (0..<360).map { Vector2(sin(Double($0) * .pi / 180), cos(Double($0) * .pi / 180)) }

  private var outline: [OutlinePoint]
  /// Why there is no angle, or nil.
  let obstacle: Finding?
  /// The standard deviation of the angle for each metre of noise of the surface's radius, and that due to the horizontal; degrees.
  let perMetre, tiltEffect: Double

  /// The profile of a head in its nominal head frame.
  init(_ head: HeadSurface, sellion: Vector3, bridgedGap: Double) {
    // Forward, up and right for X, Y and Z: the section is then that of the midplane.
    let sideways = RigidTransform(rotation: Matrix3(rows: [0, 1, 0], [0, 0, 1], [1, 0, 0]), translation: .zero)
    let surface = CutSurface(head)
    let sections = [0, -Self.aside, Self.aside].map {
      Section(of: surface, headFromScan: sideways, level: $0, bridgedGap: bridgedGap)
    }
    let radii = sections.map { $0.radii(from: .zero, along: Self.directions) }
    outline = zip(Self.directions, radii[0].indices).compactMap { direction, index in
      guard let radius = radii[0][index] else { return nil }
      var point = OutlinePoint(direction: direction, position: [0, direction.x * radius, direction.y * radius])
      if let left = radii[1][index], let right = radii[2][index] {
        point.slope = (right - left) / (2 * Self.aside)
        point.bow = (right + left - 2 * radius) / (2 * Self.aside * Self.aside)
      }
      return point
    }
    let view = SideView(outline, .identity, sellion, tilt: Self.tiltDegrees)
    let (low, high) = (
      SideView(outline, .identity, sellion, tilt: Self.tiltDegrees - Self.tiltDeviation),
      SideView(outline, .identity, sellion, tilt: Self.tiltDegrees + Self.tiltDeviation)
    )
    tiltEffect = low.flatMap { low in high.map { abs($0.degrees - low.degrees) / 2 } } ?? 0
    perMetre = view?.perMetre ?? 0
    obstacle = view.map { $0.hidden(by: sections[0].gaps) } ?? Finding(.surfaceProfileFlat)
  }

  /// The profile with an error of the surface.
  func bent(_ move: ([Vector3]) -> [Vector3]) -> Profile {
    var profile = self
    for (index, position) in move(outline.map(\.position)).enumerated() { profile.outline[index].position = position }
    return profile
  }

  /// The angle in degrees in another head frame, for a sellion in that frame; nil where an extreme has no top.
  func angle(_ headFromNominal: RigidTransform, sellion: Vector3) -> Double? {
    SideView(outline, headFromNominal, sellion, tilt: Self.tiltDegrees)?.degrees
  }
}

/// A point of the outline in the midplane of the nominal head frame, metres.
private struct OutlinePoint {
  /// The direction from the axis of the ears, forward and up.
  let direction: Vector2
  var position: Vector3
  /// By how much the outline beside it reaches farther in that direction, for each metre to the right and for its square.
  var slope = 0.0, bow = 0.0

  /// The outline of the midplane of another head frame, forward and up in it.
  func seen(in headFromNominal: RigidTransform) -> Vector2 {
    let (rows, shift) = (headFromNominal.rotation.rows, headFromNominal.translation)
    let beside = -(rows.0.dot(position) + shift.x) / rows.0.x
    let farther = (slope + bow * beside) * beside
    let moved = position + [beside, direction.x * farther, direction.y * farther]
    return [rows.1.dot(moved) + shift.y, rows.2.dot(moved) + shift.z]
  }
}

/// A profile with the nasion, and its extremes upwards and backwards of a Frankfurt-like horizontal; metres, Y forward and Z up
/// of the head frame as X and Y.
private struct SideView {
  /// How far the parabola about an extreme reaches to either side, as a share of the length from the nasion to the back.
  ///
  /// Evidence: a quarter more or less moves the angles of the mean heads by at most 0.5° (Docs/evaluation/shape.md); a wider one
  /// needs more of the nape than scans show.
  private static let reach = 0.2

  let nasion: Vector2
  let vertex, opisthocranion: Extreme

  init?(_ outline: [OutlinePoint], _ headFromNominal: RigidTransform, _ sellion: Vector3, tilt: Double) {
    let line = outline.map { $0.seen(in: headFromNominal) }
    nasion = [sellion.y, sellion.z]
    let up = Vector2(sin(tilt * .pi / 180), cos(tilt * .pi / 180))
    let back = Vector2(-up.y, up.x)
    // What lies under the horizontal is neck and shoulders.
    let above = line.filter { $0.dot(up) > 0 }
    guard let farthest = above.map({ $0.dot(back) }).max() else { return nil }
    let reach = Self.reach * (farthest - nasion.dot(back))
    guard let vertex = Extreme(line, above, along: up, within: reach),
      let opisthocranion = Extreme(line, above, along: back, within: reach)
    else { return nil }
    (self.vertex, self.opisthocranion) = (vertex, opisthocranion)
  }

  var degrees: Double {
    let (v, o) = (vertex.point - nasion, opisthocranion.point - nasion)
    return abs(atan2(v.cross(o), v.dot(o))) * 180 / .pi
  }

  var perMetre: Double {
    [vertex, opisthocranion].reduce(0) { sum, extreme in
      let toIt = extreme.point - nasion
      let across = Vector2(-toIt.y, toIt.x) / toIt.dot(toIt)
      let (along, outwards) = (Extreme.perNoise * extreme.tangent.dot(across), extreme.direction.dot(across))
      return sum + along * along + outwards * outwards
    }.squareRoot() * 180 / .pi
  }

  /// That a gap of the outline hides an extreme; nil where both were seen.
  func hidden(by gaps: [SectionGap]) -> Finding? {
    for extreme in [vertex, opisthocranion] {
      guard let gap = gaps.first(where: extreme.isHidden) else { continue }
      return Finding(
        .surfaceProfileHidden,
        ["width_mm": .millimetres(gap.width), "place": .place(PlaceText.place([0, extreme.point.x, extreme.point.y]))])
    }
    return nil
  }
}

/// Where a line of points reaches farthest in a direction: the top of the parabola of least squares about it.
private struct Extreme {
  let direction: Vector2
  let point: Vector2
  private let reach: Double
  /// By how much of the noise of the radius the top moves along the outline: the slope between two places 30° apart is off by
  /// √2 of it over that arc, and the top of a circle moves by its radius times the slope.
  static let perNoise = 2.0.squareRoot() * 6 / .pi
  /// How far below the top points count, as a share of the reach: a forehead's or a neck's are none of it.
  private static let depth = 0.6

  var tangent: Vector2 { [direction.y, -direction.x] }

  init?(_ line: [Vector2], _ candidates: [Vector2], along direction: Vector2, within reach: Double) {
    (self.direction, self.reach) = (direction, reach)
    let tangent = Vector2(direction.y, -direction.x)
    guard let first = candidates.max(by: { $0.dot(direction) < $1.dot(direction) }), reach > 0 else { return nil }
    let (top, flat) = (first.dot(direction), line.map { Vector2($0.dot(tangent), $0.dot(direction)) })
    let near = flat.filter { $0.y > top - Self.depth * reach }
    var (place, height) = (first.dot(tangent), top)
    // Each time about the last top; weights that end smoothly keep it still.
    for _ in 0..<8 {
      guard let found = Self.top(of: near, about: place, within: reach) else { return nil }
      place += max(-reach / 2, min(reach / 2, found.x))
      height = found.y
    }
    point = tangent * place + direction * height
  }

  /// The top of the parabola through points near a place: how far beside it and how high; nil for a valley.
  private static func top(of points: [Vector2], about place: Double, within reach: Double) -> Vector2? {
    var (s0, s1, s2, s3, s4) = (0.0, 0.0, 0.0, 0.0, 0.0)
    var (h0, h1, h2) = (0.0, 0.0, 0.0)
    let level = points.first?.y ?? 0
    for point in points {
      let u = (point.x - place) / reach
      guard abs(u) < 1 else { continue }
      let w = (1 - u * u) * (1 - u * u)
      let h = point.y - level
      s0 += w; s1 += w * u; s2 += w * u * u; s3 += w * u * u * u; s4 += w * u * u * u * u
      h0 += w * h; h1 += w * u * h; h2 += w * u * u * h
    }
    let (a, b, c, h) = (Vector3(s0, s1, s2), Vector3(s1, s2, s3), Vector3(s2, s3, s4), Vector3(h0, h1, h2))
    let determinant = a.dot(b.cross(c))
    guard determinant > 1e-9 * s0 * s0 * s0 else { return nil }
    let solved = Vector3(h.dot(b.cross(c)), a.dot(h.cross(c)), a.dot(b.cross(h))) / determinant
    guard solved.z < 0 else { return nil }
    let u = -solved.y / (2 * solved.z)
    return [u * reach, level + solved.x + u * solved.y / 2]
  }

  /// A gap farther away than this share of the reach takes points that hardly count.
  private static let needed = 0.7

  /// Whether a gap of the line reaches into what the parabola is fitted to.
  func isHidden(by gap: SectionGap) -> Bool {
    let ends = [gap.from, gap.to].map { Vector2(($0 - point).dot(tangent), ($0 - point).dot(direction)) }
    guard ends.contains(where: { $0.y > -Self.depth * reach }) else { return false }
    let needed = Self.needed * reach
    return min(ends[0].x, ends[1].x) < needed && max(ends[0].x, ends[1].x) > -needed
  }
}
