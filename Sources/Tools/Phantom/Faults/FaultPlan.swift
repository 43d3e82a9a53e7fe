import Diagnostics
import Geometry
import Platform

/// The faults of a recording with their times and amounts filled in.
struct FaultPlan: Sendable {
  /// A fault that happens.
  struct Event: Sendable {
    let kind: PhantomFault.Kind
    /// Seconds since the first frame.
    let start, end: Double
    /// In the unit of the kind's traits.
    let amount: Double
    /// How many markers it concerns; 0 where that is no choice.
    let markers: Int
  }

  let events: [Event]

  /// Checks the faults of a recording of `duration` seconds: no two of a kind, times inside, amounts that can be simulated.
  init(_ faults: [PhantomFault], duration: Double) throws(PhantomError) {
    var events: [Event] = []
    for fault in faults {
      let name = FindingValue.phrase("fault", ["fault": .text(fault.kind.rawValue)])
      guard !events.contains(where: { $0.kind == fault.kind }) else {
        throw .badOption(name, found: .phrase("two"), expected: .phrase("one_of_a_kind"))
      }
      events.append(try Self.event(fault, name: name, duration: duration))
    }
    guard events.count(where: { $0.kind.slipAxis != nil }) < 2 else {
      throw .badOption(.phrase("slips"), found: .phrase("two"), expected: .phrase("one_about_one_axis"))
    }
    self.events = events
  }

  /// The event of a kind, where the recording has it.
  subscript(kind: PhantomFault.Kind) -> Event? { events.first { $0.kind == kind } }

  private static func event(_ fault: PhantomFault, name: FindingValue, duration: Double) throws(PhantomError) -> Event {
    let traits = fault.kind.traits
    guard fault.amount == nil || traits.hasAmount else {
      throw .badOption(name, found: .phrase("an_amount"), expected: .phrase("none"))
    }
    guard fault.time == nil || traits.begins else {
      throw .badOption(name, found: .phrase("a_time"), expected: .phrase("lasts_throughout"))
    }
    let amount = fault.amount ?? traits.usual
    try PhantomError.require(.list([name, .phrase("amount")]), amount, in: traits.range, unit: traits.unit)
    let start = traits.begins ? fault.time ?? 0.4 * duration : 0
    try PhantomError.require(.list([name, .phrase("time")]), start, in: 0...duration, unit: "s")
    let end = traits.lasts.map { min(start + $0(amount), duration) } ?? duration
    guard fault.markers == nil || traits.usualMarkers != nil else {
      throw .badOption(name, found: .phrase("number_of_markers"), expected: .phrase("none"))
    }
    let markers = fault.markers ?? traits.usualMarkers ?? 0
    if traits.usualMarkers != nil { try PhantomError.require(.list([name, .phrase("markers")]), markers, in: 1...200) }
    return Event(kind: fault.kind, start: start, end: end, amount: amount, markers: markers)
  }
}

extension FaultPlan {
  /// True where the head wears no cap.
  var hasNoCap: Bool { self[.noCap] != nil }

  /// How far hem, hair and air lift the cap off the skin.
  var fit: CapFit {
    // A pattern by itself is one of the usual thickness.
    let patchy =
      self[.patchyHair]?.amount ?? (self[.hairPattern] == nil ? 0 : PhantomFault.Kind.patchyHair.traits.usual)
    return CapFit(
      standOff: millimetres(.standOff), hair: millimetres(.hair), patchyHair: patchy / 1000,
      pattern: self[.hairPattern].map { HairPattern(seed: UInt64($0.amount)) } ?? .usual, hem: millimetres(.hem))
  }

  private func millimetres(_ kind: PhantomFault.Kind) -> Double { (self[kind]?.amount ?? 0) / 1000 }

  /// The head's shape with the faults that change it.
  func applied(to shape: HeadShape) -> HeadShape {
    var bare = shape
    if hasNoCap { (bare.capThickness, bare.capFolds) = (0, 0) }
    return bare
  }
}
