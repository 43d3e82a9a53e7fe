/// What kind of error it is: a name for scripts, `part.what`.
///
/// The module that throws it declares it. Its exit code stands in the English catalogue, its text and remedy in those of all
/// languages (`Datasets/messages`); Docs/generated/errors.md lists them. Names are stable once released.
public struct ErrorCode: RawRepresentable, Sendable, Hashable, Codable {
  public let rawValue: String

  /// A code by its name, which the catalogues must have.
  package init(_ name: String) { rawValue = name }

  /// The code of a name; nil for one that this version does not know.
  public init?(rawValue: String) {
    self.init(rawValue)
    guard Language.english.catalogue.errors[self] != nil else { return nil }
  }

  /// What fails: the first part of the name.
  public var part: String { String(rawValue.prefix { $0 != "." }) }

  /// The class of failure.
  public var kind: UserFacingErrorKind { Language.english.catalogue.errors[self]?.kind ?? .failure }
}
