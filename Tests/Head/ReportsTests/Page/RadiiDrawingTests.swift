import Foundation
import Testing

@testable import Reports

/// The outline as radius over angle.
@Suite struct RadiiDrawingTests {
  /// The points of each path of a style in the drawing of a section without the radii at some angles.
  private func paths(_ style: String, without lost: Set<Int>) throws -> [Int] {
    let text = String(decoding: try #require(SectionFile(SampleResult.measures())).json(), as: UTF8.self)
    let parted = text.replacing(/\{"ci95":[^{}]*?"degrees":(-?[0-9]+),[^{}]*?\},?/) { match in
      lost.contains(Int(match.1)!) ? "" : String(match.0)
    }
    #expect((parted == text) == lost.isEmpty)
    let section = try #require(SectionFile.read(Data(parted.utf8)))
    #expect(section.radii?.count == 72 - lost.count)
    let source = try #require(RadiiDrawing(section, .english)).figure.content.source
    return source.split(separator: "<").filter { $0.contains("class=\"\(style)\"") }
      .map { $0.matches(of: /-?[0-9.]+,-?[0-9.]+/).count }
  }

  @Test func aWholeOutlineIsOneCurveASide() throws {
    #expect(try paths("diagonal left", without: []) == [37])
    #expect(try paths("diagonal right", without: []) == [37])
    #expect(try paths("band left", without: []) == [74])
  }

  /// Nothing is drawn where nobody saw the outline.
  @Test func aGapPartsCurveAndBand() throws {
    #expect(try paths("diagonal left", without: [-60, -65, -120]) == [12, 10, 12])
    #expect(try paths("band left", without: [-60, -65, -120]) == [24, 20, 24])
    #expect(try paths("diagonal right", without: [-60, -65, -120]) == [37])
    #expect(try paths("diagonal right", without: [0, 5]) == [35])
  }
}
