import Foundation
import Geometry
import Images
import Markers
import TestSupport
import Testing

/// The example of Docs/examples/OperatorFeedback, of which Steering.swift is a link, runs and is the one that is shown.
@Suite struct EmbeddingTests {
  @Test func theExampleSteers() throws {
    let cap = Cap(dictionary: MarkerDictionary(name: "DICT_4X4_100")!, markerSize: 0.016, ids: [1, 2, 3, 4])
    var steering = try Steering(cap: cap, language: "de")
    let camera = Camera(width: 320, height: 240, fx: 296, fy: 296, cx: 160, cy: 120)
    let depth = DepthImage(width: 320, height: 240, pixels: Array(repeating: 0.158, count: 320 * 240))
    var (said, vibrated) = ([String](), false)
    for i in 0..<12 {
      let gray = Self.sheet(of: i < 6 ? [1, 2, 3] : [], cap.dictionary)
      let frame = SourceFrame(time: Double(i) / 30, gray: gray, depth: depth, camera: camera)
      try steering.feed(frame) {
        vibrated = $0
      } say: {
        said.append($0)
      }
    }
    #expect(said.first == "Telefon auf die Haube richten")
    #expect(said.contains("75 Prozent"))
    #expect(vibrated)
  }

  /// Markers thirty pixels wide, side by side: 16 mm at 158 mm.
  private static func sheet(of ids: [Int], _ dictionary: MarkerDictionary) -> GrayImage {
    var pixels = [UInt8](repeating: 230, count: 320 * 240)
    let cell = 5
    for (k, id) in ids.enumerated() {
      let bits = dictionary.bits(of: id)!
      for y in 0..<(6 * cell) {
        for x in 0..<(6 * cell) {
          let (row, column) = (y / cell - 1, x / cell - 1)
          let isInside = (0..<4).contains(row) && (0..<4).contains(column)
          pixels[(100 + y) * 320 + 50 + 80 * k + x] = isInside && bits[row][column] ? 230 : 20
        }
      }
    }
    return GrayImage(width: 320, height: 240, pixels: pixels)
  }

  @Test func thePageShowsIt() throws {
    let example = "Docs/examples/OperatorFeedback/Sources/OperatorFeedback/Steering.swift"
    let (source, page) = (try Self.text(example), try Self.text("Docs/guide/replay.md"))
    #expect(page.contains("```swift\n\(source)```"))
  }

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: SharedMaterial.packageRoot.appendingPathComponent(path), encoding: .utf8)
  }
}
