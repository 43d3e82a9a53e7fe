import Geometry

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// How the cap sits at a moment.
struct CapState: Sendable, Equatable {
  /// How far the cap has turned on the head about ``CapChange/slipAxis``, radians.
  var turn = 0.0
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
  private let slip, fall, fold: FaultPlan.Event?

  /// The axis about which the cap slips, through the origin: the vertical, tilted towards the right and the back.
  static let slipAxis = Vector3(0.25, -0.20, 0.947).normalized

  init(_ plan: FaultPlan, cap: PhantomCap) {
    (slip, fall, fold) = (plan[.slip], plan[.fallOff], plan[.fold])
    let prominent = Self.prominent(cap)
    fallen = fall == nil ? nil : prominent.first
    folded = fold == nil ? nil : prominent.dropFirst().first
  }

  /// The state at a time in seconds.
  func state(at time: Double) -> CapState {
    var state = CapState()
    if let slip {
      state.turn = slip.amount * .pi / 180 * smoothstep((time - slip.start) / max(slip.end - slip.start, 1e-9))
    }
    if let fold { state.folded = time >= fold.start }
    if let fall { state.fallen = time >= fall.start }
    return state
  }

  /// The states in which the cap rests, the first one first.
  var resting: [CapState] {
    let times = [0, slip?.end, fall?.start, fold?.start].compactMap { $0 }.sorted()
    return times.map(state).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// The head with the cap in a state.
  func head(_ head: PhantomHead, in state: CapState) -> PhantomHead {
    var worn = head
    worn.capTurn = state.turn == 0 ? nil : Matrix3.rotation(Self.slipAxis * state.turn)
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
