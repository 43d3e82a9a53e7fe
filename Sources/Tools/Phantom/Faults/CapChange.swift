import Geometry
import Platform

/// How the cap sits at a moment.
struct CapState: Sendable, Equatable {
  /// How far the cap has turned on the head about ``CapChange/slipAxis``, radians.
  var turn = 0.0
  /// How far a part of it has turned over the rest about ``CapPart/axis``, radians.
  var partTurn = 0.0
  /// True once the fold is there.
  var folded = false
  /// True once the marker has fallen off.
  var fallen = false
}

/// What changes about the cap during a recording, and when.
struct CapChange: Sendable {
  /// The markers that fall off and that are folded.
  let fallen, folded: PrintedMarker?
  /// The part that slides over the rest.
  let part: CapPart?
  private let slip, fall, fold, slide: FaultPlan.Event?

  /// The axis about which the cap slips, through the origin.
  let slipAxis: Vector3

  init(_ plan: FaultPlan, cap: PhantomCap) {
    slip = plan.events.first { $0.kind.slipAxis != nil }
    slipAxis = slip.flatMap { $0.kind.slipAxis } ?? [0, 0, 1]
    (fall, fold, slide) = (plan[.fallOff], plan[.fold], plan[.partSlip])
    let prominent = Self.prominent(cap)
    fallen = fall == nil ? nil : prominent.first
    folded = fold == nil ? nil : prominent.dropFirst().first
    let gone = Set([fallen?.id, folded?.id].compactMap { $0 })
    part = slide.flatMap { event in
      prominent.dropFirst(2).first.map { middle in
        CapPart(cap.markers.filter { !gone.contains($0.id) }, around: middle, count: event.markers)
      }
    }
  }

  /// The state at a time in seconds.
  func state(at time: Double) -> CapState {
    var state = CapState()
    if let slip { state.turn = slip.amount * .pi / 180 * Self.share(of: slip, at: time) }
    if let slide, let part { state.partTurn = part.turn(of: slide.amount / 1000) * Self.share(of: slide, at: time) }
    if let fold { state.folded = time >= fold.start }
    if let fall { state.fallen = time >= fall.start }
    return state
  }

  private static func share(of event: FaultPlan.Event, at time: Double) -> Double {
    smoothstep((time - event.start) / max(event.end - event.start, 1e-9))
  }

  /// The states in which the cap rests, the first one first.
  var resting: [CapState] {
    let times = [0, slip?.end, slide?.end, fall?.start, fold?.start].compactMap { $0 }.sorted()
    return times.map(state).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// The head with the cap in a state.
  func head(_ head: PhantomHead, in state: CapState) -> PhantomHead {
    var worn = head
    worn.capTurn = state.turn == 0 ? nil : Matrix3.rotation(slipAxis * state.turn)
    if state.folded, let folded, let fold {
      worn.flap = CapFlap(marker: folded, slope: tan(fold.amount * .pi / 180))
    }
    return worn
  }

  /// Markers half-way up the cap, which many frames see; the first marker, which the stray copies, is not among them.
  private static func prominent(_ cap: PhantomCap) -> [PrintedMarker] {
    let markers = cap.markers.dropFirst()
    let height = { (marker: PrintedMarker) in marker.pose.translation.normalized.z }
    return markers.sorted { abs(height($0) - 0.5) < abs(height($1) - 0.5) }
  }
}

/// A part of the cap that slides over the rest: some neighbouring markers. The cloth is as thick everywhere, so the surface
/// stays what it is.
struct CapPart: Sendable {
  /// The markers on it.
  let ids: Set<Int>
  /// The axis through the origin about which it slides: its middle moves down and sideways alike.
  let axis: Vector3
  /// The distance of its middle from the origin, metres.
  private let radius: Double

  /// The part of `count` markers nearest to one.
  init(_ markers: [PrintedMarker], around middle: PrintedMarker, count: Int) {
    let centre = middle.pose.translation
    let near = markers.sorted {
      (($0.pose.translation - centre).length, $0.id) < (($1.pose.translation - centre).length, $1.id)
    }.prefix(count)
    ids = Set(near.map(\.id))
    let place = near.reduce(Vector3.zero) { $0 + $1.pose.translation } / Double(max(1, near.count))
    let out = place.normalized
    let sideways = Vector3(0, 0, 1).cross(out).normalized
    let down = out.cross(sideways) * -1
    axis = out.cross((down + sideways).normalized).normalized
    radius = place.length
  }

  /// The angle by which a shift of its middle in metres turns it, radians.
  func turn(of shift: Double) -> Double { shift / radius }
}
