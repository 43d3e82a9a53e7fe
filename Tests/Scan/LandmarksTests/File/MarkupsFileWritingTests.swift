import Diagnostics
import Foundation
import Geometry
import Testing

@testable import Landmarks

/// Markups that 3D Slicer reads.
@Suite struct MarkupsFileWritingTests {
  private func root(_ data: Data) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  private static let landmarks = HeadLandmarks(
    [
      .sellion: [0.0012345, -0.0656, 0], .tragionLeft: [0.0554, -0.0017, -0.0001], .noseTip: [0, -0.07, -0.03],
    ], standardDeviation: 0.00035)

  @Test func whatIsWrittenIsReadAgain() throws {
    let data = try MarkupsFile.json(Self.landmarks)
    let file = try LandmarkFile.parse(data, name: "l.mrk.json")
    #expect(file.numbers == .lps)
    let back = try file.points()
    #expect(Set(back.estimates.keys) == Set(Self.landmarks.estimates.keys))
    for (landmark, estimate) in Self.landmarks.estimates {
      let place = try #require(back[landmark])
      #expect((place - estimate.position).length < 1e-7, "\(landmark)")
    }
  }

  @Test func theFileSaysWhatItsNumbersAre() throws {
    let root = try root(MarkupsFile.json(Self.landmarks))
    #expect((root["@schema"] as? String)?.hasSuffix("/markups-schema-v1.0.3.json#") == true)
    let list = try #require((root["markups"] as? [[String: Any]])?.first)
    #expect(list["type"] as? String == "Fiducial")
    #expect(list["coordinateSystem"] as? String == "LPS" && list["coordinateUnits"] as? String == "mm")
    let points = try #require(list["controlPoints"] as? [[String: Any]])
    #expect(points.map { $0["label"] as? String } == ["sellion", "tragion left", "nose tip"])
    #expect(points.map { $0["id"] as? String } == ["1", "2", "3"])
    #expect(list["lastUsedControlPointNumber"] as? Int == 3)
    #expect(points[0]["position"] as? [Double] == [1.2345, -65.6, 0])
    #expect(points[0]["description"] as? String == "picked, sd 0.35 mm")
  }

  /// Neither a deviation nor a place is written with digits that it does not have, or as less than nothing.
  @Test func numbersAreRounded() throws {
    let landmarks = HeadLandmarks([.vertex: [-1e-9, 0.0123456789, -0.05]], standardDeviation: 0.001236)
    let data = try MarkupsFile.json(landmarks)
    #expect(!String(decoding: data, as: UTF8.self).contains("-0,"))
    let list = try #require((root(data)["markups"] as? [[String: Any]])?.first)
    let point = try #require((list["controlPoints"] as? [[String: Any]])?.first)
    #expect(point["position"] as? [Double] == [0, 12.3457, -50])
    #expect(point["description"] as? String == "picked, sd 1.24 mm")
  }

  @Test func whatWasRejectedIsLeftOut() throws {
    var landmarks = Self.landmarks
    landmarks.estimates[.sellion]?.rejection = Finding(.landmarksNotPicked)
    let file = try LandmarkFile.parse(MarkupsFile.json(landmarks), name: "l.mrk.json")
    #expect(Set(file.entries.keys) == [.tragionLeft, .noseTip])
  }

  /// The normal is (b − a) × (c − a), as 3D Slicer takes it.
  @Test func aPlaneIsThreePoints() throws {
    let plane = MarkedPlane("midline", middle: [0, 0, 0.01], along: [0, -0.1, 0], across: [0, 0, 0.1])
    let list = try #require((root(MarkupsFile.json([plane, plane]))["markups"] as? [[String: Any]])?.last)
    #expect(list["type"] as? String == "Plane" && list["name"] as? String == "midline")
    let points = try #require(list["controlPoints"] as? [[String: Any]]).compactMap { $0["position"] as? [Double] }
    #expect(points == [[0, 0, 10], [0, -100, 10], [0, 0, 110]])
    let labels = try #require(list["controlPoints"] as? [[String: Any]]).map { $0["label"] as? String }
    #expect(labels == ["midline 1", "midline 2", "midline 3"])
    // Written without a type of plane, which every version takes for three points.
    #expect(list["planeType"] == nil)
  }
}
