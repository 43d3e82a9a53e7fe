/// Scans that are looked at and picked one after the other.
public struct ViewWalk: Sendable {
  /// One of them.
  public struct Stop: Sendable {
    let title: String
    let isPicked: @Sendable () -> Bool
    let open: @Sendable () throws -> View

    /// - Parameters:
    ///   - title: what the page calls it.
    ///   - isPicked: whether its landmarks are picked by now.
    ///   - open: opens it, as soon as somebody comes to it; throws a `UserFacingError`.
    public init(
      title: String, isPicked: @escaping @Sendable () -> Bool, open: @escaping @Sendable () throws -> View
    ) {
      (self.title, self.isPicked, self.open) = (title, isPicked, open)
    }

    /// What is picked on; of a scan that can't be opened, one that says why.
    func source(observer: String?) -> any PickingSource {
      do { return try open().source } catch { return UnopenedSource(name: title, observer: observer, error: error) }
    }
  }

  /// Which scans they are.
  public enum Kind: String, Sendable {
    /// Those that were still to be picked at the beginning.
    case toPick = "to_pick"
    /// All.
    case all
  }

  let stops: [Stop]
  let kind: Kind
  let observer: String?
  /// True where the page tells nothing that could tell who was scanned: no names of frames, no texts of errors.
  let isBlind: Bool
  /// True for one scan that stands for itself.
  let isSingle: Bool

  /// - Parameters:
  ///   - stops: the scans in their order, at least one.
  ///   - observer: who picks.
  ///   - isBlind: whether the page tells nothing that could tell who was scanned; titles are the caller's.
  public init(_ stops: [Stop], _ kind: Kind, observer: String?, isBlind: Bool) {
    precondition(!stops.isEmpty, "a walk has a scan")
    (self.stops, self.kind, self.observer, self.isBlind, isSingle) = (stops, kind, observer, isBlind, false)
  }

  /// A single scan.
  init(_ view: View) {
    stops = [Stop(title: view.source.name, isPicked: { false }, open: { view })]
    (kind, observer, isBlind, isSingle) = (.all, nil, false, true)
  }
}
