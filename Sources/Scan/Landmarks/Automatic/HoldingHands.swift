public import Diagnostics
public import Geometry
public import PointClouds

/// Fingers that hold the head below the ears.
///
/// They rest where they lie, so nothing but its shape tells them from the head: they stand out of its smooth side lower down
/// than an ear does.
public struct HoldingHands: Sendable {
  /// One place from which the head is held.
  public struct Hold: Sendable {
    /// `left` or `right`.
    public let place: String
    /// How much of the look is covered, square metres.
    public let area: Double
    /// The smooth side of the head under the hand, and the places that are covered.
    let side: HeightMap, isCovered: [Bool]
  }

  /// Where the head is held; empty without hands.
  public let holds: [Hold]

  /// Nothing of a head rises more than this over its smooth side below its ears, metres. At most 1.3 mm on scans without
  /// hands, more than 13 mm of fingers: Docs/methods/landmarks.md (Hands that hold the head).
  private static let rise = 0.004
  /// What is cut reaches to where it rises this far, metres.
  private static let rim = 0.002
  /// It begins below this depth under the tragion, metres: an infant's ear ends 12 to 20 mm below it.
  private static let start = 0.012
  /// A lobe does not hang lower than this under the tragion, metres, but for its end.
  private static let lobe = 0.024
  /// Less than this below a lobe, in square metres, is no hand. Assumed: the end of one finger has 1 to 2 cm².
  private static let least = 0.5e-4
  /// Half the width and height of a look, metres: the measured surface ends 35 mm below the tragions.
  private static let extent = Vector2(0.060, 0.036)
  /// The distance between the places of a look, metres.
  private static let step = 0.0015
  /// Where an ear is, from its tragion, and how far it reaches, metres. Assumed.
  private static let (ear, earReach) = (Vector2(-0.012, 0.003), Vector2(0.020, 0.026))
  /// Fewer scanned places than this show no side of a head. Assumed.
  private static let fewestPlaces = 800
  /// How deep below the smooth side the cut reaches, metres: deeper than a finger is thick.
  private static let depth = 0.025

  /// Looks at both sides of a surface, level with the landmarks' base plane; nil where landmarks are missing.
  public init?(on surface: HeadSurface, _ landmarks: HeadLandmarks) {
    guard let sellion = landmarks[.sellion], let tragionLeft = landmarks[.tragionLeft],
      let tragionRight = landmarks[.tragionRight]
    else { return nil }
    let pose = FacePose(sellion: sellion, tragionLeft: tragionLeft, tragionRight: tragionRight)
      .pitched(by: FacePose.sellionAbove)
    holds = [
      Self.hold("left", surface, tragionLeft, pose, -pose.right),
      Self.hold("right", surface, tragionRight, pose, pose.right),
    ].compactMap(\.self)
  }

  private static func hold(
    _ place: String, _ surface: HeadSurface, _ tragion: Vector3, _ pose: FacePose, _ towards: Vector3
  ) -> Hold? {
    let seen = HeightMap(
      surface, origin: tragion, across: pose.forward, along: pose.up, towards: towards, extent: extent, step: step)
    let risen = seen.rise(unit: extent.x, overFewest: fewestPlaces, within: { _ in true }) {
      (($0 - ear) / earReach).length < 1
    }
    guard let risen else { return nil }
    let isBelow = { (index: Int, depth: Double) in risen.place(index % risen.width, index / risen.width).y < -depth }
    let isFinger = { (index: Int) in risen.heights[index] > rise && isBelow(index, lobe) }
    let parts = risen.parts { risen.heights[$0] > rim && isBelow($0, start) }.filter { $0.contains(where: isFinger) }
    guard Double(parts.joined().count(where: isFinger)) * step * step >= least else { return nil }
    var isCovered = [Bool](repeating: false, count: risen.heights.count)
    for i in parts.joined() {
      for k in [i] + risen.neighbours(i) where isBelow(k, start) { isCovered[k] = true }
    }
    return Hold(
      place: place, area: Double(isCovered.count(where: \.self)) * step * step,
      side: seen.with(heights: zip(seen.heights, risen.heights).map { $0 - $1 }), isCovered: isCovered)
  }

  /// A mesh without what holds the head.
  public func cut(from mesh: Mesh) -> Mesh {
    holds.isEmpty ? mesh : mesh.part { !covers($0, mesh.positions) }.mesh
  }

  /// A surface without what holds the head.
  public func cut(from surface: HeadSurface) -> HeadSurface {
    guard !holds.isEmpty else { return surface }
    return surface.part(surface.triangles.filter { !covers($0, surface.positions) })
  }

  /// Whether the middle of a triangle is covered.
  private func covers(_ t: SIMD3<Int32>, _ positions: [Vector3]) -> Bool {
    let sum = positions[Int(t.x)] + positions[Int(t.y)] + positions[Int(t.z)]
    return holds.contains { $0.covers(sum / 3) }
  }

  /// What was cut, and where.
  public var findings: [Finding] {
    holds.map {
      Finding(
        .surfaceHeld,
        ["place": .place($0.place), "area_cm2": .number($0.area * 1e4, decimals: 0, unit: "cm²")])
    }
  }
}

extension HoldingHands.Hold {
  /// Where the side was not seen beside a hand, nothing there is head.
  fileprivate func covers(_ point: Vector3) -> Bool {
    let from = point - side.origin
    let column = (from.dot(side.across) / side.step + Double(side.half.columns)).rounded()
    let row = (from.dot(side.along) / side.step + Double(side.half.rows)).rounded()
    guard column >= 0, row >= 0, column < Double(side.width), row < Double(side.height) else { return false }
    let index = Int(row) * side.width + Int(column)
    return isCovered[index] && !(from.dot(side.towards) < side.heights[index] - HoldingHands.depth)
  }
}
