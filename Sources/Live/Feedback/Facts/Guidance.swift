/// Where a scan stands; what the operator is told follows from it.
public enum Guidance: Sendable, Equatable {
  /// The cap has not been found yet.
  case intro
  /// The scan goes on.
  case scanning
  /// Everything that is needed was seen.
  case completed
  /// The scan can't go on as it is.
  case error(Trouble)

  /// What stops a scan.
  public enum Trouble: String, Sendable, CaseIterable {
    /// No marker has been seen for long.
    case lost
    /// The depth sensor gives nothing.
    case noDepth = "no_depth"
    /// The device is about to shut its sensor down.
    case overheated
  }

  /// A name for files and phrases.
  public var name: String {
    switch self {
    case .intro: "intro"
    case .scanning: "scanning"
    case .completed: "completed"
    case .error(let trouble): "error_" + trouble.rawValue
    }
  }

  /// The names of all states.
  static let names = ["intro", "scanning", "completed"] + Trouble.allCases.map { "error_" + $0.rawValue }
}

/// Something about the device that spoils the scan.
public enum Alert: String, Sendable, CaseIterable {
  /// The device is hot.
  case heat
  /// There is no depth.
  case depthAbsent = "depth_absent"
  /// Depth has no holes at all: it was filtered, and what was filled in is not measured.
  case depthFiltered = "depth_filtered"
  /// Frames come too slowly.
  case frameRate = "frame_rate"
}

/// A colour that says how good something is, and a sign that says the same without colour.
public enum TrafficLight: String, Sendable, CaseIterable {
  case red, amber, green

  /// A shape for people who can't tell the colours.
  public var sign: String {
    switch self {
    case .red: "■"
    case .amber: "▲"
    case .green: "●"
    }
  }
}

/// A number that is shown to the operator once it has settled.
public enum Reading: String, Sendable, CaseIterable {
  case distance, overlap, cvai
}
