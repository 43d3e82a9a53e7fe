import Geometry
import Platform
import Workers

/// The surface of the capped head and the ink on it through a recording: tabulated once for every state in which the cap
/// rests, and again for each frame in which it moves.
struct WornCap: Sendable {
  /// Surface and ink in one state.
  struct Sample: Sendable {
    let state: CapState
    let surface: PhantomSurface
    let ink: CapInk
  }

  let change: CapChange
  private let head: PhantomHead
  private let cells: Int
  private let whole, withoutFallen: InkIndex
  private let part: InkIndex?
  private let rest: PhantomSurface
  private var samples: [Sample] = []

  init(head: PhantomHead, cap: PhantomCap, change: CapChange, cells: Int, workers: Workers) {
    (self.head, self.change, self.cells) = (head, change, cells)
    rest = PhantomSurface(head, cells: cells, workers: workers)
    let isSliding = { (marker: PrintedMarker) in change.part?.ids.contains(marker.id) ?? false }
    let still = cap.markers.filter { !isSliding($0) }
    part = change.part.map { _ in InkIndex(head: head, markers: cap.markers.filter(isSliding), workers: workers) }
    whole = InkIndex(head: head, markers: still, workers: workers)
    let others = still.filter { $0.id != change.fallen?.id }
    withoutFallen = change.fallen == nil ? whole : InkIndex(head: head, markers: others, workers: workers)
    for state in change.resting { samples.append(sample(in: state, workers: workers)) }
  }

  /// Surface and ink at a time in seconds.
  func at(_ time: Double) -> Sample {
    let state = change.state(at: time)
    return samples.first { $0.state == state } ?? sample(in: state, workers: Workers(count: 1))
  }

  private func sample(in state: CapState, workers: Workers) -> Sample {
    let worn = change.head(head, in: state)
    let still = worn.capTurn == nil && worn.flap == nil
    let ink = state.fallen ? withoutFallen : whole
    return Sample(
      state: state, surface: still ? rest : PhantomSurface(worn, cells: cells, workers: workers),
      ink: CapInk(part: slid(in: state, capTurn: worn.capTurn), rest: turned(ink, by: worn.capTurn)))
  }

  /// The ink of the part that slides over the rest, where it is by then.
  private func slid(in state: CapState, capTurn: Matrix3?) -> InkIndex? {
    guard let part, let axis = change.part?.axis, state.partTurn != 0 else {
      return part.map { turned($0, by: capTurn) }
    }
    let turn = Matrix3.rotation(axis * state.partTurn)
    return turned(part, by: capTurn.map { $0 * turn } ?? turn)
  }

  private func turned(_ ink: InkIndex, by turn: Matrix3?) -> InkIndex {
    turn.map { ink.turned(by: $0, over: rest) } ?? ink
  }
}

/// The ink on a cap: that of a part that slid over the rest covers what is below.
struct CapInk: Sendable {
  let part: InkIndex?
  let rest: InkIndex

  /// The ink at a point of the surface, or nil where the cloth is bare.
  @inline(__always)
  func ink(at point: Vector3) -> PrintedMarker.Ink? { part?.ink(at: point) ?? rest.ink(at: point) }
}

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

/// Markers of another size than the cap file says: printed at another scale, or stretched with the cloth.
struct ClothScale: Sendable {
  private let printed, stretched: Double

  init(_ plan: FaultPlan) {
    printed = 1 + (plan[.printScale]?.amount ?? 0) / 100
    stretched = (plan[.stretch]?.amount ?? 0) / 100
  }

  /// The size that is printed where the cap file says `stated`.
  func printed(_ stated: Double) -> Double { stated * printed }

  /// How much larger a marker towards a direction is than printed: the most at the crown, and 0.6 of that 35° from it.
  func stretch(toward direction: Vector3, crown: Vector3) -> Double {
    let angle = acos(min(1, max(-1, direction.normalized.dot(crown)))) / (35 * .pi / 180)
    return 1 + stretched * exp(-0.5 * angle * angle)
  }
}

extension PhantomCap {
  /// The cap whose file states another size than is printed, and whose markers are stretched with the cloth.
  func scaled(_ scale: ClothScale, stated: Double, on head: PhantomHead) -> PhantomCap {
    resized(stated: stated) { marker in
      scale.stretch(toward: marker.pose.translation, crown: head.cloth.edgeNormal)
    }
  }
}
