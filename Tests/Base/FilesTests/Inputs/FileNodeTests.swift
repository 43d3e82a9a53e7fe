import Diagnostics
import Foundation
import Testing

@testable import Files

/// Values of files, their places, and what is said where they are not what they should be.
@Suite struct FileNodeTests {
  private static let kind = FileKind(unreadable: .definitionUnreadable, invalid: .definitionInvalid)
  private static let options = FileKind(
    unreadable: .definitionUnreadable, invalid: .definitionInvalid, takesNumbersAsText: true)

  private func json(_ text: String, _ kind: FileKind = Self.kind) throws -> FileNode {
    try FileNode(json: Data(text.utf8), of: kind, file: "f.json")
  }
  private func yaml(_ text: String) throws -> FileNode { try FileNode(yaml: text, of: Self.kind, file: "f.yaml") }

  private func fault(_ body: () throws -> some Any) -> FileError? {
    do {
      _ = try body()
      return nil
    } catch { return error as? FileError }
  }

  @Test func placesAreNamedByKeysAndLines() throws {
    let root = try yaml("a: 1\nlevels:\n  - name: x\n  - name: y\n    size: 2\n")
    let levels = try root["levels"].items
    #expect(try levels.map { try $0["name"].text } == ["x", "y"])
    #expect(try levels[1]["size"].key == "levels[1].size")
    #expect(try levels[1]["size"].place == .list([.line(5), .text("`levels[1].size`")]))
    #expect(try root["a"].place == .list([.line(1), .text("`a`")]))
    let object = try json(#"{"a": {"b": [1, 2]}}"#)
    #expect(try object["a"]["b"].items[1].place == .text("`a.b[1]`"))
    #expect(object.place == .phrase("top"))
    let missing = fault { try root["none"] }
    #expect(missing?.expected == .phrase("the_key", ["key": .text("`none`")]) && missing?.found == .phrase("none"))
    #expect(missing?.code == .definitionInvalid && missing?.file == "f.yaml")
  }

  @Test func whatAValueIsCanBeAsked() throws {
    let object = try json(#"{"g": {"z": 1, "y": 2}, "l": [1], "t": "x", "n": null}"#)
    for root in [object, try yaml("g: {y: 2, z: 1}\nl: [1]\nt: x\n")] {
      let (group, list, text) = (try root["g"], try root["l"], try root["t"])
      #expect(group.isGroup && !group.isList && group.string == nil)
      #expect(list.isList && !list.isGroup && list.string == nil)
      #expect(!text.isList && !text.isGroup && text.string == "x" && !text.isNull)
      #expect(try group.keys == ["y", "z"])
      #expect(root.optional("t") != nil && root.optional("u") == nil && text.optional("x") == nil)
    }
    #expect(try json(#"{"n": null}"#)["n"].isNull)
    #expect(try yaml("").keys.isEmpty && yaml("").isGroup)
  }

  @Test func unknownAndRepeatedKeysAreTold() throws {
    let known = ["title", "levels"]
    #expect(throws: Never.self) { try yaml("title: 1").check(keys: known) }
    let near = fault { try yaml("titel: 1").check(keys: known) }
    #expect(near?.expected == .phrase("the_key", ["key": .text("`title`")]))
    #expect(near?.found == .phrase("an_unknown_key", ["key": .text("`titel`")]))
    let far = fault { try json(#"{"quite_other": 1}"#).check(keys: known) }
    #expect(far?.expected == .phrase("one_of_keys", ["keys": .names(known)]))
    #expect(far?.place == .text("`quite_other`"))
    let list = fault { try json("[1]").check(keys: known) }
    #expect(list?.expected == .phrase("the_keys", ["keys": .names(known)]) && list?.found == .text("[1]"))
    #expect(fault { try yaml("title: 1\ntitle: 2").check(keys: known) } != nil)
  }

  @Test func listsHaveTheirLimits() throws {
    let root = try json(#"{"none": [], "three": [1, 2, 3], "text": "x"}"#)
    #expect(try root["three"].items.count == 3)
    #expect(fault { try root["none"].items }?.expected == .phrase("list_with_entries"))
    #expect(fault { try root["text"].items } != nil)
    #expect(try root["none"].items(atMost: 0).isEmpty && root["three"].items(atMost: 3).count == 3)
    #expect(fault { try root["three"].items(atMost: 2) }?.expected == .phrase("list_at_most", ["limit": .count(2)]))
    #expect(try root["three"].numbers(3, in: 1...3) == [1, 2, 3])
    #expect(
      fault { try root["three"].numbers(2, in: 0...9) }?.expected == .phrase("list_of_numbers", ["count": .count(2)]))
    #expect(fault { try root["three"].numbers(3, in: 1...2) }?.place == .text("`three[2]`"))
    let many = { (count: Int) in
      FileNode(.list([JSONValue](repeating: .count(1), count: count)), of: Self.kind, file: "f")
    }
    #expect(try many(10_000).items.count == 10_000)
    #expect(fault { try many(10_001).items } != nil)
  }

  /// One line of 1 to 1000 bytes without control characters.
  @Test func aTextIsOneLine() throws {
    let node = { (text: String) in FileNode(.text(text), of: Self.kind, file: "f") }
    for text in ["a", " ", "~", "ä", String(repeating: "x", count: 1000)] { #expect(try node(text).text == text) }
    for text in [
      "", "a\nb", "\u{1F}", "\u{7F}", String(repeating: "x", count: 1001), String(repeating: "ä", count: 501),
    ] {
      #expect(fault { try node(text).text }?.expected == .phrase("one_line"))
    }
    #expect(try node("abc").text(atMost: 3) == "abc")
    #expect(fault { try node("abcd").text(atMost: 3) } != nil)
    // A number stands for a text in options alone, and as it does in YAML.
    #expect(fault { try json("[7]").items[0].text } != nil)
    #expect(try json("[7, 2.5]", Self.options).items.map { try $0.text } == ["7", "2.5"])
    #expect(fault { try json("[true]", Self.options).items[0].text } != nil)
    #expect(try yaml("a: 7")["a"].text == "7")
  }

  @Test func numbersAreWithinTheirRange() throws {
    for root in [try json(#"{"n": 2.5, "c": 4, "t": "4"}"#), try yaml("n: 2.5\nc: 4\nt: '4'\n")] {
      #expect(try root["n"].number(in: 2.5...3) == 2.5 && root["n"].number(in: 0...2.5) == 2.5)
      #expect(fault { try root["n"].number(in: 0...2.4) }?.expected == .number(in: 0...2.4))
      #expect(try root["c"].number(in: 0...9) == 4 && root["c"].whole(in: 4...4) == 4)
      #expect(fault { try root["n"].whole(in: 0...9) }?.expected == .wholeNumber(0...9))
      #expect(fault { try root["c"].whole(in: 5...9) } != nil)
      // What is in quotes is a text.
      #expect(fault { try root["t"].number(in: 0...9) } != nil)
      #expect(fault { try root["t"].whole(in: 0...9) } != nil)
    }
    #expect(try yaml("a: 3.0")["a"].whole(in: 0...9) == 3)
    #expect(fault { try yaml("a: nan")["a"].number(in: 0...9) } != nil)
  }

  @Test func flagsAndChoicesAreReadOrTold() throws {
    let root = try yaml("y: true\nn: false\nq: 'true'\no: yes\nw: red\n")
    #expect(try root["y"].flag && !root["n"].flag)
    for key in ["q", "o", "w"] { #expect(fault { try root[key].flag }?.expected == .oneOf(["true", "false"])) }
    let object = try json(#"{"y": true, "n": false, "t": "true"}"#)
    #expect(try object["y"].flag && !object["n"].flag)
    #expect(fault { try object["t"].flag } != nil)
    #expect(try root["w"].choice(["red", "green"]) == "red")
    #expect(fault { try root["w"].choice(["blue", "green"]) }?.expected == .oneOf(["blue", "green"]))
    #expect(fault { try root["w"].choice(["blue"]) }?.expected == .names(["blue"]))
    #expect(fault { try root["w"].choice(["blue"]) }?.found == .text("`red`"))
  }

  @Test func textsThatAreNoneAreTold() throws {
    let strange = fault { try json("{") }
    #expect(strange?.expected == .text("JSON") && strange?.found == .phrase("text_that_is_not"))
    #expect(fault { try json(String(repeating: "[", count: 50)) }?.found == .phrase("too_deep"))
    #expect(fault { try yaml("a: [") }?.expected == .text("YAML"))
    #expect(fault { try yaml("x: 1\na: &b c") }?.found == .phrase("yaml_reference", ["line": .count(2)]))
    #expect(fault { try yaml("a: [1, 2]")["a"].text }?.found == .phrase("list_of", ["count": .count(2)]))
    #expect(fault { try yaml("a: {b: 1}")["a"].text }?.found == .phrase("keys_found", ["keys": .names(["b"])]))
  }

  @Test func filesAreReadUpToAMebibyte() throws {
    #expect(FileKind.largestBytes == 1 << 20)
    let large = Self.kind.tooLarge("f", found: .text("x"))
    #expect(large.place == .phrase("size") && large.expected == .atMostMiB(1))
    let text = fault { try Self.kind.text(of: [0xFF, 0xFE], file: "f") }
    #expect(text?.place == .phrase("text") && text?.expected == .phrase("utf8_text"))
    #expect(try Self.kind.text(of: Array("ä".utf8), file: "f") == "ä")
    #expect(fault { try Self.kind.text("/nowhere/at/all") }?.code == .definitionUnreadable)
  }
}
