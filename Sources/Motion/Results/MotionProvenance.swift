/// What a result was made with and from.
public struct MotionProvenance: Sendable, Equatable, Codable {
  /// The program's version.
  public let version: String
  /// The SHA-256 of each input, in hexadecimal digits; a folder has none.
  public let inputs: [String: String]

  /// A provenance from its parts.
  public init(version: String, inputs: [String: String]) { (self.version, self.inputs) = (version, inputs) }
}
