import Analysis
import Diagnostics
import Foundation
import Geometry
import Landmarks
import PointClouds
import Reports
import Testing

@testable import ScanPipeline

/// Scans in the order of their visits, and what is known of them.
@Suite struct VisitOrderTests {
  private static let surface = Result { try HeadSurface(MeshMeasurementTests.head) }
  private static let landmarks = HeadLandmarks(
    [.sellion: [0, 0.073, 0], .tragionLeft: [-0.058, 0, 0], .tragionRight: [0.058, 0, 0]], standardDeviation: 0.001)

  private static func scan(
    _ name: String, _ date: String? = nil, observer: String? = nil, axis: String? = nil,
    by landmarks: HeadLandmarks = landmarks
  ) throws -> ComparedScan {
    var result = ScanResult(.withheld(because: []))
    result.landmarks.observer = observer
    if let axis { result.protocol.apAxis = axis }
    return try ComparedScan(
      ComparedInput(URL(filePath: "/lab/\(name)"), date: date.flatMap(VisitDate.init)), result, landmarks,
      surface.get(), files: [], changes: [])
  }

  private static func order(_ dates: [String?]) throws -> (names: [String], VisitOrder) {
    let order = VisitOrder(try dates.enumerated().map { try scan("\($0.offset)", $0.element) })
    #expect(order.visits.map(\.name) == order.scans.map(\.input.name))
    return (order.visits.map(\.name), order)
  }

  @Test func datesPutVisitsInOrder() throws {
    let (names, order) = try Self.order(["2026-03-01", "2026-01-05", "2026-02-03"])
    #expect(names == ["1", "2", "0"])
    #expect(order.kind == .date)
    #expect(order.remarks.map(\.code) == [.comparisonReordered])
    let (same, sorted) = try Self.order(["2026-01-05", "2026-01-05", "2026-02-03"])
    #expect(same == ["0", "1", "2"], "of one day as they were given")
    #expect(sorted.kind == .date)
    #expect(sorted.remarks.isEmpty)
  }

  /// Two scans without dates are an earlier and a later one; of more, and where one alone has a date, that is remarked.
  @Test(
    arguments: [
      ([nil, nil], nil), ([nil, nil, nil], 3), ([nil, "2026-01-05"], 1), (["2026-02-03", nil, "2026-01-05"], 1),
    ] as [([String?], Int?)]) func withoutDatesTheyStayAsTheyWereGiven(dates: [String?], missing: Int?) throws
  {
    let (names, order) = try Self.order(dates)
    #expect(names == dates.indices.map { "\($0)" })
    #expect(order.kind == .given)
    #expect(order.remarks.map(\.code) == (missing == nil ? [] : [.comparisonUndated]))
    #expect(order.remarks.first?.values["count"]?.figure == missing.map(Double.init))
    if missing != nil { #expect(order.remarks.first?.values["scans"]?.figure == Double(dates.count)) }
  }

  @Test(
    arguments: [("A", "A", true), ("A", "B", false), (nil, nil, false), ("A", nil, false)] as [(String?, String?, Bool)]
  )
  func oneObserverIsNamedTwice(a: String?, b: String?, isOne: Bool) throws {
    let (one, other) = (try Self.scan("1", observer: a), try Self.scan("2", observer: b))
    #expect(ScanComparison.isOneObserver(one, other) == isOne)
  }

  @Test func aScanWithoutAHeadFrameIsRefusedWithItsReason() throws {
    let some = HeadLandmarks([.sellion: [0, 0.073, 0], .tragionLeft: [-0.058, 0, 0]], standardDeviation: 0.001)
    let reason = some.faults.value
    #expect(throws: ComparedScanError.noHeadFrame(path: "/lab/1", reason: reason)) { try Self.scan("1", nil, by: some) }
    #expect(throws: ComparedScanError.noHeadFrame(path: "/lab/1", reason: .phrase("unknown_axis"))) {
      try Self.scan("1", axis: "nonsense")
    }
  }

  /// What a result has in millimetres is compared in metres.
  @Test func theHeadOfAResultIsComparedInMetres() throws {
    let result = try SampleScan.result()
    let scan = try ComparedScan(
      ComparedInput(URL(filePath: "/lab/1")), result, Self.landmarks, Self.surface.get(), files: [], changes: [])
    let section = try #require(result.section)
    #expect(abs(try #require(scan.head.level) - section.heightMm / 1000) < 1e-12)
    #expect((0.02...0.04).contains(try #require(scan.head.level)))
    #expect(scan.head.bridgedGap == 0.003)
    #expect(scan.head.scaleDeviation == result.calibration?.scaleSd)
    #expect(try Self.scan("2").head.scaleDeviation == 0)
    #expect(scan.visit.measures["circumference"]?.value == result.measures["circumference"]?.value)
    #expect(!result.severities.isEmpty && scan.visit.severities == result.severities)
    #expect(scan.remarks.isEmpty)
  }
}
