public import Diagnostics

/// Everything that determines a simulated recording. Metres and seconds.
public struct PhantomOptions: Sendable, Equatable {
  /// The head and its cap's cloth.
  public var shape = HeadShape()
  /// OpenCV's name of the markers' dictionary.
  public var dictionary = "DICT_4X4_100"
  /// The printed edge length of a marker.
  public var markerSize = 0.016
  /// How many markers the cap is to carry, and how many of them are missing.
  public var markerCount = 46
  /// How many of the markers are missing.
  public var missingMarkers = 0
  /// A plan by which the markers are laid, each upright; nil for ``markerCount`` of them spread evenly and turned at
  /// random.
  public var plan: PlannedCap?
  /// Whether a stray print of one of the cap's ids, 1.3 times as large, lies on the torso.
  public var stray = true
  /// The sensor.
  public var sensor = PhantomSensor()
  /// What the camera's path sees.
  public var extent = CameraPath.Extent.whole
  /// How many frames are recorded, evenly over the duration.
  public var frames = 300
  /// Seconds from the first frame to the last: the shorter, the faster the camera.
  public var duration = 20.0
  /// How unsteady the camera is held; 1 is usual.
  public var jitter = 1.0
  /// How much head, torso and hands move in the room; 1 is usual.
  public var sway = 1.0
  /// How far below their usual place beside the neck the hands hold.
  public var handsLower = 0.0
  /// The standard deviation of the operator's clicks in pixels along each axis.
  public var clickNoise = 0.7
  /// Subdivisions of the icosahedron that becomes the truth surface, 3 … 8; see ``PhantomHead/mesh(subdivisions:)``.
  public var truthSubdivisions = 6
  /// What the head does on its neck before a camera that stands still; nil for a camera that moves around the head.
  public var neck: NeckOptions?
  /// What goes wrong.
  public var faults: [PhantomFault] = []
  /// Seed of everything random but the head's shape.
  public var seed: UInt64 = 1

  /// The defaults: a whole scan of a six-month-old with mild left plagiocephaly.
  public init() {}

  /// Names of ready-made recordings.
  public enum Preset: String, Sendable, CaseIterable {
    /// A whole scan of a head with mild left plagiocephaly.
    case whole
    /// An unfinished scan: the right side only.
    case half
    /// A whole scan of marked right plagiocephaly, with folds in the cap, missing markers, more noise and movement.
    case folded
    /// A whole scan that also sees nose and ears from below, the hands out of the way.
    case face
    /// A child that turns and leans its head before a camera that stands still, with a printed patch on its chest.
    case neck
  }

  /// Frames a second of a neck that moves.
  public static let neckRate = 20.0

  /// The options of a preset.
  public init(preset: Preset) {
    self.init()
    switch preset {
    case .whole: break
    case .half:
      extent = .half
    case .face:
      (extent, handsLower) = (.low, 0.06)
    case .neck:
      let movement = NeckOptions()
      neck = movement
      // In a colour image as large as that of depth, too few markers are read from half a metre.
      var cameras = CameraChoice()
      (cameras.colorSize, cameras.depthSize) = ((1280, 960), (640, 480))
      cameras.apply(to: &sensor)
      (jitter, sway, handsLower, stray) = (0, 0.5, 0.3, false)
      duration = movement.duration
      frames = Int(duration * Self.neckRate) + 1
    case .folded:
      shape = HeadShape(
        width: 0.120, length: 0.144, flattening: 0.010, flatSide: .right, bossing: 0.004, shear: 0.04, capFolds: 0.0005)
      missingMarkers = 3
      sensor.depthNoise = 1.5
      sway = 1.6
      jitter = 1.4
    }
  }
}

/// Why a simulated recording can't be made or written.
public enum PhantomError: UserFacingError, Equatable {
  /// An option is outside the range for which the simulation holds.
  case badOption(FindingValue, found: FindingValue, expected: FindingValue)
  /// A frame's image can't be encoded.
  case cannotEncode(frame: Int, reason: FindingValue)

  public var message: ErrorMessage {
    switch self {
    case .badOption(let option, let found, let expected):
      ErrorMessage(.phantomBadOption, at: option, ["expected": expected, "found": found])
    case .cannotEncode(let frame, let reason):
      ErrorMessage(.phantomCannotEncode, at: .phrase("frame", ["frame": .count(frame)]), ["reason": reason])
    }
  }

  /// Throws unless a number lies in a range; NaN never does.
  static func require(
    _ option: FindingValue, _ value: Double, in range: ClosedRange<Double>, unit: String = ""
  ) throws(PhantomError) {
    guard range.contains(value) else {
      throw .badOption(
        option, found: .exact(value, unit: unit),
        expected: .phrase(
          "range", ["low": .exact(range.lowerBound), "high": .exact(range.upperBound, unit: unit)]))
    }
  }

  /// Throws unless a count lies in a range.
  static func require(_ option: FindingValue, _ value: Int, in range: ClosedRange<Int>) throws(PhantomError) {
    guard range.contains(value) else {
      throw .badOption(
        option, found: .count(value),
        expected: .phrase("range", ["low": .count(range.lowerBound), "high": .count(range.upperBound)]))
    }
  }

  /// The same for an option by its name.
  static func require(
    _ option: String, _ value: Double, in range: ClosedRange<Double>, unit: String = ""
  ) throws(PhantomError) {
    try require(.term(option, of: "phantom"), value, in: range, unit: unit)
  }

  /// The same for an option by its name.
  static func require(_ option: String, _ value: Int, in range: ClosedRange<Int>) throws(PhantomError) {
    try require(.term(option, of: "phantom"), value, in: range)
  }
}
