import Geometry
import PointClouds

/// The outline of an ear seen from the side, and the tragion that follows from it.
///
/// Scanners round off the tragus, but the outline of the auricle remains: its height from lobe to helix, its hind edge,
/// and the foot of its front. Where the front has a notch between helix and lobe, the tragion is the notch's foot. Else it
/// lies at a fixed share of the height; its distance in front of the hind edge follows from the height and from the foot,
/// which err in different ways.
struct EarOutline {
  /// The tragion, metres, frame of the mesh.
  private(set) var tragion: Vector3
  /// How far the ear stands out of the smooth side of the head, and its height, in metres.
  let protrusion, height: Double
  /// The share of the ear's front and of the skin before it that was scanned.
  let coverage: Double
  /// The shares of the strips beyond the ear's lower end and hind edge that were scanned: where they were not, the scan
  /// ends there, not the ear.
  let lowerEnd, hindEdge: Double
  /// True where the height is the other ear's, and where a hole was closed over the lower end.
  let isHeightBorrowed, isLowerEndFilled: Bool
  /// From hind edge to the front of its rise, in metres.
  let breadth: Double
  /// Where the front of the ear's rise begins, before the hind edge, at the height of the tragion.
  let foot: Double

  /// How deep the notch in the ear's front is, in metres, 0 without one; nil where the ear's lower end was not scanned, without
  /// which any front has one.
  let notchDepth: Double?
  /// The tragion by the outline and by the notch's foot.
  private let byOutline: Vector3
  private let byNotch: Vector3?

  /// How far up from the ear's lower end the tragion lies, in heights of the ear: a compromise of four kinds of ears,
  /// Docs/methods/landmarks.md (How they are found).
  private static let share = 0.49
  /// How far the tragion lies in front of the ear's hind edge, in heights of the ear; added to the next. A least-squares
  /// compromise of three kinds of ears, Docs/methods/landmarks.md (How they are found).
  private static let aheadByHeight = 0.50
  /// What is added to that, in distances from the hind edge to the foot of the ear's front. A least-squares compromise of three kinds of
  /// ears, Docs/methods/landmarks.md (How they are found).
  private static let aheadByFoot = 0.28
  /// How deep below the ear's surface the tragion is taken, in rises over the skin. See Docs/decisions/measures.md
  /// (Half of the ear's height is taken off a tragion).
  private static let depth = 0.5
  /// The outline is where the ear's rise falls to this share of its greatest. Chosen on the heads of
  /// Docs/evaluation/README.md (Which recordings the constants were chosen on).
  private static let level = 0.35
  /// The ear also ends where the rise grows again by this share of its greatest: there are fingers below it. Assumed.
  private static let rising = 0.15
  /// The largest hole within the scanned surface that is closed for the outline, square metres. Assumed: creases behind
  /// and below an ear are often not seen.
  private static let largestHole = 1.8e-4
  /// The foot of the ear is where its rise falls to this share, at the height of the tragion. Chosen on the heads of
  /// Docs/evaluation/README.md (Which recordings the constants were chosen on).
  private static let footLevel = 0.12
  /// How far the tragion lies from the foot of the notch, as a share of the way to where the outline puts it. From four mean
  /// infant heads, Docs/methods/landmarks.md (How they are found).
  private static let beyondNotch = 0.15
  /// Half the width of the map in which an ear is looked at, metres. Assumed.
  private static let mapAcross = 0.045
  /// The distance between the map's places, metres. Assumed.
  private static let mapStep = 0.0015
  /// The farthest that an ear's highest place lies from where the ear was said to be, metres: a third of an infant's ear.
  /// Assumed.
  private static let besideEar = 0.010
  /// The lower end of an ear was not seen where less than this share of the strip below it was scanned. Assumed.
  static let lowerEndMissing = 0.7
  /// The width of the strip below the lower end, metres. Assumed.
  private static let lowerStrip = 0.0045
  /// The width of the strip behind the hind edge, metres. Assumed.
  private static let hindStrip = 0.003
  /// How far before the tragion the middle of the skin lies that must have been scanned, metres. Assumed.
  private static let skinAhead = 0.008
  /// The radius of that skin, metres. Assumed.
  private static let skinRadius = 0.020

