import Foundation
import Geometry
import Testing

@testable import Reports

@Suite struct MarkersFileTests {
  private static let square: [[Double]] = [[-8, 8, 0], [8, 8, 0], [8, -8, 0], [-8, -8, 0]]

  private func written(_ text: String) throws -> URL {
    let url = FileManager.default.temporaryDirectory.appending(path: "markers-\(UUID().uuidString).json")
    try Data(text.utf8).write(to: url)
    return url
  }

  private func read(_ text: String) throws -> MarkersFile? {
    let url = try written(text)
    defer { try? FileManager.default.removeItem(at: url) }
    return try MarkersFile.read(url)
  }

  @Test func whatIsWrittenIsReadAgain() throws {
    let file = MarkersFile(
      dictionary: "DICT_4X4_100", markerSizeMm: 16, isInHeadFrame: true,
      markers: ["7": .init(cornersMm: Self.square, cornerSdMm: [0.1, 0.1, 0.1, 0.1], sightings: 12)])
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let again = try #require(try read(String(decoding: try encoder.encode(file), as: UTF8.self)))
    #expect(again.frame == "head")
    #expect(again.dictionary == "DICT_4X4_100")
    #expect(again.markerSizeMm == 16)
    #expect(again.markers["7"]?.cornersMm == Self.square)
    #expect(again.markers["7"]?.sightings == 12)
    #expect(again.markers["7"]?.corners(within: 1000) == Self.square.map { Vector3($0[0], $0[1], $0[2]) / 1000 })
  }

  @Test func cornersAloneSuffice() throws {
    let text = """
      {"schema": "calvaria/markers/1", "frame": "scan", "dictionary": "D", "markers": {"1": {"corners_mm": []}}}
      """
    let file = try #require(try read(text))
    #expect(file.frame == "scan")
    #expect(file.markers["1"]?.corners(within: 1000) == nil)
  }

  @Test(arguments: ["{}", "[", "{\"schema\": \"calvaria/result/1\"}"]) func otherContentIsNone(text: String) throws {
    #expect(try read(text) == nil)
  }

  @Test func cornersMustBeFourPointsNearTheOrigin() {
    let corners = { MarkersFile.Marker(cornersMm: $0, cornerSdMm: nil, sightings: nil).corners(within: 1000) }
    #expect(corners(Self.square) != nil)
    #expect(corners(Array(Self.square.dropLast())) == nil)
    #expect(corners(Self.square.dropLast() + [[0, 0]]) == nil)
    #expect(corners(Self.square.dropLast() + [[0, 0, 1000]]) == nil)
    #expect(corners(Self.square.dropLast() + [[0, 0, .nan]]) == nil)
  }
}
