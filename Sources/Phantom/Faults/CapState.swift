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
  /// A flap of the cloth across a marker.
  struct Flap: Sendable {
    let marker: PrintedMarker
    let slope: Double
  }

  /// The markers that fall off and that are folded.
  let fallen, folded: PrintedMarker?
  /// The part that slides over the rest.
  let part: CapPart?
  private let slip, fall, fold, slide: FaultPlan.Event?

  /// The axis about which the cap slips, through the origin.
  let slipAxis: Vector3

  /// The axis of a kind of slip: the vertical, tilted towards the right and the back, from ear to ear, or from back to front;
  /// nil for other faults.
  static func slipAxis(_ kind: PhantomFault.Kind) -> Vector3? {
    switch kind {
    case .slip: Vector3(0.25, -0.20, 0.947).normalized
    case .slipBack: [1, 0, 0]
    case .slipAside: [0, 1, 0]
    default: nil
    }
  }

  init(_ plan: FaultPlan, cap: PhantomCap) {
    slip = plan.events.first { Self.slipAxis($0.kind) != nil }
    slipAxis = slip.flatMap { Self.slipAxis($0.kind) } ?? [0, 0, 1]
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
      worn.flap = Flap(marker: folded, slope: tan(fold.amount * .pi / 180))
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

extension CapChange.Flap {
  /// How much farther out the surface lies towards a unit direction, in metres: from the marker's vertical midline it
  /// rises to the print's right edge and falls off again over a marker's size beyond.
  func rise(_ u: Vector3) -> Double {
    let pose = marker.pose
    let facing = u.dot(pose.rotation.c2)
    guard facing > 0.5 else { return 0 }
    let reach = pose.translation.dot(pose.rotation.c2) / facing
    let offset = u * reach - pose.translation
    let (x, y) = (offset.dot(pose.rotation.c0), offset.dot(pose.rotation.c1))
    let half = marker.size / 2
    let tent = x < half ? max(0, x) : max(0, half - (x - half) / 2)
    return slope * tent * smoothstep((2.2 * half - abs(y)) / (0.8 * half))
  }
}
