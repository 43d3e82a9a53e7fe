/// What is said of an error: what kind it is, where it is, and the figures and names in it.
///
/// It holds no text: the catalogue of a language (``Language``) has one of each ``ErrorCode``.
public struct ErrorMessage: Sendable, Equatable {
  /// What kind of error it is.
  public let code: ErrorCode
  /// The file, folder, frame or option at fault; nil where the text names it.
  public let subject: FindingValue?
  /// What stands for `{name}` in the text.
  public let values: [String: FindingValue]

  /// A message from its parts.
  public init(_ code: ErrorCode, at subject: FindingValue?, _ values: [String: FindingValue] = [:]) {
    (self.code, self.subject, self.values) = (code, subject, values)
  }

  /// A message about a file, or about a place in it.
  public init(_ code: ErrorCode, at file: String, _ place: FindingValue? = nil, _ values: [String: FindingValue] = [:])
  {
    self.init(code, at: place.map { .list([.text(file), $0]) } ?? .text(file), values)
  }
}
