import Tracking

/// Decides which of two parts of a cap that slid over each other stayed on the head: markers alone can't show it, but
/// face and ears can.
struct PartExchange {
  private let context: ReconstructionContext

  init(_ context: ReconstructionContext) { self.context = context }

  /// The head with the part and the rest exchanged where that leaves no slip over face and ears; unchanged otherwise.
  func settled(_ head: TrackedHead) throws -> TrackedHead {
    guard head.partSlips.count == 1,
      let other = head.partSlips[0].exchanged(), head.slip(context.options.slips) != nil
    else { return head }
    var usable = head.screened
    other.reject(&usable)
    let tracker = Tracker(options: context.options.tracker)
    guard
      let tracked = try? tracker.track(usable, cap: context.input.cap, workers: context.workers)
    else { return head }
    let exchanged = try TrackedHead.recovered(tracked, usable, of: head.screened, slips: [other], in: context)
    return exchanged.slip(context.options.slips) == nil ? exchanged : head
  }
}
