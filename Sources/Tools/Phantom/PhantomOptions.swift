import Geometry

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
  /// Whether there is a flat board in place of a head; see ``Preset/board``.
  public var isBoard = false
  /// What the head does on its neck before a camera that stands still; nil for a camera that moves around the head.
  public var neck: NeckOptions?
  /// The faults of the recording.
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
    /// A flat board of markers, by which a phone is calibrated.
    case board
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
    case .board:
      (isBoard, extent, markerSize) = (true, .board, PhantomBoard.side)
      (markerCount, stray, sway) = (0, false, 0)
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