  /// Looks at one side of the head.
  ///
  /// - Parameters:
  ///   - ear: near the ear's greatest rise.
  ///   - side: the direction out of the head on that side.
  ///   - otherHeight: the height of the other ear, in metres, to be used where this one's lower end was not scanned.
  /// - Returns: nil where nothing with the outline of an ear rises there.
  init?(
    _ surface: HeadSurface, ear: Vector3, pose: FacePose, side: Vector3, sigma: Double,
    otherHeight: Double? = nil
  ) {
    let look = { (origin: Vector3) in
      let seen = HeightMap(
        surface, origin: origin, across: pose.forward, along: pose.up, towards: side,
        extent: [Self.mapAcross, EarRise.mapAlong], step: Self.mapStep)
      let filled = seen.filled(upTo: Self.largestHole)
      let map = filled.smoothed(sigma)
      return (seen, filled, map, EarRise(map))
    }
    var (seen, filled, map, risen) = look(ear)
    // Beside the ear what is left out below, and where it seems to end, is the ear itself.
    if let place = risen.map({ map.place($0.peak.column, $0.peak.row) }), place.length > Self.besideEar {
      (seen, filled, map, risen) = look(map.point(at: place))
    }
    guard let rise = risen else { return nil }
    let peak = rise.peak
    let limit = Self.level * peak.height
    let rows = rise.maxima(byRow: true)
    guard let top = EarRise.crossing(rows, from: peak.row, ahead: true, below: limit),
      let seenBottom = EarRise.crossing(
        rows, from: peak.row, ahead: false, below: limit, rising: Self.rising * peak.height)
    else { return nil }
    isHeightBorrowed = otherHeight != nil
    // The other ear's height may be less than what rises here above the peak.
    let bottom = otherHeight.map { min(max(0, top - $0 / map.step), Double(peak.row)) } ?? seenBottom
    let columns = rise.maxima(byRow: false, within: Int(bottom.rounded(.up))...Int(top))
    guard let back = EarRise.crossing(columns, from: peak.column, ahead: false, below: limit),
      let front = EarRise.crossing(columns, from: peak.column, ahead: true, below: limit)
    else { return nil }
    let (halfColumns, halfRows) = (Double(map.half.columns), Double(map.half.rows))
    height = (top - bottom) * map.step
    breadth = (front - back) * map.step
    protrusion = peak.height
    let shared = (bottom - halfRows) * map.step + Self.share * height
    let row = Int((shared / map.step + halfRows).rounded())
    guard let begin = rise.front(row, below: Self.footLevel * peak.height) else { return nil }
    foot = (begin - back) * map.step
    let ahead = Self.aheadByHeight * height + Self.aheadByFoot * foot
    let x = (back - halfColumns) * map.step + ahead
    // Not smoothed: before an ear the skin is hollow, and would lie up to 0.7 mm too far out. Where nothing was scanned, as far
    // out as the side of the head at the ear.
    let skin = map[peak.column, peak.row] - peak.height
    let at = { (place: Vector2) in
      let seen = filled.height(at: place)
      return map.point(at: place, height: seen.isFinite ? seen - Self.depth * max(0, rise.height(at: place)) : skin)
    }
    byOutline = at([x, shared])
    let (low, hind) = (Int(bottom.rounded(.down)), Int(back.rounded(.down)))
    let (below, behind) = (
      Int((Self.lowerStrip / map.step).rounded()), Int((Self.hindStrip / map.step).rounded())
    )
    let lowerStrip = { (map: HeightMap) in map.scanned(columns: hind...Int(front), rows: (low - below)...low) }
    let lowerSeen = lowerStrip(filled)
    lowerEnd = isHeightBorrowed ? 1 : lowerSeen
    isLowerEndFilled = !isHeightBorrowed && lowerStrip(seen) < Self.lowerEndMissing
    let isWhole = lowerSeen >= Self.lowerEndMissing
    let notch = isWhole ? EarNotch(rise, bottom: bottom, top: top, level: Self.footLevel * peak.height) : nil
    notchDepth = isWhole ? notch?.depth ?? 0 : nil
    byNotch = notch.flatMap { notch in
      guard notch.depth > EarNotch.least else { return nil }
      let foot = (notch.place - [halfColumns, halfRows]) * map.step
      return at(Self.beyond(foot, towards: [x, shared]))
    }
    tragion = byOutline
    hindEdge = filled.scanned(columns: (hind - behind)...hind, rows: Int(bottom.rounded(.up))...Int(top))
    coverage = filled.coverage(about: [x - Self.skinAhead, shared], radius: Self.skinRadius)
  }
}

