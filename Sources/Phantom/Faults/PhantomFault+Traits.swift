import Geometry

extension PhantomFault.Kind {
  /// How a fault is described: what it does, what its amount means, and whether it begins at a time.
  public struct Traits: Sendable {
    /// One line for a person.
    public let summary: String
    /// The unit of the amount; empty where there is none.
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
    case .close: begins("the camera comes to about 15 cm, where depth drops out", "s", 3, 0.1...600, lasts: { $0 })
    case .far: begins("the camera goes to about 52 cm, where markers are small", "s", 3, 0.1...600, lasts: { $0 })
    case .shake: begins("the camera turns to and fro at up to 240 °/s", "s", 3, 0.3...600, lasts: { $0 })
    case .noCap: lasting("a bare head, nothing printed anywhere")
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
