extension ScanResult {
  /// What a result was made from.
  public struct Provenance: Codable, Sendable, Equatable {
    /// The program's version.
    public var version: String
    /// The SHA-256 of each input file, by its name.
    public var inputs: [String: String]
    /// The options in effect.
    public var options: [String: String]
    /// The SHA-256 of the result's own file, taken with zeros in its place; nil in results of earlier versions.
    public internal(set) var digest: String?

    /// The provenance from its values.
    public init(version: String, inputs: [String: String] = [:], options: [String: String] = [:]) {
      (self.version, self.inputs, self.options) = (version, inputs, options)
    }
  }
}
