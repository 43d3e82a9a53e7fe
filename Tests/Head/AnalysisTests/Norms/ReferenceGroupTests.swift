import Files
import Testing

@testable import Analysis

/// Groups of children of publications.
@Suite struct ReferenceGroupTests {
  private func find(_ name: String, months: Double, _ sex: Sex = .male) throws -> [ReferenceGroup.Value] {
    try ReferenceGroup.find(name).values(for: NormChild(ageMonths: months, sex: sex))
  }

  /// The value whose ages are nearest, and none that is far away.
  @Test(
    arguments: [
      (0.0, 5.0), (1.9, 5.0), (2.1, 5.8), (4.4, 5.8), (4.6, 4.7), (7.5, 4.7), (7.6, nil),
    ] as [(Double, Double?)]) func theNearestAge(months: Double, median: Double?) throws
  {
    let values = try find("miyabayashi-2022", months: months)
    #expect(values.map(\.middle) == [median].compactMap { $0 })
    #expect(values.allSatisfy { $0.measure == .cvai && $0.statistic == .median && $0.deviation == nil })
  }

  @Test func agesFromAndTo() throws {
    #expect(try find("nam-2021", months: 5).map(\.middle) == [91.41])
    #expect(try find("nam-2021", months: 3.4).map(\.middle) == [89.29])
    #expect(try find("nam-2021", months: 12).map(\.middle) == [87.52])
    #expect(try find("hutchison-2004", months: 24).first?.range == 72.0...102.6)
    #expect(
      try find("kato-2022", months: 1).map(\.measure) == [.length, .width, .cranialIndex, .circumference, .cva, .cvai])
  }

  @Test func eachSexHasItsOwn() throws {
    #expect(try find("liu-2022", months: 6, .male).map(\.middle) == [82.8])
    #expect(try find("liu-2022", months: 6, .female).map(\.middle) == [82.0])
  }

  /// A child born early is compared at its corrected age.
  @Test func theCorrectedAgeCounts() throws {
    let child = NormChild(ageMonths: 6, sex: .male, gestationWeeks: 28)
    #expect(try ReferenceGroup.find("miyabayashi-2022").values(for: child).map(\.middle) == [5.8])
  }

  private static let good = """
    schema: calvaria/reference/1
    name: mine
    version: "1"
    title: "Mine"
    source: "me"
    population: "children of mine"
    children: 12
    method: tape
    values: [{measure: length, months: [2, 4], mean: 140, sd: 5, range: [120, 160]}]
    """

  @Test func aFileOfTheUsers() throws {
    let group = try ReferenceGroup.parse(Self.good, file: "f")
    #expect((group.population, group.children, group.method) == ("children of mine", 12, .tape))
    #expect(group.diagonals == nil)
    let angled = Self.good.replacing("length", with: "cvai").replacing("method:", with: "diagonals: 30\nmethod:")
    #expect(try ReferenceGroup.parse(angled, file: "f").diagonals == .angle(30))
    #expect(throws: FileError.self) { try ReferenceGroup.parse(Self.good.replacing("length", with: "cvai"), file: "f") }
    #expect(group.values.map(\.months) == [2...4] && group.values.map(\.deviation) == [5])
  }

  @Test(arguments: [
    ("mean: 140", "mean: 140, median: 141", "either mean or median"), ("mean: 140, ", "", "either mean or median"),
    ("[2, 4]", "[4, 2]", "not below"), ("[120, 160]", "[160, 120]", "not below"), ("[2, 4]", "[2]", "months"),
    ("children: 12", "children: 0", "children"), ("sd: 5", "sd: 0", "sd"), ("140", ".inf", "mean"),
    ("tape", "guess", "method"), ("length", "ears", "measure"), ("sd:", "quartile:", "keys"),
  ]) func aWrongFileIsExplained(_ part: String, _ wrong: String, _ says: String) throws {
    let text = Self.good.replacing(part, with: wrong)
    #expect(text != Self.good)
    let error = #expect(throws: FileError.self) { try ReferenceGroup.parse(text, file: "mine.yaml") }
    let message = "\(try #require(error))"
    #expect(message.contains(says), "\(message)")
  }
}
