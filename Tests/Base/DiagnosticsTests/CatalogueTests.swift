import Foundation
import TestSupport
import Testing

@testable import Diagnostics

@Suite struct CatalogueTests {
  /// Values that the catalogue itself fills in.
  private static let known: Set = ["ids", "frames", "cause", "rescan"]

  @Test(arguments: Language.allCases) func everyCodeHasTextCauseAndRemedy(_ language: Language) throws {
    let catalogue = language.catalogue
    for code in FindingCode.all {
      let entry = try #require(catalogue.entries[code.rawValue], "\(code.rawValue)")
      for text in [entry.text, entry.cause, entry.remedy] {
        #expect(!text.isEmpty, "\(code.rawValue): \(text)")
        #expect(Template(text).isSound, "\(code.rawValue): \(text)")
      }
      #expect(!entry.text.hasSuffix("."), "\(code.rawValue): a text is a clause")
      #expect(entry.cause.hasSuffix("."), "\(code.rawValue): these are sentences")
      #expect(entry.remedy.hasSuffix("."), "\(code.rawValue): these are sentences")
      #expect(catalogue.terms["stage"]?[code.stage] != nil, "\(code.stage)")
    }
    for severity in Finding.Severity.allCases { #expect(catalogue.terms["severity"]?[severity.rawValue] != nil) }
  }

  @Test(arguments: Language.allCases) func everyErrorHasAText(_ language: Language) throws {
    for code in ErrorCode.all {
      let entry = try #require(language.catalogue.errors[code.rawValue], "\(code.rawValue)")
      #expect(!entry.problem.isEmpty, "\(code.rawValue)")
      #expect(FindingCode(rawValue: code.rawValue) == nil, "\(code.rawValue)")
      for text in [entry.problem, entry.remedy] {
        #expect(Template(text).isSound, "\(code.rawValue): \(text)")
        #expect(!text.hasSuffix("."), "\(code.rawValue): \(text)")
      }
    }
  }

  @Test func bothLanguagesHaveTheSamePlacesForValues() throws {
    let (english, german) = (Language.english.catalogue, Language.german.catalogue)
    #expect(english.findingNames.allSatisfy { english.entries[$0]?.severity.flatMap(FindingCode.Severity.init) != nil })
    #expect(english.errorNames.allSatisfy { english.errors[$0]?.kind != nil })
    #expect(Set(english.findingNames) == Set(german.findingNames))
    #expect(Set(english.errorNames) == Set(german.errorNames))
    for name in english.findingNames {
      let (a, b) = (try #require(english.entries[name]), try #require(german.entries[name]))
      for (a, b) in [(a.text, b.text), (a.remedy, b.remedy)] {
        #expect(Template(a).names == Template(b).names, "\(name)")
        #expect(Template(a).required == Template(b).required, "\(name)")
      }
    }
    for name in english.errorNames {
      let (a, b) = (try #require(english.errors[name]), try #require(german.errors[name]))
      for (a, b) in [(a.problem, b.problem), (a.remedy, b.remedy)] {
        #expect(Template(a).names == Template(b).names, "\(name)")
        #expect(a.isEmpty == b.isEmpty, "\(name)")
      }
    }
    #expect(english.terms.mapValues { Set($0.keys) } == german.terms.mapValues { Set($0.keys) })
    #expect(Set(english.words.keys) == Set(german.words.keys))
    for (key, text) in english.words {
      let other = try #require(german.words[key])
      #expect(Template(text).isSound, "\(key)")
      #expect(Template(other).isSound, "\(key)")
      #expect(Template(text).names == Template(other).names, "\(key)")
      #expect(text.count { $0 == ";" } == other.count { $0 == ";" } || !key.hasSuffix("columns"), "\(key)")
    }
    for (kind, words) in english.terms {
      for (key, text) in words {
        let other = try #require(german.terms[kind]?[key])
        #expect(Template(text).names == Template(other).names, "\(kind).\(key)")
      }
    }
  }

  /// Files hold figures and words bare; what is read from one has the unit and the kind that the English text says.
  @Test func englishTextsSayWhatTheirValuesAre() {
    let (english, german) = (Language.english.catalogue, Language.german.catalogue)
    let units = [
      "mm": "mm", "cm": "cm", "cm2": "cm²", "m": "m", "ml": "ml", "ms": "ms", "s": "s", "percent": "%", "degrees": "°",
      "px": "px",
    ]
    for code in FindingCode.all {
      let entry = english.entries[code.rawValue]!
      for (name, kind) in code.kinds {
        let isKnown = units.values.contains(kind) || english.terms[kind] != nil || kind == "MB"
        #expect(isKnown, "\(code.rawValue): \(name) is \(kind)")
      }
      for name in Template(entry.text).names.union(Template(entry.remedy).names) {
        guard let unit = name.split(separator: "_").last.flatMap({ units[String($0)] }) else { continue }
        // Two figures with one unit behind the second.
        guard !["fx_px", "low_px"].contains(name) else { continue }
        #expect(code.kinds[name] == unit, "\(code.rawValue): \(name)")
      }
      #expect(Template(german.entries[code.rawValue]!.text).kinds.isEmpty, "\(code.rawValue)")
    }
  }

  /// A code is declared once, in the module that reports it, and has texts; each text is that of a code.
  @Test func theSourcesAndTheCatalogueHaveTheSameCodes() throws {
    let sources = SharedMaterial.packageRoot.appending(path: "Sources")
    let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    var (declared, literals): ([String], Set<String>) = ([], [])
    for case let file as URL in files where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      declared += text.matches(of: /= (?:FindingCode|ErrorCode)\("([a-z0-9_.]+)"\)/).map { String($0.1) }
      literals.formUnion(text.matches(of: /"([a-z0-9_]+\.[a-z0-9_]+)"/).map { String($0.1) })
    }
    let catalogue = Language.english.catalogue
    let known = catalogue.findingNames + catalogue.errorNames
    #expect(declared.count > 500)
    #expect(Set(declared).count == declared.count)
    #expect(Set(known).count == known.count)
    #expect(Set(declared).isSubset(of: known), "\(Set(declared).subtracting(known).sorted())")
    #expect(literals.isSuperset(of: known), "\(Set(known).subtracting(literals).sorted())")
  }

  /// Words that the sources ask for, by their keys.
  @Test func everyWordOfTheSourcesIsThere() throws {
    let sources = SharedMaterial.packageRoot.appending(path: "Sources")
    let words = Language.english.catalogue.words
    // Whole keys, and the beginnings of those that are put together.
    var (asked, beginnings): (Set<String>, Set<String>) = ([], [])
    let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    // The first part of a key says whose word it is; other quoted text with a dot is none.
    let families = Set(words.keys.map { $0.prefix { $0 != "." } })
    for case let file as URL in files where ["swift", "js", "html"].contains(file.pathExtension) {
      let text = try String(contentsOf: file, encoding: .utf8)
      for match in text.matches(of: /"([a-z_]+)\.[a-z_]+"/) where families.contains(match.1) {
        asked.insert(String(match.0.dropFirst().dropLast()))
      }
      for match in text.matches(of: /["`](([a-z_]+)\.[a-z_]*)(?:" \+|\\\(|\$\{)/) where families.contains(match.2) {
        beginnings.insert(String(match.1))
      }
    }
    let isCode = { (name: String) in FindingCode(rawValue: name) != nil || ErrorCode(rawValue: name) != nil }
    let endings = [".json", ".sqlite", ".html", ".pdf", ".dcm", ".css", ".js", ".trc"]
    asked = asked.filter { !isCode($0) && !endings.contains(where: $0.hasSuffix) }
    #expect(asked.count > 100)
    #expect(asked.subtracting(words.keys).isEmpty, "\(asked.subtracting(words.keys).sorted())")
    let unused = Set(words.keys).subtracting(asked).filter { key in !beginnings.contains { key.hasPrefix($0) } }
    #expect(unused.isEmpty, "\(unused.sorted())")
  }

  @Test func numbersFollowTheLanguage() {
    let finding = Finding(.trackingClosure, ["distance_mm": .millimetres(0.00234, decimals: 1)])
    #expect(finding.text() == "the two halves of the scan disagree by 2.3 mm: the cap slipped or tracking drifted")
    #expect(finding.text(.german).contains("um 2,3 mm voneinander"))
    #expect(Language.german.number(-1.5, digits: 2) == "−1,50")
    #expect(Language.english.number(.nan, digits: 2) == "–")
    #expect(Finding(.trackingSomeFrames, ["share_percent": .percent(0.755)]).text().hasPrefix("76 % of the frames"))
  }

  /// A unit stands behind a blank, degrees do not, and a figure without a unit has nothing behind it.
  @Test func valuesAreToldWithTheirUnits() {
    let told: [(FindingValue, String, String)] = [
      (.number(12.25, decimals: 2), "12.25", "12,25"), (.number(-4, decimals: 1, unit: "°"), "−4.0°", "−4,0°"),
      (.number(7, decimals: 0, unit: "px"), "7 px", "7 px"), (.millimetres(0.0123), "12 mm", "12 mm"),
      (.percent(0.5, decimals: 1), "50.0 %", "50,0 %"), (.count(-3), "-3", "-3"),
      (.list([.text("a"), .count(2), .text("c")]), "a, 2, c", "a, 2, c"), (.written(.text("x")), "x", "x"),
      (.wholeNumber(2...9), "a whole number from 2 to 9", "eine ganze Zahl von 2 bis 9"),
      (.number(in: 0.5...3), "a number from 0.5 to 3", "eine Zahl von 0,5 bis 3"),
      (.atMostMiB(8), "at most 8 MiB", "höchstens 8 MiB"), (.line(17), "line 17", "Zeile 17"),
    ]
    for (value, english, german) in told {
      #expect(value.text() == english)
      #expect(value.text(.german) == german)
    }
  }

  /// What is looked for by a name that no catalogue has is shown by it.
  @Test func aMissingWordIsItsKey() {
    #expect(Language.english("no.such_word") == "no.such_word")
    #expect(Language.german.term("elsewhere", of: "place") == "elsewhere")
    #expect(Language.german.term("back", of: "nothing") == "back")
  }

  /// A code is known by its name alone, and says of which stage it is.
  @Test func codesAreKnownByTheirNames() {
    #expect(FindingCode(rawValue: "section.gap")?.stage == "section")
    #expect(FindingCode(rawValue: "section.gap")?.severity == .withheld)
    #expect(FindingCode(rawValue: "section.moon") == nil)
    #expect(ErrorCode(rawValue: "mesh.no_faces")?.part == "mesh")
    #expect(ErrorCode(rawValue: "mesh.no_faces")?.kind == .badData)
    #expect(ErrorCode(rawValue: "section.gap") == nil, "a finding is no error")
  }

  @Test func localesChooseTheLanguage() {
    for german in ["de", "de_DE.UTF-8", "de_AT", "DE", "de@euro"] { #expect(Language(locale: german) == .german) }
    for english in ["", "C", "C.UTF-8", "en_GB.UTF-8", "fr_FR", "den"] {
      #expect(Language(locale: english) == .english)
    }
  }
}
