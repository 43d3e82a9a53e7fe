import Diagnostics

extension MeasureName {
  /// The name for people.
  public func title(_ language: Language = .english) -> String { language.term(rawValue, of: "measure") }

  /// What the value means, in one clause.
  public func definition(_ language: Language = .english) -> String { language.term(rawValue, of: "definition") }
}
