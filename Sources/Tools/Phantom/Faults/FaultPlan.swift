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

  /// What lifts the cap off the skin.
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

extension FaultPlan {
  /// How much later than the colour image depth is taken, in seconds.
  var depthDelay: Double { (self[.delay]?.amount ?? 0) / 1000 }

  /// The sensor with the faults that are its own.
  func applied(to sensor: PhantomSensor) -> PhantomSensor {
    var faulty = sensor
    if let event = self[.depthScale] { faulty.depthScaleError = event.amount / 100 }
    if let event = self[.depthField] { faulty.depthField = event.amount / 1000 }
    if let event = self[.depthRange] { faulty.rangeBias = event.amount / 1000 }
    if self[.blur] != nil { faulty.exposure = 0.033 }
    if let event = self[.rollingShutter] { faulty.readout = event.amount / 1000 }
    if self[.close] != nil { (faulty.nearLoss, faulty.nearNoise) = (0.45, 4) }
    return faulty
  }

  /// The frame of which each frame shows the images: a doubled one those of the frame before.
  func shown(of frames: Int, seed: UInt64) -> [Int] {
    guard let event = self[.doubled], frames > 1 else { return Array(0..<frames) }
    var generator = SeededGenerator(seed: seed ^ 0x446F_7562)
    let count = max(1, Int((event.amount / 100 * Double(frames)).rounded()))
    let doubled = Set((1..<frames).shuffled(using: &generator).prefix(count))
    var shown = Array(0..<frames)
    for index in 1..<frames where doubled.contains(index) { shown[index] = shown[index - 1] }
    return shown
  }

  /// The places in the evenly timed sequence of `slots` frames that are recorded, ascending; first and last always are.
  func recorded(of slots: Int, seed: UInt64) -> [Int] {
    guard let event = self[.drop], slots > 2 else { return Array(0..<slots) }
    var generator = SeededGenerator(seed: seed ^ 0x4472_6F70)
    let inner = Array(1..<(slots - 1)).shuffled(using: &generator)
    let lost = Set(inner.prefix(Int((event.amount / 100 * Double(slots)).rounded())))
    return (0..<slots).filter { !lost.contains($0) }
  }
}

extension PhantomOptions {
  /// The options with the faults that are plain options.
  func with(_ plan: FaultPlan) -> PhantomOptions {
    var faulty = self
    faulty.sensor = plan.applied(to: sensor)
    faulty.shape = plan.applied(to: shape)
    if plan.hasNoCap { faulty.stray = false }
    return faulty
  }
}
