import Diagnostics
import Geometry
import PointClouds

/// How much of a change of volume comes from the base plane, which bounds the volume below and moves with the
/// landmarks.
///
/// Where the surfaces agree, B has two volumes: above the base plane of its own landmarks, and above that of A's. Their
/// difference is not one of the head.
struct BasePlaneChange {
  /// B's volume over its own base plane minus that over A's, millilitres.
  let part: Double
  /// The change of the volume between the two scans.
  private let whole: MeasureChange
  private let names: ScanNames

  /// The share of the volume from which on what the base plane accounts for matters. See Docs/methods/comparison.md
  /// (How the base plane affects a change of volume); the number itself is assumed: 1.5 mm at a vertex height of 150
  /// mm.
  private static let notableShare = 0.01

  /// - Parameter change: the change of the volume; nil is returned where it is not known.
  init?(
    _ change: MeasureChange, _ b: ComparedHead, _ registration: HeadRegistration, names: ScanNames
  ) {
    guard change.change != nil else { return nil }
    let moved = HeadSurface(
      positions: b.surface.positions.map { registration.fit * $0 }, triangles: b.surface.triangles)
    guard let own = Self.volume(b.surface, b.bridgedGap), let other = Self.volume(moved, b.bridgedGap) else {
      return nil
    }
    (part, whole, self.names) = (1e6 * (own - other), change, names)
  }

  /// Why no change of a volume can be reported; nil where one can.
  ///
  /// The landmarks' errors are in the smallest detectable change. A base plane that has moved by more than that
  /// contradicts them, and a change that is mostly the plane's is not the head's.
  var obstacle: Finding? {
    guard let change = whole.change else { return nil }
    let isBeyondErrors = whole.smallestDetectable.map { abs(part) > $0 } ?? (abs(part) > Self.notableShare * size)
    let isMostOfIt = whole.isDetected != false && abs(part) > abs(change) / 2
    guard isBeyondErrors || isMostOfIt, abs(part) > Self.notableShare * size else { return nil }
    return Finding(.comparisonBasePlane, ["part_ml": shown(part), "change_ml": shown(change)]).with(names.both)
  }

  /// A remark where a change that can be reported is mostly the base plane's; nil where it is not.
  var note: Finding? {
    guard obstacle == nil, let change = whole.change, abs(part) > abs(change) / 2, abs(part) > Self.notableShare * size
    else { return nil }
    return Finding(.comparisonBasePlanePart, ["part_ml": shown(part), "change_ml": shown(change)])
  }

  private var size: Double { abs(whole.before.value ?? 0) }

  private func shown(_ millilitres: Double) -> FindingValue { .number(millilitres, decimals: 0, unit: "ml") }

  /// The volume above the base plane in cubic metres, as it is measured.
  private static func volume(_ head: HeadSurface, _ bridgedGap: Double) -> Double? {
    guard let top = VertexHeight.top(of: head.positions, .identity), top.z > 0 else { return nil }
    let model = VolumeModel(
      head, holes: Hole.all(of: head), top: top.z, bridgedGap: bridgedGap, isFixed: true)
    return model.nominal.sum()
  }
}
