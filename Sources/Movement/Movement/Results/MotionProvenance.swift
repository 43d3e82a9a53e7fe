/// What a result was made with and from.
public struct MotionProvenance: Sendable, Equatable, Codable {
  /// The program's version.
  public let version: String
  /// The SHA-256 of each input as it was read, in hexadecimal digits. That of a folder is that of the list of its files,
  /// a line `digest  name` for each in the order of the frames, as `sha256sum` prints it.
  public let inputs: [String: String]
  /// The options of the call that were given or have a value without it.
  public let options: [String: String]

  /// A provenance from its parts.
  public init(version: String, inputs: [String: String], options: [String: String]) {
    (self.version, self.inputs, self.options) = (version, inputs, options)
  }
}
