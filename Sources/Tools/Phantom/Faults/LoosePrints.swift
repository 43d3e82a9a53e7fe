import Geometry
import Platform

/// Prints that are not on the cap, and what shows them.
struct LoosePrints: Sendable {
  /// The prints on the torso from the first frame on: the cap's usual stray, a second one, and one with a foreign id.
  let stray, second, foreign: StrayPrint?
  /// The marker that falls off.
  let fallen: StrayPrint?
  /// The print on the cup in the hand.
  let cup: StrayPrint?

  /// Places side by side on the torso, metres from its middle: stray, second, foreign, fallen.
  private static let places = [0.020, 0.052, -0.052, -0.017]

  init(cap: PhantomCap, plan: FaultPlan, fallen: PrintedMarker?) {
    (stray, second, foreign) = (cap.stray, cap.second(for: plan), cap.foreign(for: plan))
    self.fallen = fallen.map(StrayPrint.init)
    cup = plan[.handMarker] == nil ? nil : cap.markers.dropFirst(3).first.map(StrayPrint.init)
  }

  /// The prints on a torso, in the frame in which it is given.
  func onTorso(_ torso: Capsule, headFromTorso: RigidTransform, fallen hasFallen: Bool) -> [PrintedMarker] {
    zip([stray, second, foreign, hasFallen ? fallen : nil], Self.places).compactMap { print, place in
      print?.placed(at: headFromTorso * Self.pose(on: torso, at: place))
    }
  }

  /// On the chest, facing forward and up.
  private static func pose(on torso: Capsule, at place: Double) -> RigidTransform {
    let normal = Vector3(0, 0.80, 0.60)
    let right = Vector3(-0.96, 0, 0) + normal.cross([-1, 0, 0]) * 0.28
    let x = right.normalized
    let centre = (torso.start + torso.end) / 2 + Vector3(place, 0, 0) + normal * torso.radius
    return RigidTransform(rotation: Matrix3(columns: x, normal.cross(x), normal), translation: centre)
  }
}

extension PhantomCap {
  /// The cap without the markers that the faults take away.
  func thinned(by plan: FaultPlan) -> PhantomCap {
    if plan.hasNoCap { return without { _ in true } }
    guard let event = plan[.fewMarkers] else { return self }
    return without { Self.isLeft($0.pose.translation, within: event.amount * .pi / 180) }
  }

  /// True for places whose azimuth lies within a sector around the subject's left, but not at the very crown.
  private static func isLeft(_ place: Vector3, within sector: Double) -> Bool {
    abs(atan2(place.y, -place.x)) < sector / 2 && place.normalized.z < 0.9
  }

  /// A copy of a cap marker in its own size.
  fileprivate func second(for plan: FaultPlan) -> StrayPrint? {
    plan[.secondStray] == nil ? nil : markers.dropFirst(2).first.map(StrayPrint.init)
  }

  /// A marker of the dictionary that the cap does not carry.
  fileprivate func foreign(for plan: FaultPlan) -> StrayPrint? {
    guard plan[.falseId] != nil, let id = (0..<dictionary.count).first(where: { !ids.contains($0) }) else { return nil }
    return StrayPrint(id: id, size: markerSize, bits: dictionary.bits(of: id) ?? [])
  }
}

extension StrayPrint {
  /// A cap marker's print, somewhere else.
  fileprivate init(_ marker: PrintedMarker) { self.init(id: marker.id, size: marker.size, bits: marker.bits) }
}
