/// The thresholds that feedback goes by; Docs/formats/feedback.md describes each. They come from a file
/// (``FeedbackFile``), the built-in one or a user's, so no value stands here.
public struct FeedbackRules: Sendable, Equatable {
  /// When the position is good.
  public var position = Position()
  /// Why it is not.
  public var hints = Hints()
  /// What is said about the markers found so far.
  public var progress = Progress()
  /// What is said about the parts of the head.
  public var coverage = Coverage()
  /// When a reading counts.
  public var settling = Settling()
  /// The colours of readings.
  public var readings: [DisplayedQuantity: Bands] = [:]
  /// When a scan is complete, and when it fails.
  public var guidance = Guidance()
  /// When the device is to blame.
  public var alerts = Alerts()

  /// The primary feedback.
  public struct Position: Sendable, Equatable {
    public var framesInARow = 0.0, fewestMarkers = 0.0
    public var lostBelow = 0.0, regainedFrom = 0.0, referenceSeconds = 0.0, referenceShare = 0.0
    public var sizeTolerance = 0.0
  }

  /// The secondary feedback.
  public struct Hints: Sendable, Equatable {
    public var invalidShare = 0.0, markerDepth = 0.0, farMetres = 0.0, blurPixels = 0.0, turnDegrees = 0.0
    public var coveredBelow = 0.0, repeatSeconds = 0.0, pauseSeconds = 0.0, memorySeconds = 0.0
    public var middle = 0.0, sureDepthMetres = 0.0
  }

  /// Steps in per cent, and the shares from which the bar changes its colour.
  public struct Progress: Sendable, Equatable {
    public var announceEvery = 0.0, finer = 0.0, amberFrom = 0.0, greenFrom = 0.0
  }

  /// Parts of the head.
  public struct Coverage: Sendable, Equatable {
    public var partDone = 0.0, framesToCount = 0.0, remindFrom = 0.0, remindSeconds = 0.0, idleSeconds = 0.0
    /// What a measurement needs.
    public var needed: [HeadPart] = []
    /// What the camera faces when a scan begins; nil where that is not agreed on.
    public var firstView: HeadPart?
    public var firstElevation = 0.0
    public var gain = 0.0, facingDegrees = 0.0, oppositeDegrees = 0.0
    public var headRadius = 0.0, nearest = 0.0, farthest = 0.0, leastCosine = 0.0
  }

  /// Leniency is relative.
  public struct Settling: Sendable, Equatable {
    public var leniency = 0.0, seconds = 0.0
  }

  /// Values within `good` are green, others within `fair` amber, the rest red.
  public struct Bands: Sendable, Equatable {
    public var good, fair: ClosedRange<Double>
    /// Bands from their ranges.
    public init(good: ClosedRange<Double>, fair: ClosedRange<Double>) { (self.good, self.fair) = (good, fair) }

    /// The colour of a value.
    public func light(_ value: Double) -> TrafficLight {
      good.contains(value) ? .green : fair.contains(value) ? .amber : .red
    }
  }

  /// The share of markers of a complete scan, and when one fails.
  public struct Guidance: Sendable, Equatable {
    public var completeMarkers = 0.0, lostSeconds = 0.0, noDepthSeconds = 0.0
  }

  /// Limits of the device.
  public struct Alerts: Sendable, Equatable {
    public var heat = Heat.critical
    public var filteredFrom = 0.0, absentBelow = 0.0, slowest = 0.0, holdSeconds = 0.0
  }
}

extension FeedbackRules {
  /// A number of the file: where it stands, and what it may be.
  struct Number {
    let section, key: String
    let range: ClosedRange<Double>
    /// The only values, where few are allowed.
    var choices: [Double]?
    var isWhole = false
    let path: WritableKeyPath<FeedbackRules, Double>
  }

