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
    guard let template = errors[error.code]?.remedy else { return nil }
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
