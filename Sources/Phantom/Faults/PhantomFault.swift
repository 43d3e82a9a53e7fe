/// Something that goes wrong in a simulated recording; see Docs/guide/phantom.md.
public struct PhantomFault: Sendable, Equatable {
  /// What goes wrong.
  public let kind: Kind
  /// When it begins, seconds since the first frame; nil is 0.4 of the recording. Meaningless for lasting faults.
  public let time: Double?
  /// How bad it is, in the unit of ``Kind/traits``; nil is usual.
  public let amount: Double?
  /// How many markers it concerns; nil is usual. Meaningless for faults of one marker, or of all.
  public let markers: Int?

  /// A fault; time, amount and markers are checked when the recording is made.
  public init(_ kind: Kind, at time: Double? = nil, amount: Double? = nil, markers: Int? = nil) {
    (self.kind, self.time, self.amount, self.markers) = (kind, time, amount, markers)
  }

  /// Reads `name`, `name@seconds`, `name=amount` or `name@seconds=amount`, where `amount` may be `amountxmarkers`; nil where
  /// it is none of these.
  public init?(_ text: String) {
    let halves = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let parts = halves[0].split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    guard let kind = Kind(rawValue: String(parts[0])) else { return nil }
    let time = parts.count > 1 ? Double(parts[1]) : nil
    let numbers =
      halves.count > 1 ? halves[1].split(separator: "x", maxSplits: 1, omittingEmptySubsequences: false) : []
    let (amount, markers) = (numbers.first.flatMap { Double($0) }, numbers.dropFirst().first.flatMap { Int($0) })
    guard (time != nil) == (parts.count > 1), (amount != nil) == (halves.count > 1),
      (markers != nil) == (numbers.count > 1)
    else { return nil }
    self.init(kind, at: time, amount: amount, markers: markers)
  }

  /// The faults that can be simulated.
  public enum Kind: String, Sendable, CaseIterable {
    case delay
    case depthScale = "depth-scale"
    case depthField = "depth-field"
    case depthRange = "depth-range"
    case secondStray = "second-stray"
    case falseId = "false-id"
    case handMarker = "hand-marker"
    case fallOff = "fall-off"
    case fold
    case slip
    case slipBack = "slip-back"
    case slipAside = "slip-aside"
    case partSlip = "part-slip"
    case fewMarkers = "few-markers"
    case blur
    case drop
    case occlusion
    case hands
    case close
    case far
    case shake
    case noCap = "no-cap"
  }
}
