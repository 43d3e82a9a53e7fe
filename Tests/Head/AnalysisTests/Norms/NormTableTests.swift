import Diagnostics
import Files
import Foundation
import Geometry
import Landmarks
import PointClouds
import Testing

@testable import Analysis

/// Norms by age and sex.
@Suite struct NormTableTests {
  let table = NormTable.builtIn[0]

  /// Percentiles that the CDC publishes beside L, M and S, in cm, at ages of the table: 3rd, 25th, 50th, 97th.
  @Test(arguments: [
    (Sex.male, 0.0, [31.48762321, 34.46951803, 35.81366835, 38.85417217]),
    (.male, 6.5, [41.53109397, 43.14204136, 44.03609923, 46.50523827]),
    (.male, 36, [46.43343534, 48.56578071, 49.68393611, 52.57205364]),
  ]) func publishedPercentiles(sex: Sex, months: Double, centimetres: [Double]) throws {
    let row = try #require(table.row(months: months, sex))
    for (value, z) in zip(centimetres, [-1.880793608, -0.67448975, 0, 1.880793608]) {
      #expect(abs(row.z(10 * value) - z) < 1e-4, "\(value)")
    }
  }

  /// The 25th percentile of girls from 19.5 to 24.5 months.
  @Test func publishedPercentilesOfGirls() throws {
    let quarter = [45.88284266, 46.04294544, 46.19228703, 46.33184096, 46.46245944, 46.58489242]
    for (i, value) in quarter.enumerated() {
      let row = try #require(table.row(months: 19.5 + Double(i), .female))
      #expect(abs(row.z(10 * value) + 0.67448975) < 1e-4, "\(value)")
    }
    #expect(table.rows[.male]?.count == 38)
    #expect(table.rows[.female]?.count == 38)
  }

  @Test func agesBetweenRowsAndOutside() throws {
    let (a, b) = (try #require(table.row(months: 2.5, .male)), try #require(table.row(months: 3.5, .male)))
    let between = try #require(table.row(months: 3, .male))
    #expect(abs(between.m - (a.m + b.m) / 2) < 1e-12)
    #expect(table.row(months: 36.1, .male) == nil)
    #expect(table.row(months: 0, .female) != nil)
    #expect(abs(NormTable.Row(months: 0, l: 0, m: 100, s: 0.1).z(100 * exp(0.1)) - 1) < 1e-12)
  }

  /// A power of what is not above 0 is no number, and no end of an interval.
  @Test(arguments: [(424, -10.0...800), (-3, -4.0 ... -2)] as [(Double, ClosedRange<Double>)])
  func anIntervalThatReachesBelowZeroHasNoScore(_ value: Double, _ interval: ClosedRange<Double>) throws {
    var table = self.table
    table.rows = [.male: [.init(months: 0, l: 0.5, m: 424, s: 0.03), .init(months: 12, l: 0.5, m: 424, s: 0.03)]]
    var m = HeadMeasures.withheld(because: [], choices: try MeasurementProtocol.find("greatest-circumference"))
    m.results[.circumference] = MeasureResult(value: value, unit: "mm", ci95: interval)
    let score = table.score(m, ageMonths: 6, sex: .male)
    #expect(score.z == nil)
    #expect(score.ci95 == nil)
    #expect(score.reasons.map(\.code) == [.normNotFinite])
  }

  func score(_ choices: MeasurementProtocol, months: Double = 6) throws -> NormScore {
    let head = TestHeads.closed(rings: 90, spokes: 180) { d in d * Vector3(0.06, 0.075, 0.06) + [0, 0, 0.027] }
    let m = try HeadAnalysis.measure(
      head, landmarks: HeadLandmarks(TestHeads.landmarks, standardDeviation: 0.001), choices: choices)
    return NormRequest(table: table, ageMonths: months, sex: .female).score(m)
  }

  @Test func onlyTheCircumferenceThatATapeFindsIsCompared() throws {
    let greatest = try score(MeasurementProtocol.find("greatest-circumference"))
    let z = try #require(greatest.z)
    // 425.3 mm against a median of 424.0 mm at 6 months.
    #expect(abs(z) < 0.3 && greatest.ci95!.contains(z) && abs(greatest.percentile! - 50) < 12)
    let default30 = try score(.standard)
    #expect(default30.z == nil)
    #expect(default30.reasons.map(\.code) == [.normLevel])
    let old = try score(MeasurementProtocol.find("greatest-circumference"), months: 40)
    #expect(old.z == nil)
    #expect(old.reasons.text() == "the table has no female children of 40.0 months")
  }

  /// Months that are meant as years, and a head that is one of its age's.
  @Test func anUnlikelyAgeIsAskedFor() throws {
    let tape = try MeasurementProtocol.find("greatest-circumference")
    let odd = try score(tape, months: 0.5)
    let doubt = try #require(odd.doubt)
    #expect(doubt.code == .normUnlikely)
    #expect(doubt.severity == .warning)
    #expect(doubt.values["z"]?.figure == odd.z)
    #expect(odd.z! > 3)
    #expect(doubt.text().contains("0.5 months: is the age meant in months?"))
    #expect(try score(tape).doubt == nil && score(.standard, months: 0.5).doubt == nil)
  }

  static let good = """
    schema: calvaria/norms/1
    name: mine
    version: "1"
    title: "Mine"
    source: "me"
    licence: "mine"
    measure: circumference
    level: three_tenths
    unit: mm
    male: [[0, 1, 350, 0.03], [12, 1, 460, 0.03]]

    """

  @Test func aTableOfTheUsersIsRead() throws {
    let mine = try NormTable.parse(Self.good, file: "f")
    #expect(mine.level == .fraction(0.3))
    #expect(mine.row(months: 6, .male)?.m == 405)
    #expect(mine.row(months: 6, .female) == nil)
  }

  @Test(arguments: [
    ("[12, 1, 460, 0.03]", "[0, 1, 460, 0.03]", "ages that ascend"),
    ("[12, 1, 460, 0.03]", "[12, 1, 460]", "age in months"),
    ("460", ".inf", "a number"), ("circumference", "cvai", "one of circumference"), ("unit: mm", "unit: cm", "mm"),
    ("male: ", "boys: ", "one of the keys"), ("0.03]]", "0]]", "a number"),
    ("male: [[0, 1, 350, 0.03], [12, 1, 460, 0.03]]", "", "rows for"), ("three_tenths", "ears", "one of"),
  ]) func aWrongTableIsExplained(_ part: String, _ wrong: String, _ says: String) throws {
    let text = Self.good.replacingOccurrences(of: part, with: wrong)
    #expect(text != Self.good)
    let error = #expect(throws: FileError.self) { try NormTable.parse(text, file: "mine.yaml") }
    let message = "\(try #require(error))"
    #expect(message.contains(says), "\(message)")
  }
}
