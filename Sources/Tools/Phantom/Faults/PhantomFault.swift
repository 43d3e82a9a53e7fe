import Geometry

/// Something that goes wrong in a simulated recording; see Docs/guide/phantom.md.
public struct PhantomFault: Sendable, Equatable {
  /// The kind of fault.
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
    case helper
    case close
    case far
    case shake
    case noCap = "no-cap"
    case doubled
    case rollingShutter = "rolling-shutter"
    case exposureStep = "exposure-step"
    case whiteBalance = "white-balance"
    case breathing
    case sunlight
    case depthTemporal = "depth-temporal"
    case depthSmoothed = "depth-smoothed"
    case depthFilled = "depth-filled"
    case printScale = "print-scale"
    case stretch
    case standOff = "stand-off"
    case hair
    case patchyHair = "hair-patchy"
    case hairPattern = "hair-pattern"
    case hem
  }
}

extension PhantomFault.Kind {
  /// How a fault is described: what it does, what its amount means, and whether it begins at a time.
  public struct Traits: Sendable {
    /// One line for a person.
    public let summary: String
    /// The unit of the amount; empty where there is no amount, or one that only counts.
    public let unit: String
    /// The amount where none is given.
    public let usual: Double
    let range: ClosedRange<Double>
    /// True where the fault begins at a time; others last from the first frame to the last.
    public let begins: Bool
    /// Seconds from its beginning to its end, in terms of the amount; nil where it lasts to the end of the recording.
    let lasts: (@Sendable (Double) -> Double)?
    /// How many markers it concerns where none are given; nil where that is no choice.
    public var usualMarkers: Int?

    /// Whether there is an amount to choose.
    public var hasAmount: Bool { range.lowerBound < range.upperBound }
  }

  /// The description of this fault.
  public var traits: Traits {
    switch self {
    case .delay: lasting("depth taken later than the colour image of the same time stamp", "ms", 33, -100...100)
    case .depthScale: lasting("depth too long", "%", 1, -10...10)
    case .depthField: lasting("tilt and bowl over the depth image, at most so much at a corner", "mm", 1, -5...5)
    case .depthRange: lasting("bias growing with the square of the range, so much at 30 cm", "mm", 1, -10...10)
    case .secondStray: lasting("a second print of one of the cap's ids on the torso")
    case .falseId: lasting("a print on the torso whose id is not the cap's")
    case .handMarker: lasting("a print of one of the cap's ids on a cup that a hand moves")
    case .fallOff: begins("a marker falls off and lies on the torso from then on")
    case .fold: begins("the cap folds across a marker, whose one half is bent up", "°", 40, 5...60)
    case .slip: begins("the cap turns on the head within 0.5 s", "°", 5, 0.5...20, lasts: { _ in 0.5 })
    case .slipBack: begins("the same about the axis from ear to ear", "°", 5, -20...20, lasts: { _ in 0.5 })
    case .slipAside: begins("the same about the axis from back to front", "°", 5, -20...20, lasts: { _ in 0.5 })
    case .partSlip:
      begins("a part of the cap slides over the rest within 0.5 s", "mm", 5, 0.5...20, lasts: { _ in 0.5 }, markers: 8)
    case .fewMarkers: lasting("no markers in a sector on the left", "°", 180, 10...300)
    case .blur: begins("exposure of 33 ms, and three jerks of the camera, so fast", "°/s", 60, 5...200)
    case .drop: lasting("frames missing at random", "%", 30, 0...90)
    case .occlusion: begins("a hand right before the camera", "ms", 200, 10...5000, lasts: { $0 / 1000 })
    case .hands: begins("a hand pressed on the cap", "s", 4, 0.1...600, lasts: { $0 })
    case .helper:
      begins("another person's hands steady the head, on the left and at the back", "s", 4, 0.1...600, lasts: { $0 })
    case .close: begins("the camera comes to about 15 cm, where depth drops out", "s", 3, 0.1...600, lasts: { $0 })
    case .far: begins("the camera goes to about 52 cm, where markers are small", "s", 3, 0.1...600, lasts: { $0 })
    case .shake: begins("the camera turns to and fro at up to 240 °/s", "s", 3, 0.3...600, lasts: { $0 })
    case .noCap: lasting("a bare head, nothing printed anywhere")
    case .doubled: lasting("frames at random that repeat the images of the one before", "%", 20, 1...80)
    case .rollingShutter: lasting("time from the first row of the colour image to the last", "ms", 20, 1...60)
    case .exposureStep: begins("the colour image is so much brighter from then on", "EV", 1, -3...3)
    case .whiteBalance: begins("so much more red and less blue from then on", "%", 20, -60...60)
    case .breathing: lasting("the colour camera's focal length comes and goes, at most so much longer", "%", 1, -3...3)
    case .sunlight: lasting("no depth where the sun shines, so much of a head's surface", "%", 15, 1...60)
    case .depthTemporal: lasting("depth averaged in time, so much of it from the frames before", "%", 60, 1...90)
    case .depthSmoothed: lasting("depth averaged over so many pixels on each side", "px", 3, 1...10)
    case .depthFilled: lasting("holes in depth up to this width filled in", "px", 20, 1...60)
    case .printScale: lasting("markers printed larger than the cap file says", "%", 3.9, -10...10)
    case .stretch: lasting("markers stretched at the crown, less around it", "%", 5, -10...15)
    case .standOff: lasting("the cap stands off the head, not at its edge", "mm", 2, 0.1...6)
    case .hair: lasting("hair under the cap, alike everywhere", "mm", 3, 0.1...10)
    case .patchyHair: lasting("hair under the cap in patches, at most so thick", "mm", 3, 0.1...10)
    case .hairPattern: lasting("which pattern these patches have, a whole number", "", 1, 0...1_000_000)
    case .hem: lasting("the lowest 12 mm of the cap so much thicker", "mm", 1.5, 0.1...5)
    }
  }

  private func lasting(
    _ summary: String, _ unit: String = "", _ usual: Double = 0, _ range: ClosedRange<Double> = 0...0
  ) -> Traits {
    Traits(summary: summary, unit: unit, usual: usual, range: range, begins: false, lasts: nil)
  }

  private func begins(
    _ summary: String, _ unit: String = "", _ usual: Double = 0, _ range: ClosedRange<Double> = 0...0,
    lasts: (@Sendable (Double) -> Double)? = nil, markers: Int? = nil
  ) -> Traits {
    Traits(
      summary: summary, unit: unit, usual: usual, range: range, begins: true, lasts: lasts, usualMarkers: markers)
  }
}

extension PhantomFault.Kind {
  /// The axis of a kind of slip: the vertical, tilted towards the right and the back, from ear to ear, or from back to front;
  /// nil for other faults.
  var slipAxis: Vector3? {
    switch self {
    case .slip: Vector3(0.25, -0.20, 0.947).normalized
    case .slipBack: [1, 0, 0]
    case .slipAside: [0, 1, 0]
    default: nil
    }
  }
}
