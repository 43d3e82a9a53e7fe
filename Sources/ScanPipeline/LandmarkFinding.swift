/// When landmarks are looked for on a recording's surface.
public enum LandmarkFinding: Sendable {
  /// Not at all.
  case never
  /// Where one of those that make the head frame was neither picked nor is on the cap.
  case whereMissing
  /// Also beside those that were given, to be shown.
  case always
}
