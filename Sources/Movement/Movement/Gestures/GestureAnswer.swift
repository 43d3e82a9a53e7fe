/// What a thumb says.
public enum GestureAnswer: String, Sendable, Codable, CaseIterable {
  /// Thumbs up.
  case yes
  /// Thumbs down.
  case no
  /// No answer, or more than one: to be asked again.
  case `repeat`
}
