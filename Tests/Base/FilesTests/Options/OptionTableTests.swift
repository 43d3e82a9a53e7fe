import Diagnostics
import Files
import Testing

/// The top of a file of options.
private func top(_ value: JSONValue) -> FileNode {
  FileNode(
    value, of: FileKind(unreadable: ErrorCode("options_file.unreadable"), invalid: ErrorCode("options_file.invalid")),
    file: "o.json")
}

/// A group of every kind of option.
private struct Sample: OptionTable {
  enum Colour: String, CaseIterable { case red, green }

  struct Part: OptionTable {
    var size = 1.0
    static let table: [OptionEntry<Part>] = [.number("size_m", \.size, 0...2)]
  }

  var length = 0.25
  var radius: Double?
  var count = 3
  var range = 0.5...1.5
  var colour = Colour.red
  var part = Part()

  static let table: [OptionEntry<Sample>] = [
    .number("length_m", \.length, 0...1),
    .number("radius_m", \.radius, 0.1...1),
    .count("count", \.count, 1...10),
    .range("range", \.range, within: 0...2),
    .choice("colour", \.colour),
    group("part", \.part),
  ]
}

@Suite struct OptionTableTests {
  @Test func whatIsWrittenIsReadAgain() throws {
    var sample = Sample()
    (sample.length, sample.radius, sample.count, sample.range) = (0.1 + 0.2, 0.7, 9, 0...2)
    (sample.colour, sample.part.size) = (.green, 1e-5)
    var read = Sample()
    try read.take(top(sample.value))
    #expect(read == sample)
    #expect(read != Sample())
  }

  @Test func whatIsNotNamedStays() throws {
    var sample = Sample()
    try sample.take(top(.group(["part": .group(["size_m": .count(2)])])))
    #expect(sample.part.size == 2)
    #expect(sample.length == 0.25)
    #expect(sample.changes().map(\.key) == ["part.size_m"])
    #expect(Sample().changes().isEmpty)
  }

  @Test(arguments: [
    ("length_m", JSONValue.number(1.5), "a number from 0 to 1", "1.5"),
    ("length_m", .number(.nan), "a number from 0 to 1", "nan"),
    ("length_m", .text("long"), "a number from 0 to 1", "\"long\""),
    ("radius_m", .flag(true), "null or a number from 0.1 to 1", "true"),
    ("count", .number(2.5), "a whole number from 1 to 10", "2.5"),
    ("range", .list([.number(1), .number(0.5)]), "[least, greatest], each a number from 0 to 2", "[1, 0.5]"),
    ("colour", .text("blue"), "one of \"red\", \"green\"", "\"blue\""),
    ("part", .none, "the keys size_m", "null"),
  ])
  func aValueThatCanNotBeIsNamed(key: String, value: JSONValue, expected: String, found: String) {
    var sample = Sample()
    let fault = #expect(throws: FileError.self) { try sample.take(top(.group([key: value]))) }
    #expect(fault.map(words) == ["o.json, `\(key)`", expected, found])
    #expect(sample == Sample())
  }

  @Test func anUnknownKeyIsNamedWithItsPlace() {
    var sample = Sample()
    let one = #expect(throws: FileError.self) {
      try sample.take(top(.group(["part": .group(["width_m": .count(1)])])))
    }
    #expect(one.map(words) == ["o.json, `part.width_m`", "one of the keys size_m", "an unknown key `width_m`"])
  }

  private func words(_ fault: FileError) -> [String] {
    [fault.subject, fault.expected?.text() ?? "", fault.found.text()]
  }

  @Test func groupsAreOpenedLineByLine() {
    let keys = Sample().lines().map(\.key)
    #expect(
      keys == ["length_m", "radius_m", "count", "range", "colour", "part.size_m"])
  }
}
