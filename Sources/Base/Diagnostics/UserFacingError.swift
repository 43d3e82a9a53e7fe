/// An error that tells a user which file or frame is at fault, what was expected, what was found and what to try.
///
/// Every error enum of the package conforms, so that the command line can print any of them in one shape, in any language,
/// and map its ``kind`` to an exit code.
public protocol UserFacingError: Error, CustomStringConvertible, Sendable {
  /// The error as a code, a subject and values.
  var message: ErrorMessage { get }
}

extension UserFacingError {
  /// The stable name of this kind of error.
  public var code: ErrorCode { message.code }
  /// The class of failure, which fixes the exit code of the command line.
  public var kind: UserFacingErrorKind { code.kind }
  /// The file, folder, frame or option at fault, in English.
  public var subject: String { message.subject?.text() ?? "" }
  /// What is wrong, in English: what was expected and what was found, as one clause without a full stop.
  public var problem: String { message.problem.text() }
  /// What the user can try, in English; nil where nothing sensible can be said.
  public var remedy: String? { message.remedy(in: .english) }
  /// One line in English: `subject: problem; remedy`.
  public var description: String { message.line(in: .english) }

  /// The line `subject: problem; remedy` in a language.
  public func description(in language: Language) -> String { message.line(in: language) }
}

/// Classes of failure; the raw value is the exit code of the command line (after BSD sysexits).
public enum UserFacingErrorKind: Int32, Sendable, CaseIterable {
  /// Anything that fits no other class.
  case failure = 1
  /// The command was called wrongly.
  case usage = 64
  /// The input's content is unusable.
  case badData = 65
  /// An input file or folder is missing or unreadable.
  case inputMissing = 66
  /// A program or library that is needed is not installed.
  case toolMissing = 69
  /// The output can't be written.
  case cannotWrite = 73
  /// A configuration file (cap, protocol, scale, landmarks) is invalid.
  case badConfiguration = 78
}

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
    guard Language.english.catalogue.errors[rawValue] != nil else { return nil }
  }

  /// What fails: the first part of the name.
  public var part: String { String(rawValue.prefix { $0 != "." }) }

  /// The class of failure.
  public var kind: UserFacingErrorKind { Language.english.catalogue.errors[rawValue]?.kind ?? .failure }

  /// Every code in the order of the English catalogue.
  public static var all: [ErrorCode] { Language.english.catalogue.errorNames.map { ErrorCode($0) } }
}

/// An error without its wording: what kind it is, where it is, and the figures and names in it.
///
/// It holds no text: the catalogue of a language (``Language``) has one of each ``ErrorCode``.
public struct ErrorMessage: Sendable, Equatable {
  /// What kind of error it is.
  public let code: ErrorCode
  /// The file, folder, frame or option at fault; nil where the text names it.
  public let subject: FindingValue?
  /// The values of the names in braces, such as `{found}`, in the text.
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

extension ErrorMessage {
  /// What is wrong, as a value of other texts.
  public var problem: FindingValue { .term(code.rawValue, of: Catalogue.errorKind, values) }

  /// What the user can try; nil where nothing sensible can be said.
  public func remedy(in language: Language) -> String? { language.catalogue.remedy(of: self) }

  /// One line: `subject: problem; remedy`. What comes from files, paths and arguments is cut and escaped here, in all
  /// three, so that no error has to.
  public func line(in language: Language) -> String {
    let subject = subject.map { $0.text(language).printable() + ": " } ?? ""
    let remedy = remedy(in: language).map { "; " + $0.printable(limit: 300) } ?? ""
    return subject + problem.text(language).printable(limit: 600) + remedy
  }
}

extension Catalogue {
  fileprivate func remedy(of error: ErrorMessage) -> String? {
    guard let template = errors[error.code.rawValue]?.remedy else { return nil }
    let remedy = Template(template).filled { name in
      error.values[name].map { Template.Filling(text: text(of: $0), count: $0.many) }
    }.text
    return remedy.isEmpty ? nil : remedy
  }
}

extension FindingValue {
  /// The value in words.
  public func text(_ language: Language = .english) -> String { language.catalogue.text(of: self) }
}

extension Finding {
  /// What it says, as a value of other texts.
  public var value: FindingValue {
    var values = values
    if !ids.isEmpty { values["ids"] = .list(ids.map { .count($0) }) }
    if !frames.isEmpty { values["frames"] = .names(frames) }
    if !causes.isEmpty { values["cause"] = causes.value }
    return written.map { .text($0) } ?? .term(code.rawValue, of: Catalogue.findingKind, values)
  }
}

extension Sequence where Element == Finding {
  /// What they say one after the other, as a value of other texts.
  public var value: FindingValue {
    let values = map(\.value)
    return values.dropFirst().reduce(values.first ?? .list([])) { .phrase("either", ["one": $0, "other": $1]) }
  }
}
