import Geometry
import Workers

/// The surface of the capped head and the ink on it through a recording: tabulated once for every state in which the cap
/// rests, and again for each frame in which it moves.
struct WornCap: Sendable {
  /// Surface and ink in one state.
  struct Sample: Sendable {
    let state: CapState
    let surface: HeadSurface
    let ink: InkIndex
  }

  let change: CapChange
  private let head: PhantomHead
  private let cells: Int
  private let whole, withoutFallen: InkIndex
  private let rest: HeadSurface
  private var samples: [Sample] = []

  init(head: PhantomHead, cap: PhantomCap, change: CapChange, cells: Int, workers: Workers) {
    (self.head, self.change, self.cells) = (head, change, cells)
    rest = HeadSurface(head, cells: cells, workers: workers)
    whole = InkIndex(head: head, markers: cap.markers, workers: workers)
    let others = cap.markers.filter { $0.id != change.fallen?.id }
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
      state: state, surface: still ? rest : HeadSurface(worn, cells: cells, workers: workers),
      ink: worn.capTurn.map { ink.turned(by: $0, over: rest) } ?? ink)
  }
}