  /// Every number of the file.
  static var numbers: [Number] {
    [
      Number(section: "position", key: "frames_in_a_row", range: 1...120, isWhole: true, path: \.position.framesInARow),
      Number(section: "position", key: "fewest_markers", range: 1...50, isWhole: true, path: \.position.fewestMarkers),
      Number(section: "position", key: "lost_below", range: 0...1, path: \.position.lostBelow),
      Number(section: "position", key: "regained_from", range: 0...1, path: \.position.regainedFrom),
      Number(section: "position", key: "reference_s", range: 0...10, path: \.position.referenceSeconds),
      Number(section: "position", key: "reference_share", range: 0...1, path: \.position.referenceShare),
      Number(section: "position", key: "size_tolerance", range: 0.01...1, path: \.position.sizeTolerance),
      Number(section: "hints", key: "invalid_share", range: 0...1, path: \.hints.invalidShare),
      Number(section: "hints", key: "marker_depth", range: 0...1, path: \.hints.markerDepth),
      Number(section: "hints", key: "far_m", range: 0.1...5, path: \.hints.farMetres),
      Number(section: "hints", key: "blur_px", range: 1...100, path: \.hints.blurPixels),
      Number(section: "hints", key: "turn_deg_s", range: 1...2000, path: \.hints.turnDegrees),
      Number(section: "hints", key: "covered_below", range: 0...1, path: \.hints.coveredBelow),
      Number(section: "hints", key: "repeat_s", range: 0.1...600, path: \.hints.repeatSeconds),
      Number(section: "hints", key: "pause_s", range: 0...60, path: \.hints.pauseSeconds),
      Number(section: "hints", key: "memory_s", range: 0...60, path: \.hints.memorySeconds),
      Number(section: "hints", key: "middle", range: 0...1, path: \.hints.middle),
      Number(section: "hints", key: "sure_depth_m", range: 0...5, path: \.hints.sureDepthMetres),
      Number(
        section: "progress", key: "announce_every_percent", range: 25...100, choices: [25, 50, 100],
        path: \.progress.announceEvery),
      Number(section: "progress", key: "finer_percent", range: 0...100, isWhole: true, path: \.progress.finer),
      Number(section: "progress", key: "amber_from", range: 0...1, path: \.progress.amberFrom),
      Number(section: "progress", key: "green_from", range: 0...1, path: \.progress.greenFrom),
      Number(section: "coverage", key: "part_done", range: 0.01...1, path: \.coverage.partDone),
      Number(
        section: "coverage", key: "frames_to_count", range: 1...1000, isWhole: true, path: \.coverage.framesToCount),
      Number(section: "coverage", key: "remind_from", range: 0...1, path: \.coverage.remindFrom),
      Number(section: "coverage", key: "remind_every_s", range: 1...600, path: \.coverage.remindSeconds),
      Number(section: "coverage", key: "idle_s", range: 0.1...600, path: \.coverage.idleSeconds),
      Number(section: "coverage", key: "first_view_elevation_deg", range: -45...90, path: \.coverage.firstElevation),
      Number(section: "coverage", key: "gain", range: 0...1, path: \.coverage.gain),
      Number(section: "coverage", key: "facing_deg", range: 0...90, path: \.coverage.facingDegrees),
      Number(section: "coverage", key: "opposite_deg", range: 90...180, path: \.coverage.oppositeDegrees),
      Number(section: "coverage", key: "head_radius_m", range: 0.02...0.2, path: \.coverage.headRadius),
      Number(section: "coverage", key: "nearest_m", range: 0...0.5, path: \.coverage.nearest),
      Number(section: "coverage", key: "farthest_m", range: 0...0.5, path: \.coverage.farthest),
      Number(section: "coverage", key: "least_cosine", range: 0...1, path: \.coverage.leastCosine),
      Number(section: "settling", key: "leniency", range: 0...1, path: \.settling.leniency),
      Number(section: "settling", key: "duration_s", range: 0...60, path: \.settling.seconds),
      Number(section: "guidance", key: "complete_markers", range: 0.01...1, path: \.guidance.completeMarkers),
      Number(section: "guidance", key: "lost_s", range: 0.1...600, path: \.guidance.lostSeconds),
      Number(section: "guidance", key: "no_depth_s", range: 0.1...600, path: \.guidance.noDepthSeconds),
      Number(section: "alerts", key: "filtered_from", range: 0.5...1, path: \.alerts.filteredFrom),
      Number(section: "alerts", key: "absent_below", range: 0...0.5, path: \.alerts.absentBelow),
      Number(section: "alerts", key: "slowest_fps", range: 0...240, path: \.alerts.slowest),
      Number(section: "alerts", key: "hold_s", range: 0...60, path: \.alerts.holdSeconds),
    ]
  }
}
