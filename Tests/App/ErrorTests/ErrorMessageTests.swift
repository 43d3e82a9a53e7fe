import Foundation
import Testing

@testable import Diagnostics

/// Errors of every kind, in every language.
@Suite struct ErrorMessageTests {
  @Test func thereIsAnErrorOfEveryKind() {
    let missing = Set(ErrorCode.all).subtracting(ErrorSamples.all.map(\.code))
    #expect(missing.isEmpty, "\(missing.map(\.rawValue).sorted())")
  }

  @Test(arguments: Language.allCases) func everyErrorIsToldInFull(_ language: Language) throws {
    let catalogue = language.catalogue
    for error in ErrorSamples.all {
      let (message, code) = (error.message, error.code.rawValue)
      let entry = try #require(catalogue.errors[error.code.rawValue], "\(code)")
      for template in [Template(entry.problem), Template(entry.remedy)] {
        #expect(template.required.isSubset(of: message.values.keys), "\(code): \(template.names)")
      }
      for value in message.values.values + [message.subject].compactMap(\.self) {
        for (kind, key) in value.terms { #expect(catalogue.terms[kind]?[key] != nil, "\(code): \(kind) \(key)") }
      }
      let line = error.description(in: language)
      #expect(!line.contains(/\{[a-z_]+[}|?#]/) && !line.contains("; ;") && !line.hasSuffix("."), "\(code): \(line)")
      #expect(line.hasPrefix(message.subject.map { $0.text(language) + ": " } ?? ""), "\(code): \(line)")
    }
  }

  /// Everything but names of files, options, keys and programs differs between the languages.
  @Test func noErrorIsEnglishInGerman() {
    let english = /\b(expected|found|the|of|and|with|not|is|check|none)\b/
    for error in ErrorSamples.all {
      let text = error.description(in: .german)
      #expect(!text.contains(english), "\(error.code.rawValue): \(text)")
    }
  }

  @Test func anErrorWithinAnotherKeepsItsWords() {
    let samples = ErrorSamples.all.filter { $0.code == .meshEmpty }.map { $0.description(in: .german) }
    #expect(
      samples == [
        "Netz: erwartet: eine Oberfläche, gefunden: keine Eckpunkte; das Netz neu exportieren oder kopieren",
        "m.ply, Netz: erwartet: eine Oberfläche, gefunden: keine Eckpunkte; das Netz neu exportieren oder kopieren",
      ])
  }
}

extension FindingValue {
  /// The words that it holds, by kind and key.
  fileprivate var terms: [(kind: String, key: String)] {
    switch self {
    case .term(let key, let kind, let values): [(kind, key)] + values.values.flatMap(\.terms)
    case .list(let values): values.flatMap(\.terms)
    case .written(let value): value.terms
    default: []
    }
  }
}
