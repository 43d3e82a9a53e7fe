/// Where a guided measurement stands.
public enum MeasuringState: Sendable, Equatable {
  /// Nobody is there yet, or no longer.
  case intro
  /// Somebody is there; the reading of the frame, nil where it has none.
  case measuring(Double?)
  /// The reading was held: the mean since it came to rest.
  case completed(Double)
  /// It does not go on as it is; the trouble has a prompt.
  case error(Trouble)

  /// What stops a measurement.
  public enum Trouble: String, Sendable, CaseIterable {
    /// Somebody is there, but nothing can be read.
    case unclear
    /// The reading does not come to rest.
    case restless
  }

  /// A name for files and phrases.
  public var name: String {
    switch self {
    case .intro: "intro"
    case .measuring: "measuring"
    case .completed: "completed"
    case .error(let trouble): "error_" + trouble.rawValue
    }
  }

  /// The names of all states.
  public static let names = ["intro", "measuring", "completed"] + Trouble.allCases.map { "error_" + $0.rawValue }

  /// The reading, as it was measured or held; nil where there is none.
  public var reading: Double? {
    switch self {
    case .measuring(let reading): reading
    case .completed(let reading): reading
    case .intro, .error: nil
    }
  }
}
