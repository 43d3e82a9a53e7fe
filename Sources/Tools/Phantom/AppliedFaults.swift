import Geometry

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
