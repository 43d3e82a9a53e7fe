import Foundation
import TestSupport
import Testing

@testable import Diagnostics

/// The phrases of the catalogues against those that the sources ask for.
@Suite struct PhraseTests {
  private struct Call {
    let key: String
    let names: Set<String>
  }

  private static let calls: [Call] = {
    let sources = SharedMaterial.packageRoot.appending(path: "Sources")
    let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
    return (files?.allObjects ?? []).compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
      .flatMap { calls(in: (try? String(contentsOf: $0, encoding: .utf8)) ?? "") }
  }()

  /// Calls such as `.phrase("range", ["low": …, "high": …])`, or of one of two keys.
  private static func calls(in text: String) -> [Call] {
    text.matches(of: /\.phrase\(\s*(?:\w+ \? )?"([a-z0-9_]+)"(?: : "([a-z0-9_]+)")?/).flatMap { match in
      let names = names(text[match.range.upperBound...])
      return [match.1, match.2].compactMap { $0.map { Call(key: String($0), names: names) } }
    }
  }

  /// The keys of the dictionary that follows, if one does; what stands deeper in brackets is passed over.
  private static func names(_ text: Substring) -> Set<String> {
    guard let start = text.prefixMatch(of: /,\s*\[/) else { return [] }
    var (rest, depth, names) = (text[start.range.upperBound...], 1, Set<String>())
    while depth > 0, let next = rest.first {
      if depth == 1, let key = rest.prefixMatch(of: /"([a-z0-9_]+)":/) {
        names.insert(String(key.1))
        rest = rest[key.range.upperBound...]
        continue
      }
      if "[(".contains(next) { depth += 1 } else if "])".contains(next) { depth -= 1 }
      rest.removeFirst()
    }
    return names
  }

  @Test(arguments: Language.allCases) func theSourcesAndTheCatalogueHaveTheSamePhrases(_ language: Language) throws {
    let phrases = try #require(language.catalogue.terms["phrase"])
    #expect(Self.calls.count > 250)
    for call in Self.calls {
      let text = try #require(phrases[call.key], "\(call.key)")
      #expect(Template(text).isSound, "\(call.key): \(call.names)")
      #expect(Template(text).names == call.names, "\(call.key): \(call.names)")
    }
    let unused = Set(phrases.keys).subtracting(Self.calls.map(\.key))
    #expect(unused.isEmpty, "\(unused.sorted())")
  }
}
