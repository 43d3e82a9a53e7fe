import Tracking

/// Of two parts of a cap that slid over each other, settles which one stayed on the head: markers alone can't tell, face and
/// ears can.
struct PartExchange {
  private let reconstruction: Reconstruction

  init(_ reconstruction: Reconstruction) { self.reconstruction = reconstruction }

  /// The head with the part and the rest exchanged where that leaves no slip over face and ears; unchanged otherwise.
  func settled(_ head: TrackedHead) throws -> TrackedHead {
    guard head.partSlips.count == 1, let other = head.partSlips[0].exchanged, head.slip != nil else { return head }
    var usable = head.screened
    other.reject(&usable)
    let tracker = Tracker()
    guard
      let tracked = try? tracker.track(usable, cap: reconstruction.input.cap, workers: reconstruction.workers)
    else { return head }
    let exchanged = try reconstruction.head(tracked, usable, of: head.screened, slips: [other])
    return exchanged.slip == nil ? exchanged : head
  }
}