extension EarOutline {
  /// Where the tragion lies beyond the foot of a notch, on the way to where the outline puts it.
  static func beyond(_ foot: Vector2, towards outline: Vector2) -> Vector2 { foot + beyondNotch * (outline - foot) }

  /// Puts the tragion into the notch as far as there is one.
  ///
  /// - Parameter depth: of the notch, metres; the mean of both ears, which are alike in shape.
  mutating func settle(notchDepth depth: Double) {
    guard let byNotch else { return }
    tragion = byOutline + (byNotch - byOutline) * EarNotch.share(depth: depth)
  }
}

/// The notch in the front of an ear between helix and lobe, where no tragus fills it.
struct EarNotch {
  /// How deep it is behind the lesser of the two parts of the front above and below it, metres.
  let depth: Double
  /// Its foot: the column at which the ear begins to rise, and the deepest row.
  let place: Vector2

  /// Fronts waver by less than this, metres. With a notch 4 to 10 mm, without one 0.2 mm but on one face of 21 surfaces,
  /// Docs/methods/landmarks.md (How they are found).
  fileprivate static let least = 0.0015
  /// A notch of this depth is one, metres. See above.
  private static let sure = 0.0035
  /// Where between the ear's lower and upper end a notch may be deepest. Assumed: not where the ear ends.
  private static let middle = 0.25...0.7
  /// How far below the lower end of the outline the lobe's front still rises, metres. 4 mm on the mean infant heads.
  private static let lobe = 0.006

  /// 0 where the front has no notch, 1 where it surely has one.
  static func share(depth: Double) -> Double { min(max((depth - least) / (sure - least), 0), 1) }

  /// - Parameters:
  ///   - bottom: the row of the ear's lower end; `top` that of its upper end.
  ///   - level: the rise that makes the front's line, metres.
  /// - Returns: nil where no row's front lies behind both those above and those below it, or the foot was not scanned.
  init?(_ rise: EarRise, bottom: Double, top: Double, level: Double) {
    let rows = max(0, Int((bottom - Self.lobe / rise.step).rounded(.up)))...Int(top)
    let fronts = rows.map { rise.front($0, below: level) ?? -.infinity }
    var deepest: (depth: Double, row: Int) = (0, 0)
    for (index, row) in rows.enumerated() where fronts[index].isFinite {
      guard Self.middle.contains((Double(row) - bottom) / (top - bottom)) else { continue }
      let depth = min(fronts[...index].max()!, fronts[index...].max()!) - fronts[index]
      if depth > deepest.depth { deepest = (depth, row) }
    }
    guard deepest.depth > 0, let foot = rise.front(deepest.row, below: 0) else { return nil }
    (depth, place) = (deepest.depth * rise.step, [foot, Double(deepest.row)])
  }
}

/// How far an ear rises above the side of the head, in a view from the side.
struct EarRise {
  /// Where the rise is greatest, and how great.
  struct Peak {
    let column, row: Int
    let height: Double
  }

  /// The highest place near the map's middle.
  let peak: Peak
  /// The rise in metres; NaN where nothing was scanned.
  private let map: HeightMap

