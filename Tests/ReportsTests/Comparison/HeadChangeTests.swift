import Analysis
import Foundation
import Geometry
import PointClouds
import Testing

@testable import Reports

@Suite struct HeadChangeTests {
  /// The sample head and one 2 % larger.
  static func comparison(without isCut: @escaping (Vector3) -> Bool = { _ in false }) throws -> HeadComparison {
    let scan = { (scale: Double) -> ComparedHead in
      var mesh = SampleResult.mesh(without: isCut)
      mesh.positions = mesh.positions.map { $0 * scale }
      let places = SampleResult.landmarks.estimates.mapValues { $0.position * scale }
      let landmarks = HeadLandmarks(places, standardDeviation: 0.001)
      let measures = try HeadAnalysis.measure(mesh, landmarks: landmarks)
      return ComparedHead(
        try HeadSurface(mesh), landmarks: landmarks, frame: try #require(measures.frame), results: measures.results,
        level: measures.section?.level, bridgedGap: 0.003)
    }
    return try HeadComparison(try scan(1), try scan(1.02), by: .vault)
  }

  func change(without isCut: @escaping (Vector3) -> Bool = { _ in false }) throws -> HeadChange {
    HeadChange(
      try Self.comparison(without: isCut), a: .init(name: "march", flattened: nil),
      b: .init(name: "<june>", flattened: nil),
      choices: ScanResult(try SampleResult.measures()).protocol)
  }

  @Test func theFileHoldsWhatWasFound() throws {
    let change = try change()
    let json = try #require(try JSONSerialization.jsonObject(with: change.json()) as? [String: Any])
    #expect(json["schema"] as? String == "calvaria/compare/1" && json["status"] as? String == "complete")
    let changes = try #require(json["changes"] as? [String: [String: Any]])
    #expect(Set(changes.keys) == Set(MeasureName.allCases.map(\.rawValue)))
    let length = try #require(changes["length"])
    #expect(abs((length["change"] as? Double)! - 0.02 * (length["a"] as? Double)!) < 1e-3)
    #expect((length["smallest_detectable"] as? Double)! > 0 && (length["ci95"] as? [Double])?.count == 2)
    #expect(try change.json() == self.change().json())
  }

  @Test func theTableSaysWhatHasChanged() throws {
    let text = try change().table
    #expect(text.contains("Size +2.00 %") && text.contains("landmarks and vault"))
    #expect(text.split(separator: "\n").contains { $0.hasPrefix("CVAI ") && $0.contains("within error") })
    for region in VaultRegion.allCases { #expect(text.contains("\n\(region.rawValue) ")) }
  }

  @Test func aGapWithholdsAChange() throws {
    let change = try change(without: { $0.y < -0.06 && abs($0.z - 0.027) < 0.012 })
    #expect(change.status == .incomplete && change.changes["cvai"]?.change == nil)
    #expect(change.changes["cvai"]?.reason?.contains("A: ") == true)
    #expect(change.table.contains("CVAI withheld"))
  }

  @Test func theDrawingIsOneFileWithBothHeads() throws {
    let overlay = try #require(SectionOverlay(try Self.comparison()))
    let svg = overlay.svg
    for part in [
      "xmlns=\"http://www.w3.org/2000/svg\"", "A (before)", "B (after)", "50 mm", "÷ 1.020", "front", "left",
    ] {
      #expect(svg.contains(part), "\(part)")
    }
    #expect(svg.components(separatedBy: "<polygon").count == 5)
    let parser = XMLDocumentCheck(svg)
    #expect(parser.isWellFormed)
    let page = ComparisonPage(try change(), overlay: overlay).html
    #expect(page.contains("&lt;june&gt;") && !page.contains("<june>") && page.contains("<svg"))
    #expect(ComparisonPage(try change(), overlay: nil).html.contains("A section is missing"))
  }

  @Test func coloursAreFullAtTheLimitAndGreyWhereNothingIs() throws {
    let colors = DistanceColors(try Self.comparison().vault.distance)
    #expect(colors.limit == 0.002)
    #expect(colors.color(0) == [247, 247, 247] && colors.color(.nan) == [150, 150, 150])
    #expect(colors.color(0.002) == [103, 0, 31] && colors.color(1) == [103, 0, 31])
    #expect(colors.color(-0.002) == [5, 48, 97])
  }
}

/// Whether tags are closed in order.
private struct XMLDocumentCheck {
  let isWellFormed: Bool

  init(_ text: String) {
    var open: [Substring] = []
    var sound = true
    for tag in text.matches(of: /<(\/?)([a-z]+)[^>]*?(\/?)>/) {
      if tag.1 == "/" { sound = sound && open.popLast() == tag.2 } else if tag.3 != "/" { open.append(tag.2) }
    }
    isWellFormed = sound && open.isEmpty
  }
}
