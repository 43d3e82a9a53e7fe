/// How the values were taken that a scale, a table of norms or a reference was made from.
public enum MeasuringMethod: String, Sendable, Codable, CaseIterable {
  case surface, calliper, tape, photo, band, ct
  /// Its source does not say.
  case notStated = "not_stated"
}
