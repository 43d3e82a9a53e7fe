import Geometry
import PointClouds

/// The outline of an ear seen from the side, and the tragion that follows from it.
///
/// Scanners round off the tragus, but the outline of the auricle remains: its height from lobe to helix, its hind edge,
/// and the foot of its front. The tragion lies at a fixed share of the height; its distance in front of the hind edge
/// follows from the height and from the foot, which err in different ways.
struct EarOutline {
  /// The tragion, metres, frame of the mesh.
  let tragion: Vector3
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

  /// Looks at one side of the head.
  ///
  /// - Parameters:
  ///   - ear: near the ear's greatest rise.
  ///   - side: the direction out of the head on that side.
  ///   - otherHeight: the height of the other ear, in metres, to be used where this one's lower end was not scanned.
  /// - Returns: nil where nothing with the outline of an ear rises there.
  init?(
    _ surface: HeadSurface, ear: Vector3, pose: FacePose, side: Vector3, sigma: Double, _ options: EarConstants,
    otherHeight: Double? = nil
  ) {
    let seen = HeightMap(
      surface, origin: ear, across: pose.forward, along: pose.up, towards: side,
      extent: [options.mapAcross, options.mapAlong], step: options.mapStep)
    let filled = seen.filled(upTo: options.largestHole)
    let map = filled.smoothed(sigma)
    guard let rise = EarRise(map, options) else { return nil }
    let peak = rise.peak
    let limit = options.level * peak.height
    let rows = rise.maxima(byRow: true)
    guard let top = EarRise.crossing(rows, from: peak.row, by: 1, below: limit),
      let seenBottom = EarRise.crossing(rows, from: peak.row, by: -1, below: limit)
    else { return nil }
    isHeightBorrowed = otherHeight != nil
    // The other ear's height may be less than what rises here above the peak.
    let bottom = otherHeight.map { min(max(0, top - $0 / map.step), Double(peak.row)) } ?? seenBottom
    let columns = rise.maxima(byRow: false, within: Int(bottom.rounded(.up))...Int(top))
    guard let back = EarRise.crossing(columns, from: peak.column, by: -1, below: limit),
      let front = EarRise.crossing(columns, from: peak.column, by: 1, below: limit)
    else { return nil }
    let (halfColumns, halfRows) = (Double(map.half.columns), Double(map.half.rows))
    height = (top - bottom) * map.step
    breadth = (front - back) * map.step
    protrusion = peak.height
    let y = (bottom - halfRows) * map.step + options.share * height
    let row = Int((y / map.step + halfRows).rounded())
    let level = rise.row(row)
    guard let begin = EarRise.crossing(level, from: peak.column, by: 1, below: options.footLevel * peak.height) else {
      return nil
    }
    foot = (begin - back) * map.step
    let x = (back - halfColumns) * map.step + options.aheadByHeight * height + options.aheadByFoot * foot
    tragion = map.point(at: [x, y]) - map.towards * (options.depth * rise.height(at: [x, y]))
    let (low, hind) = (Int(bottom.rounded(.down)), Int(back.rounded(.down)))
    let (below, behind) = (
      Int((options.lowerStrip / map.step).rounded()), Int((options.hindStrip / map.step).rounded())
    )
    let lowerStrip = { (map: HeightMap) in map.scanned(columns: hind...Int(front), rows: (low - below)...low) }
    lowerEnd = isHeightBorrowed ? 1 : lowerStrip(filled)
    isLowerEndFilled = !isHeightBorrowed && lowerStrip(seen) < options.lowerEndMissing
    hindEdge = filled.scanned(columns: (hind - behind)...hind, rows: Int(bottom.rounded(.up))...Int(top))
    coverage = filled.coverage(about: [x - options.skinAhead, y], radius: options.skinRadius)
    guard tragion.isFinite else { return nil }
  }
}
