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

  /// Three markers of the cap's dictionary in the head's frame make a layout.
  @Test func aLayoutNeedsThreeMarkersInTheHeadFrame() throws {
    let layout = { (count: Int, isInHeadFrame: Bool, corners: [[Double]]) throws -> [Int: [Vector3]] in
      var markers: [String: MarkersFile.Marker] = [:]
      for id in 0..<count { markers["\(id)"] = .init(cornersMm: Self.square, cornerSdMm: nil, sightings: nil) }
      if count > 0 { markers["0"] = .init(cornersMm: corners, cornerSdMm: nil, sightings: nil) }
      let file = MarkersFile(dictionary: "D", markerSizeMm: 16, isInHeadFrame: isInHeadFrame, markers: markers)
      let encoder = JSONEncoder()
      encoder.keyEncodingStrategy = .convertToSnakeCase
      let url = try self.written(String(decoding: try encoder.encode(file), as: UTF8.self))
      defer { try? FileManager.default.removeItem(at: url) }
      return try MarkerLayout.read(url, dictionary: "D")
    }
    let three = try layout(3, true, Self.square)
    #expect(three.keys.sorted() == [0, 1, 2] && three[2]?[1] == Vector3(0.008, 0.008, 0))
    #expect(try layout(4, true, Self.square).count == 4)
    for (count, isInHeadFrame, corners) in [
      (2, true, Self.square), (3, false, Self.square), (3, true, Array(Self.square.prefix(3))),
      (3, true, [[1000, 0, 0]] + Self.square.dropFirst()),
    ] {
      #expect(throws: MarkerLayoutError.self) { try layout(count, isInHeadFrame, corners) }
    }
    #expect(try layout(3, true, [[999, 0, 0]] + Self.square.dropFirst())[0]?[0] == Vector3(0.999, 0, 0))
    let name = String(repeating: "E", count: 30) + String(repeating: "F", count: 30)
    let other = try written(
      "{\"schema\": \"calvaria/markers/1\", \"frame\": \"head\", \"dictionary\": \"\(name)\", \"markers\": {}}")
    defer { try? FileManager.default.removeItem(at: other) }
    let error = #expect(throws: MarkerLayoutError.self) { try MarkerLayout.read(other, dictionary: "D") }
    // Forty letters of a strange name are told.
    if case .invalid(_, _, let found) = error {
      #expect(found == .text(String(repeating: "E", count: 30) + "FFFFFFFFFF"))
    } else {
      Issue.record("\(String(describing: error))")
    }
    #expect(throws: MarkerLayoutError.self) {
      try MarkerLayout.read(URL(fileURLWithPath: "/nowhere/markers.json"), dictionary: "D")
    }
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