  /// Half the height of the map in which an ear is looked at, metres. Assumed.
  static let mapAlong = 0.050
  /// How far from the map's middle the ear may rise most, metres. Assumed.
  private static let peakReach = 0.018
  /// How far below the map's middle the surface shows the side of the head, metres: farther down there are fingers, jaw
  /// and neck. An infant's ear ends 12 to 20 mm below.
  private static let below = 0.028
  /// How far before and behind its greatest rise an ear's outline is looked for, metres. Assumed.
  private static let reach = 0.022
  /// Half the width of the ellipse that the ear covers at first, in half heights of the map; the surface outside it
  /// shows the side of the head. Assumed.
  private static let coverAcross = 0.45
  /// Half the height of that ellipse in half heights of the map. Assumed.
  private static let coverAlong = 0.6
  /// No more scanned places of the map than this show no ear. Assumed.
  private static let fewestPlaces = 400

  /// Subtracts the side of the head without the ear from the heights.
  ///
  /// - Returns: nil where too little was scanned, or nothing rises.
  init?(_ heights: HeightMap) {
    let rise = heights.rise(unit: Self.mapAlong, overFewest: Self.fewestPlaces, within: { $0.y > -Self.below }) {
      ($0 / (Self.mapAlong * Vector2(Self.coverAcross, Self.coverAlong))).length < 1
    }
    guard let map = rise, let peak = Self.peak(map) else { return nil }
    (self.map, self.peak) = (map, peak)
  }

  /// The greatest rise of every row (or column, of some rows) within an ear's reach of the peak; 0 where nothing was
  /// scanned.
  func maxima(byRow: Bool, within rows: ClosedRange<Int>? = nil) -> [Double] {
    let reach = Int((Self.reach / map.step).rounded())
    return (0..<(byRow ? map.height : map.width)).map { i in
      let others = byRow ? (peak.column - reach)...(peak.column + reach) : rows ?? 0...(map.height - 1)
      return others.reduce(0.0) { most, k in
        let value = byRow ? map[k, i] : map[i, k]
        return value.isFinite ? max(most, value) : most
      }
    }
  }

  /// The rise at a place in metres from the map's middle; NaN where nothing was scanned.
  func height(at place: Vector2) -> Double { map.height(at: place) }

  /// The distance between the map's places, metres.
  var step: Double { map.step }

  /// The column at which a row's rise first falls below a limit, ahead of its highest place; nil where it doesn't.
  func front(_ row: Int, below limit: Double) -> Double? {
    let values = (0..<map.width).map { map[$0, row].isFinite ? map[$0, row] : 0 }
    let reach = Int((Self.reach / map.step).rounded())
    let near = max(0, peak.column - reach)...min(map.width - 1, peak.column + reach)
    let highest = near.max { values[$0] < values[$1] }!
    return values[highest] > limit ? Self.crossing(values, from: highest, ahead: true, below: limit) : nil
  }

  /// Where a sequence first falls below a limit, going ahead or back from an index; between samples, linear. Where it rises
  /// again by `rising` before, its lowest place counts.
  static func crossing(
    _ values: [Double], from start: Int, ahead isAhead: Bool, below limit: Double, rising: Double = .infinity
  ) -> Double? {
    let step = isAhead ? 1 : -1
    var (i, lowest) = (start, start)
    while values.indices.contains(i + step) {
      if values[i] < values[lowest] { lowest = i }
      if values[i] > values[lowest] + rising { return Double(lowest) }
      if values[i + step] < limit {
        let (high, low) = (values[i], values[i + step])
        return Double(i) + Double(step) * (high > low ? max(0, high - limit) / (high - low) : 0)
      }
      i += step
    }
    return nil
  }

  private static func peak(_ rise: HeightMap) -> Peak? {
    var best: Peak?
    for row in 0..<rise.height {
      for column in 0..<rise.width where rise.place(column, row).length < peakReach {
        let height = rise[column, row]
        if height.isFinite, height > best?.height ?? 0 { best = Peak(column: column, row: row, height: height) }
      }
    }
    return best
  }
}
