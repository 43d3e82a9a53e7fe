import Analysis
import Diagnostics
import Foundation
import Geometry
import PointClouds
import Reports
import TestSupport
import Testing
import Workers

@testable import ScanPipeline

/// Three scans of a head that grows by 2 and by 5 %.
@Suite struct ScanComparisonTests {
  private static let sizes = [1, 1.02, 1.05]
  private static let dates = ["2026-01-05", "2026-02-03", "2026-03-01"]

  private static let compared = Result { try compared(Workers(count: 1)) }

  private static func compared(_ workers: Workers) throws -> ScanComparison {
    let folder = try TemporaryFolder()
    let head = Mesh.globe(rings: 24, spokes: 48) { $0 * Vector3(0.06, 0.075, $0.z > 0 ? 0.09 : 0.06) }
    let inputs = try zip(sizes, dates).map { size, date in
      let (mesh, landmarks) = (folder.url.appending(path: "\(date).ply"), folder.url.appending(path: "\(date).json"))
      var grown = head
      grown.positions = head.positions.map { $0 * size }
      try MeshFile.encode(grown, as: .ply, unit: .millimetres).write(to: mesh)
      let points = MeshMeasurementTests.points.mapValues { ["point_mm": $0.map { $0 * size }] }
      try JSONSerialization.data(withJSONObject: ["landmarks": points]).write(to: landmarks)
      return ComparedInput(mesh, landmarks: landmarks, unit: .millimetres, date: VisitDate(date))
    }
    var options = OptionsFile()
    options.stages.analysis.intervals.draws = 2
    return try withExtendedLifetime(folder) {
      try ScanComparison.compare(inputs, by: .landmarks, options: options, workers: workers)
    }
  }

  /// The files, byte by byte but for the digests of the inputs, which lie in a folder of their own each time.
  @Test func threadsChangeNothing() throws {
    let (one, three) = (try Self.compared.get(), try Self.compared(Workers(count: 3)))
    for (a, b) in zip(one.comparisons, three.comparisons) {
      #expect(a.registration.aFromB == b.registration.aFromB && a.registration.growth == b.registration.growth)
      #expect(a.changes == b.changes)
      #expect(zip(a.distances.values, b.distances.values).allSatisfy { $0 == $1 || $0.isNaN && $1.isNaN })
    }
    let pages = try [one, three].map { try $0.files($0.content(), workers: Workers(count: 3)) }
    let alone = try one.files(one.content())
    for (file, others) in zip(alone, zip(pages[0], pages[1])) {
      #expect(file.name == others.0.name && file.content == others.0.content, "\(file.name)")
      if file.name == "distance.ply" { #expect(file.content == others.1.content) }
    }
  }

  /// Each with the first, then each with the one before; 29, 55 and 26 days lie between them.
  @Test func eachPairHasItsGrowthAndItsDays() throws {
    let scan = try Self.compared.get()
    for (found, expected) in zip(scan.comparisons, [1.02, 1.05, 1.05 / 1.02]) {
      #expect(abs(found.registration.growth - expected) < 0.002)
    }
    for (found, days) in zip(scan.result.comparisons, [29, 55, 26.0]) {
      #expect(abs((found.months ?? .nan) - days / 30.4375) < 0.02)
    }
    #expect(abs(scan.whole.registration.growth - 1.05) < 0.002)
    #expect(scan.result.comparisons.count == 3 && scan.comparisons.count == 3)
  }

  /// The report shows each visit against the first.
  @Test func theFilesHaveMillimetres() throws {
    let scan = try Self.compared.get()
    let content = try scan.content()
    #expect(content.scenes.count == 2)
    for (scenes, comparison) in zip(content.scenes, scan.comparisons) {
      let (shown, own) = (try #require(scenes).distance.mesh.positions, comparison.surface.positions)
      #expect(abs(shown.map(\.length).max()! - own.map(\.length).max()!) < 0.001)
    }
    let ply = try #require(try scan.files(content).first { $0.name == "distance.ply" }).content
    let body = try #require(ply.range(of: Data("end_header\n".utf8))).upperBound
    #expect(String(decoding: ply[..<body], as: UTF8.self).contains("from blue at -5 by white at 0 to orange at +5"))
    // Three coordinates, three bytes of colour, distance and shape.
    let bytes = Array(ply[body...])
    let values = scan.whole.distances.values
    var known = 0
    for (index, metres) in values.enumerated() where metres.isFinite {
      let written = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: 23 * index + 15, as: Float.self) }
      #expect(abs(Double(written) - 1000 * metres) < 1e-4)
      known += 1
    }
    // 5 % of 60 mm at the sides, of 90 mm at the top.
    #expect(known > 500 && (values.filter(\.isFinite).max() ?? 0) > 0.003)
  }

  @Test func aScanIsNotComparedWithItselfOrAlone() throws {
    let mesh = ComparedInput(URL(filePath: "/lab/head.ply"))
    #expect(throws: ComparedScanError.tooFew(1)) { try ScanComparison.compare([mesh]) }
    #expect(throws: ComparedScanError.twice(path: "/lab/head.ply")) { try ScanComparison.compare([mesh, mesh]) }
  }
}
