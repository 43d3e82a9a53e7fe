import Diagnostics
import Geometry
import Landmarks
import PointClouds
import Testing

@testable import Analysis

@Suite struct PlausibleRangeTests: TestHeadSuite {
  @Test func whatNoHeadHasIsWithheldWithAllThatIsMadeOfIt() throws {
    let m = try measure(TestHeads.ellipsoid(0.06, 0.2, 0.08), uncertainty: UncertaintyOptions(draws: 4))
    let reason = try #require(m[.length].reasons.first)
    #expect(reason.code == .measureImplausible)
    #expect(reason.text().contains("Length (OFD): expected 60 to 350 mm for a human head, found 38"))
    for name in [
      MeasureName.length, .cranialIndex, .diagonalLeftFront, .diagonalRightFront, .cva, .cvai, .oddi, .oclr, .rsi,
    ] {
      #expect(m[name].value == nil && m[name].ci95 == nil && m[name].reasons == [reason], "\(name)")
    }
    #expect(m[.width].value != nil)
    #expect(m.grades.isEmpty)
    #expect(!m.isComplete)
    #expect(m.leftFront == nil)
  }

  /// Half axes in metres: a preterm newborn of 24 weeks, a mean infant, an adult, an infant with hydrocephalus.
  @Test(
    arguments: [[0.030, 0.038, 0.036], [0.062, 0.075, 0.08], [0.088, 0.11, 0.12], [0.14, 0.155, 0.17]] as [Vector3])
  func headsOfAllAgesAreMeasured(_ half: Vector3) throws {
    let landmarks = HeadLandmarks(
      [
        .sellion: [0, half.y, 0], .tragionLeft: [-min(half.x, 0.08), 0, 0], .tragionRight: [min(half.x, 0.08), 0, 0],
      ],
      standardDeviation: 0.001)
    let m = try TestHeads.measure(
      TestHeads.ellipsoid(half.x, half.y, half.z), landmarks: landmarks, uncertainty: UncertaintyOptions(draws: 20))
    for name in MeasureName.allCases { #expect(m[name].value != nil, "\(name): \(m[name].reasons)") }
  }

  /// One that leaves what a head can have, or half of it.
  @Test(arguments: [-106.69...563.37, 44...90, 90...136, 60...106] as [ClosedRange<Double>])
  func anIntervalThatMakesNoSenseWithholds(_ interval: ClosedRange<Double>) {
    let reason = PlausibleRange.reason(.cranialIndex, interval: interval)
    #expect(reason?.code == .uncertaintyImplausible)
    let said = ["least", "most", "widest", "low", "high"].map { reason?.values[$0]?.figure }
    #expect(said == [45, 135, 45, interval.lowerBound, interval.upperBound])
    #expect(PlausibleRange.reason(.cranialIndex, interval: 60...100) == nil)
    #expect(PlausibleRange.reason(.cvai, interval: 0...8) == nil)
  }

  /// A section that a small turn of the head frame brings to a wall beside the head.
  @Test func aMeasureWithSuchAnIntervalIsNotGiven() throws {
    let m = try TestHeads.measure(
      TestHeads.plagiocephalic(), landmarks: HeadLandmarks(TestHeads.landmarks, standardDeviation: 0.015),
      uncertainty: UncertaintyOptions(draws: 40))
    for name in MeasureName.allCases {
      guard let interval = m[name].ci95 else { continue }
      let range = name.traits.plausible
      #expect(interval.lowerBound >= range.lowerBound, "\(name)")
      #expect(interval.upperBound <= range.upperBound, "\(name)")
      #expect(interval.upperBound - interval.lowerBound <= (range.upperBound - range.lowerBound) / 2, "\(name)")
    }
    #expect(MeasureName.allCases.contains { m[$0].reasons.map(\.code) == [.uncertaintyImplausible] })
  }

  @Test func derivedMeasuresAreMadeOfOthers() {
    for name in MeasureName.allCases {
      #expect(!name.traits.sources.contains(name))
      #expect(PlausibleRange.reason(name, [name: .nan]) != nil)
      #expect(PlausibleRange.reason(name, [:]) == nil)
    }
  }
}
