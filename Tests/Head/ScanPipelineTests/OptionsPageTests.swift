import Diagnostics
import Files
import Foundation
import ScanPipeline
import TestSupport
import Testing

@Suite struct OptionsPageTests {
  /// With `CALVARIA_WRITE_PAGES` in the environment the page is written instead of compared.
  @Test func thePageSaysWhatTheProgramDoes() throws {
    let text = try OptionsPage().text()
    if ProcessInfo.processInfo.environment["CALVARIA_WRITE_PAGES"] != nil {
      try Data(text.utf8).write(to: OptionsPage.file)
    }
    let page = try String(contentsOf: OptionsPage.file, encoding: .utf8)
    #expect(page == text, "run: CALVARIA_WRITE_PAGES=1 swift test --filter OptionsPageTests")
  }

  @Test func everyOptionHasAKeyOfItsOwn() {
    let keys = StageOptions().lines().map(\.key)
    #expect(Set(keys).count == keys.count)
    #expect((40...60).contains(keys.count), "as many as fit a person's head: \(keys.count)")
    for key in keys { #expect(key.wholeMatch(of: #/[a-z0-9_.]+/#) != nil, "\(key)") }
  }
}

/// Docs/formats/options.md, made of the option tables in the program and the docstrings beside its defaults.
struct OptionsPage {
  /// What is wrong with the sources.
  struct Fault: Error, CustomStringConvertible {
    let description: String
  }

  static let file = SharedMaterial.packageRoot.appending(path: "Docs/formats/options.md")

  private let sources: OptionSources

  init() throws { sources = try OptionSources() }

  /// The page.
  func text() throws -> String {
    var text = try String(contentsOf: Self.file, encoding: .utf8)
    let (begin, end) = ("<!-- options: made by OptionsPageTests -->\n", "<!-- end of options -->\n")
    guard let first = text.range(of: begin), let last = text.range(of: end) else {
      throw Fault(description: "\(Self.file.path) has no place for the table")
    }
    text.replaceSubrange(first.upperBound..<last.lowerBound, with: try table())
    return text
  }

  private func table() throws -> String {
    var text = "\n| key | default | may be | meaning | evidence |\n|---|---|---|---|---|\n"
    for line in StageOptions().lines() {
      let member = try sources.member(["StageOptions"] + line.key.split(separator: ".").map(String.init))
      guard let evidence = member.evidence else { throw Fault(description: "\(line.key) has no evidence beside it") }
      let cells = [
        "`\(line.key)`", "`\(line.value.summary)`", line.allowed.text(), member.meaning, try Self.linked(evidence),
      ]
      text += "| " + cells.joined(separator: " | ") + " |\n"
    }
    return text + "\n"
  }

  /// The text with a link for each page of Docs that it names, to the heading that it names in brackets.
  private static func linked(_ text: String) throws -> String {
    var (linked, rest) = ("", Substring(text))
    while let match = rest.firstMatch(of: #/Docs/([A-Za-z\/-]+)\.md(?: \(([^)]+)\))?/#) {
      linked += rest[..<match.range.lowerBound]
      let anchor = try match.2.map { "#" + (try Self.anchor(String($0), in: "\(match.1).md")) } ?? ""
      let name = match.2.map { "\(match.1): \($0)" } ?? "\(match.1)"
      linked += "[\(name)](../\(match.1).md\(anchor))".replacing("(../formats/", with: "(")
      rest = rest[match.range.upperBound...]
    }
    return linked + rest
  }

  /// The anchor of the heading that begins with some words.
  private static func anchor(_ words: String, in page: String) throws -> String {
    let url = SharedMaterial.packageRoot.appending(path: "Docs/\(page)")
    let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
    guard let heading = lines.first(where: { $0.hasPrefix("#") && $0.contains(words) }) else {
      throw Fault(description: "\(page) has no heading \(words)")
    }
    let title = heading.drop { $0 == "#" }.trimmingCharacters(in: .whitespaces).lowercased()
    return String(title.compactMap { $0 == " " ? "-" : $0.isLetter || $0.isNumber || "-_".contains($0) ? $0 : nil })
  }
}

/// The docstrings of option groups, read from the sources.
struct OptionSources {
  /// A member of a group: what its docstring says, and the type of a member that is a group.
  struct Member {
    let meaning: String
    let evidence: String?
    let type: String?
  }

  /// By type and name of the member, and by type and key in files the path to it.
  private var members: [String: [String: Member]] = [:]
  private var paths: [String: [String: [String]]] = [:]

  init() throws {
    let folder = SharedMaterial.packageRoot.appending(path: "Sources")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    while let file = files?.nextObject() as? URL {
      guard file.pathExtension == "swift" else { continue }
      let text = try String(contentsOf: file, encoding: .utf8)
      if text.contains("OptionTable") || text.contains("Options()") { read(text) }
    }
  }

  private mutating func read(_ text: String) {
    var (types, docs) = ([(name: String, indent: Int)](), [String]())
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let indent = line.prefix { $0 == " " }.count
      let code = line.dropFirst(indent)
      if code.hasPrefix("///") {
        docs.append(code.dropFirst(3).trimmingCharacters(in: .whitespaces))
        continue
      }
      if let match = code.firstMatch(of: #/^(?:public )?struct (\w+)/#) {
        types.removeAll { $0.indent >= indent }
        types.append((String(match.1), indent))
      } else if code.hasPrefix("}") {
        types.removeAll { $0.indent >= indent }
      } else if let type = types.last?.name, let match = code.firstMatch(of: #/^public var (\w+)(?:.*= (\w+)\(\))?/#) {
        members[type, default: [:]][String(match.1)] = Self.member(docs, type: match.2.map(String.init))
      } else if let type = types.last?.name, let match = code.firstMatch(of: #/"([a-z0-9_]+)", \\\.([\w.]+)/#) {
        paths[type, default: [:]][String(match.1)] = match.2.split(separator: ".").map(String.init)
      }
      docs = []
    }
  }

  private static func member(_ docs: [String], type: String?) -> Member {
    let text = docs.joined(separator: " ")
    let parts = text.split(separator: "Evidence: ", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
    return Member(meaning: parts.first ?? "", evidence: parts.count > 1 ? parts[1] : nil, type: type)
  }

  /// The member that keys lead to, the first of which is a type.
  func member(_ keys: [String]) throws -> Member {
    var (type, found) = (keys[0], Member?.none)
    for key in keys.dropFirst() {
      guard let path = paths[type]?[key] else { throw OptionsPage.Fault(description: "\(type) has no key \(key)") }
      for name in path {
        guard let member = members[type]?[name] else {
          throw OptionsPage.Fault(description: "\(type) has no member \(name) with a docstring")
        }
        found = member
        if let next = member.type { type = next }
      }
    }
    guard let found else { throw OptionsPage.Fault(description: "\(keys) lead nowhere") }
    return found
  }
}
