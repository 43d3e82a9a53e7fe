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
    // A table begins with its first age.
    let later = [NormTable.Row(months: 2, l: 1, m: 400, s: 0.1), .init(months: 4, l: 1, m: 420, s: 0.1)]
    #expect(NormTable.Row(later, at: 2)?.m == 400)
    #expect(NormTable.Row(later, at: 1.9) == nil)
  }

  /// The 90th percentile lies 1.2816 deviations above the mean, the 2.5th 1.96 below.
  @Test(arguments: [(1.2815515655, 90), (-1.9599639845, 2.5), (0, 50)]) func aPercentileIsThatOfTheNormalDistribution(
    z: Double, percentile: Double
  )
    throws
  {
    var score = NormScore(
      table: "t", version: "1", source: "s", measure: .circumference, child: NormChild(ageMonths: 6, sex: .male))
    #expect(score.percentile == nil)
    score.z = z
    #expect(abs(try #require(score.percentile) - percentile) < 1e-6)
  }

  /// Why the measure is withheld is why the score is.
  @Test func aMeasureThatIsWithheldHasNoScore() throws {
    let tape = try MeasurementProtocol.find("greatest-circumference")
    for (reasons, said) in [([Finding(.surfaceBelowBase)], .surfaceBelowBase), ([], .measureMissing)]
      as [([Finding], FindingCode)]
    {
      let score = table.score(.withheld(because: reasons, choices: tape), NormChild(ageMonths: 6, sex: .male))
      #expect(score.z == nil && score.reasons.map(\.code) == [said])
    }
  }

  /// A power of what is not above 0 is no number, and no end of an interval.
  @Test(arguments: [(424, -10.0...800), (-3, -4.0 ... -2)] as [(Double, ClosedRange<Double>)])
  func anIntervalThatReachesBelowZeroHasNoScore(_ value: Double, _ interval: ClosedRange<Double>) throws {
    var table = self.table
    table.rows = [.male: [.init(months: 0, l: 0.5, m: 424, s: 0.03), .init(months: 12, l: 0.5, m: 424, s: 0.03)]]
    var m = HeadMeasures.withheld(because: [], choices: try MeasurementProtocol.find("greatest-circumference"))
    m.results[.circumference] = MeasureResult(value: value, unit: "mm", ci95: interval)
    let score = table.score(m, NormChild(ageMonths: 6, sex: .male))
    #expect(score.z == nil)
    #expect(score.ci95 == nil)
    #expect(score.reasons.map(\.code) == [.normNotFinite])
  }

  /// One head by each protocol that the tests name.
  private static let measures = Dictionary(
    uniqueKeysWithValues: ["greatest-circumference", "calvaria-default"].map { name in
      (
        name,
        Result {
          let head = TestHeads.closed(rings: 90, spokes: 180) { d in d * Vector3(0.06, 0.075, 0.06) + [0, 0, 0.027] }
          return try HeadAnalysis(choices: MeasurementProtocol.find(name)).faceless.measure(
            HeadSurface(head), landmarks: HeadLandmarks(TestHeads.landmarks, standardDeviation: 0.001))
        }
      )
    })

  func score(
    _ choices: MeasurementProtocol, months: Double = 6, weeks: Double? = nil, isNamed: Bool = true
  ) throws -> NormScore {
    let m = try #require(Self.measures[choices.name]).get()
    let child = NormChild(ageMonths: months, sex: .female, gestationWeeks: weeks)
    return NormRequest(table: isNamed ? table : nil, child: child).score(m)
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
    let doubt = try #require(odd.findings.first { $0.code == .normUnlikely })
    #expect(doubt.code == .normUnlikely)
    #expect(doubt.severity == .warning)
    #expect(doubt.values["z"]?.figure == odd.z)
    #expect(odd.z! > 3)
    #expect(doubt.text().contains("0.5 months: is the age meant in months?"))
    for other in [try score(tape), try score(.standard, months: 0.5)] {
      #expect(!other.findings.contains { $0.code == .normUnlikely })
    }
  }

  /// Below 24 months the table counts only where somebody names it; then it says how WHO's median child reads on it.
  @Test(arguments: [(6.0, true), (23.9, true), (24, false), (30, false)])
  func theTableOfOlderChildrenMustBeNamed(months: Double, isYoung: Bool) throws {
    let tape = try MeasurementProtocol.find("greatest-circumference")
    let (named, unnamed) = (try score(tape, months: months), try score(tape, months: months, isNamed: false))
    #expect(named.z != nil && (unnamed.z == nil) == isYoung)
    #expect(unnamed.reasons.map(\.code) == (isYoung ? [.normNotNamed] : []))
    #expect(named.notes.contains { $0.code == .normMedianChild } == isYoung)
    #expect(named.notes.contains { $0.code == .normTape })
  }

  @Test func theMedianChildBetweenTwoAges() throws {
    #expect(table.medianChild(months: 0, .male) == -0.68 && table.medianChild(months: 24, .female) == -0.21)
    #expect(abs(try #require(table.medianChild(months: 7.5, .male)) + 0.25) < 1e-12)
    #expect(table.medianChild(months: 24.1, .male) == nil)
    let text = try score(MeasurementProtocol.find("greatest-circumference")).notes.map { $0.text() }.joined()
    #expect(text.contains("the median female child of WHO's, 6.0 months old, has z −0.15"))
  }

  /// The value of a score is where the score is.
  @Test(arguments: [-3.0, -2, 0, 0.7, 2], [0.0, 3.2, 36]) func theValueOfAScore(z: Double, months: Double) throws {
    for sex in Sex.allCases {
      let value = try #require(table.value(z: z, months: months, sex))
      #expect(abs(try #require(table.row(months: months, sex)).z(value) - z) < 1e-9)
    }
    #expect(table.value(z: z, months: 36.1, .male) == nil)
    var log = table
    log.rows = [.male: [.init(months: months, l: 0, m: 400, s: 0.03)]]
    #expect(abs(try #require(log.value(z: z, months: months, .male)) - 400 * exp(0.03 * z)) < 1e-9)
    log.rows = [.male: [.init(months: months, l: 20, m: 400, s: 0.03)]]
    #expect((log.value(z: z, months: months, .male) == nil) == (1 + 0.6 * z < 0))
  }

  /// The age at which the table is read counts, not the age since birth; and a table that can't be used gives no score of another one.
  @Test func whatWithholdsAScore() throws {
    let tape = try MeasurementProtocol.find("greatest-circumference")
    #expect(try score(tape, months: 25, weeks: 30, isNamed: false).reasons.map(\.code) == [.normNotNamed])
    #expect(try score(tape, months: 24, weeks: 30).notes.contains { $0.code == .normMedianChild })
    #expect(try score(.standard, months: 4, isNamed: false).reasons.map(\.code) == [.normLevel])
    var m = HeadMeasures.withheld(because: [], choices: tape)
    m.results[.circumference] = MeasureResult(value: 424, unit: "mm")
    let lost = Finding(.normLost, ["table": .text("mine")])
    let request = NormRequest(table: table, child: NormChild(ageMonths: 6, sex: .male), unusable: lost)
    #expect(request.score(m).reasons == [lost] && request.score(m).z == nil)
    #expect(table.caveats(424, NormChild(ageMonths: 6, sex: .male)).map(\.code) == [.normMedianChild, .normTape])
    #expect(table.caveats(424, NormChild(ageMonths: 40, sex: .male)).isEmpty)
  }

  /// What a tape that reads 5 mm less does to z: here the slope of (x / M)^L at the value.
  @Test func theShiftOfATape() throws {
    let score = try score(MeasurementProtocol.find("greatest-circumference"))
    let shift = try #require(score.notes.first { $0.code == .normTape }?.values["shift"]?.figure)
    let row = try #require(table.row(months: 6, .female))
    #expect(abs(shift - 5 / (row.m * row.s)) < 0.02 && shift > 0.3)
  }

  /// Weeks that a child came early are taken off its age, as long as that is done.
  @Test(
    arguments: [
      (6.0, 32.0, 6 - 56 / 30.4375), (6, 36.9, 6 - 21.7 / 30.4375), (6, 37, nil), (6, 41, nil),
      (36, 30, 36 - 70 / 30.4375),
      (36.1, 30, nil),
    ] as [(Double, Double, Double?)]) func theAgeOfAChildBornEarly(age: Double, weeks: Double, corrected: Double?)
    throws
  {
    let child = NormChild(ageMonths: age, sex: .male, gestationWeeks: weeks)
    #expect((child.correctedAgeMonths == nil) == (corrected == nil))
    if let corrected { #expect(abs(try #require(child.correctedAgeMonths) - corrected) < 1e-9) }
    #expect(NormChild(ageMonths: age, sex: .male).correctedAgeMonths == nil)
  }

  @Test func aCorrectedAgeIsStated() throws {
    let tape = try MeasurementProtocol.find("greatest-circumference")
    let early = try score(tape, months: 6, weeks: 32)
    let plain = try score(tape, months: 6 - 56 / 30.4375)
    #expect(early.z == plain.z)
    #expect(early.notes.contains { $0.code == .normCorrected && $0.text().contains("4.2 months") })
    #expect(try score(tape, months: 1, weeks: 30).reasons.map(\.code) == [.normBeforeTerm])
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
