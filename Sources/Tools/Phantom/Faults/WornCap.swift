import Geometry
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
  func ink(at point: Vector3) -> PrintedMarker.Ink? { part?.ink(at: point) ?? rest.ink(at: point) }
}
