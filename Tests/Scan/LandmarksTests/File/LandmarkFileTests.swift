import Diagnostics
import Files
import Foundation
import Geometry
import Landmarks
import TestSupport
import Testing

@testable import Landmarks

@Suite struct LandmarkFileTests {
  func parse(_ text: String) throws -> LandmarkFile { try LandmarkFile.parse(Data(text.utf8), name: "l.json") }

  @Test func readsBothForms() throws {
    let file = try parse(
      """
      {"landmarks": {"sellion": [{"frame": "1700000000.5", "pixel": [10, 20.5]}], "tragion_left": [],
       "tragion_right": {"point_mm": [1, -2, 3e1], "sd_mm": 2}}}
      """)
    #expect(
      file.entries == [
        .sellion: .clicks([LandmarkClick(frame: "1700000000.5", pixel: [10, 20.5])]),
        .tragionRight: .point([0.001, -0.002, 0.03], standardDeviation: 0.002),
      ])
    #expect(throws: LandmarkFileError.clicksWithoutFrames(file: "l.json", landmark: .sellion)) { try file.points() }
  }

  @Test func takesVerticesOfTheMesh() throws {
    let file = try parse(#"{"landmarks": {"sellion": {"vertex": 2, "sd_mm": 1}, "tragion_left": {"vertex": 0}}}"#)
    let landmarks = try file.points(vertices: [[1, 0, 0], [2, 0, 0], [3, 4, 5]])
    #expect(landmarks[.sellion] == [3, 4, 5])
    #expect(landmarks[.tragionLeft] == [1, 0, 0])
    #expect(landmarks.estimates[.sellion]?.standardDeviation == 0.001)
    #expect(
      throws: LandmarkFileError.noSuchVertex(file: "l.json", landmark: .sellion, vertex: 2, vertices: 2)
    ) { try file.points(vertices: [.zero, .zero]) }
    #expect(throws: LandmarkFileError.verticesWithoutNumbers(file: "l.json", landmark: .sellion)) { try file.points() }
  }

  /// Points that are in metres whatever the mesh's unit, in the order of the landmarks.
  @Test func ownPointsAreThoseInMetres() throws {
    var file = try parse(
      #"{"landmarks": {"vertex": {"point_mm": [0, 0, 90]}, "sellion": {"point_mm": [0, 70, 0]}, "nose_tip": {"vertex": 3}}}"#
    )
    #expect(file.ownPoints == [[0, 0.07, 0], [0, 0, 0.09]])
    file.numbers = .lps
    #expect(file.ownPoints.count == 2)
    file.numbers = .asInMesh
    #expect(file.ownPoints.isEmpty)
  }

  /// Deviations are above 0 and up to 50 mm; clicks are an observer's unless they say that they were proposed.
  @Test func deviationsAndClicksHaveTheirDefaults() throws {
    let file = try parse(
      """
      {"landmarks": {"sellion": {"point_mm": [0, 70, 0], "sd_mm": 0.5}, "vertex": {"vertex": 3, "sd_mm": 50},
       "nose_tip": [{"frame": "a", "pixel": [1, 2]}, {"frame": "b", "pixel": [3, 4], "proposed": true},
       {"frame": "c", "pixel": [5, 6], "proposed": false}]}}
      """)
    #expect(file.entries[.sellion] == .point([0, 0.07, 0], standardDeviation: 0.0005))
    #expect(file.entries[.vertex] == .vertex(3, standardDeviation: 0.05))
    guard case .clicks(let clicks) = file.entries[.noseTip] else {
      Issue.record("no clicks")
      return
    }
    #expect(clicks.map(\.isProposed) == [false, true, false])
    for deviation in ["0", "-1", "51"] {
      #expect(throws: FileError.self, "\(deviation)") {
        try parse("{\"landmarks\": {\"sellion\": {\"point_mm\": [0, 70, 0], \"sd_mm\": \(deviation)}}}")
      }
    }
  }

  /// What does not fit a mesh or recording is told with its place.
  @Test func whatDoesNotFitIsTold() {
    let click = LandmarkClick(frame: "17.5", pixel: [640.26, -3])
    let vertex = LandmarkFileError.noSuchVertex(file: "l.json", landmark: .vertex, vertex: 2000, vertices: 1000)
    #expect(vertex.message.values == ["last": .count(999), "found": .count(2000)])
    #expect(vertex.subject == "l.json, vertex")
    let outside = LandmarkFileError.outsideImage(
      file: "l.json", landmark: .sellion, click: click, width: 640, height: 480)
    #expect(outside.code == .landmarkFileOutsideImage)
    #expect(
      outside.message.values == ["width": .count(640), "height": .count(480), "pixel": .text("(640.3, -3.0)")])
    #expect(outside.subject.contains("17.5"))
    let empty = LandmarkFileError.withoutDepth(file: "l.json", landmark: .sellion, click: click)
    #expect(empty.code == .landmarkFileNoDepth)
    #expect(empty.message.values == ["pixel": .text("(640.3, -3.0)")])
    let frame = LandmarkFileError.noSuchFrame(file: "l.json", landmark: .sellion, frame: "17.5")
    #expect(frame.code == .landmarkFileNoSuchFrame)
    #expect(frame.message.values.isEmpty)
    #expect(LandmarkFileError.clicksWithoutFrames(file: "l", landmark: .vertex).code == .landmarkFileClicks)
    #expect(LandmarkFileError.pointWithoutMesh(file: "l", landmark: .vertex).code == .landmarkFilePoint)
    #expect(LandmarkFileError.verticesWithoutNumbers(file: "l", landmark: .vertex).code == .landmarkFileNoNumbers)
  }

  @Test(arguments: [
    "{\"landmarks\": {\"sellion\": {\"vertex\": -1}}}", "{\"landmarks\": {\"sellion\": {\"vertex\": 1.5}}}",
    "{\"landmarks\": {\"sellion\": {\"vertex\": 1e12}}}", "{\"landmarks\": {\"sellion\": {\"vertex\": \"3\"}}}",
    "{\"landmarks\": {\"sellion\": {\"vertex\": 3, \"point_mm\": [1, 2, 3]}}}",
    "", "[]", "{", "null", "{\"landmarks\": 3}", "{\"landmarks\": {}, \"more\": 1}", "{}",
    "{\"landmarks\": {\"elbow\": []}}", "{\"landmarks\": {\"sellion\": 1}}", "{\"landmarks\": {\"sellion\": [1]}}",
    "{\"landmarks\": {\"sellion\": [{\"frame\": 17, \"pixel\": [1, 2]}]}}",
    "{\"landmarks\": {\"sellion\": [{\"frame\": \"\", \"pixel\": [1, 2]}]}}",
    "{\"landmarks\": {\"sellion\": [{\"frame\": \"a\"}]}}",
    "{\"landmarks\": {\"sellion\": [{\"frame\": \"a\", \"pixel\": [1]}]}}",
    "{\"landmarks\": {\"sellion\": [{\"frame\": \"a\", \"pixel\": [1, NaN]}]}}",
    "{\"landmarks\": {\"sellion\": [{\"frame\": \"a\", \"pixel\": [1, 1e400]}]}}",
    "{\"landmarks\": {\"sellion\": [{\"frame\": \"a\", \"pixel\": [1, true]}]}}",
    "{\"landmarks\": {\"sellion\": [{\"frame\": \"a\", \"pixel\": [1, 1e9]}]}}",
    "{\"landmarks\": {\"sellion\": {\"point_mm\": [1, 2]}}}", "{\"landmarks\": {\"sellion\": {\"point\": [1, 2, 3]}}}",
    "{\"landmarks\": {\"sellion\": {\"point_mm\": [1, 2, null]}}}",
    "{\"landmarks\": {\"sellion\": {\"point_mm\": [1, 2, 3], \"sd_mm\": 0}}}",
    #"{"landmarks": {"sellion": [{"frame": "a", "pixel": [1, 2], "proposed": 1}]}}"#,
    #"{"landmarks": {}, "picked": {"who": "A"}}"#, #"{"landmarks": {}, "picked": {"by": ""}}"#,
    #"{"landmarks": {}, "picked": {"by": "A\nB"}}"#, #"{"landmarks": {}, "picked": {"by": 3}}"#,
    #"{"landmarks": {}, "picked": {"at": "yesterday"}}"#,
    #"{"landmarks": {}, "picked": {"at": "2026-02-30T10:15:00Z"}}"#,
    #"{"landmarks": {}, "picked": {"at": "2026-11-22T10:15:00+01:00"}}"#,
    #"{"landmarks": {}, "picked": {"on": {}}}"#,
    #"{"landmarks": {}, "picked": {"on": {"mesh": "a", "recording": "b"}}}"#,
    #"{"landmarks": {}, "picked": {"on": {"mesh": "../a.ply"}}}"#,
    #"{"landmarks": {}, "picked": {"on": {"mesh": "a.ply", "sha256": "12"}}}"#,
    #"{"landmarks": {}, "picked": {"proposals": ["elbow"]}}"#,
    #"{"landmarks": {}, "picked": {"proposals": ["sellion", "sellion"]}}"#,
    #"{"landmarks": {}, "picked": {"proposals": ["sellion"], "corrected": ["sellion"]}}"#,
    #"{"landmarks": {}, "placed": {"frame": "world", "landmarks": {}}}"#,
    #"{"landmarks": {}, "placed": {"frame": "scan"}}"#,
    #"{"landmarks": {}, "placed": {"frame": "scan", "landmarks": {"sellion": [1, 2, 3]}}}"#,
    #"{"landmarks": {}, "placed": {"frame": "scan", "landmarks": {"sellion": {"vertex": 3}}}}"#,
    #"{"landmarks": {}, "measures": {"values": {"cvai": 1}}}"#,
    #"{"landmarks": {}, "measures": {"protocol": "a", "values": {"cvai": null}}}"#,
    #"{"landmarks": {}, "measures": {"protocol": "a", "values": {"CVAI": 1}}}"#,
    #"{"landmarks": {}, "measures": {"protocol": "a", "values": {"cvai": 1e12}}}"#,
    "{\"landmarks\": {}, \"measures\": {\"protocol\": \"a\", \"values\": {"
      + (0..<201).map { "\"m\($0)\": 1" }.joined(separator: ", ") + "}}}",
    "{\"landmarks\": {}, \"picked\": {\"by\": \"" + String(repeating: "A", count: 257) + "\"}}",
  ]) func refusesWhatIsNoLandmarkFile(text: String) {
    #expect { try parse(text) } throws: { ($0 as? FileError)?.kind == .badConfiguration }
  }

  @Test func deepNestingIsRefusedNotFollowed() {
    let text = String(repeating: "[", count: 100_000)
    #expect(throws: FileError.self) { try parse(text) }
  }

  @Test func saysWhereAndWhatItFound() throws {
    let error = #expect(throws: FileError.self) {
      try parse("{\"landmarks\": {\"sellion\": [{\"frame\": \"a\", \"pixel\": [1, \"x\"]}]}}")
    }
    #expect(error?.subject == "l.json, `landmarks.sellion[0].pixel[1]`")
    #expect(error?.problem == "expected a number from -1000000 to 1000000, found \"x\"")
  }

  @Test func filesThatAreMissingFoldersOrHuge() throws {
    let folder = try TemporaryFolder()
    let missing = folder.url.appendingPathComponent("none.json")
    #expect(throws: FileError(.landmarkFileUnreadable, file: missing.path, found: .phrase("none"))) {
      try LandmarkFile.read(missing)
    }
    #expect(throws: FileError(.landmarkFileUnreadable, file: folder.url.path, found: .phrase("folder"))) {
      try LandmarkFile.read(folder.url)
    }
    #expect(throws: FileError(.landmarkFileUnreadable, file: "/dev/zero", found: .phrase("device"))) {
      try LandmarkFile.read(URL(fileURLWithPath: "/dev/zero"))
    }
    let huge = folder.url.appendingPathComponent("huge.json")
    try Data(repeating: 32, count: 2 << 20).write(to: huge)
    #expect { try LandmarkFile.read(huge) } throws: { ($0 as? FileError)?.kind == .badConfiguration }
    let good = folder.url.appendingPathComponent("l.json")
    try Data("{\"landmarks\": {\"vertex\": {\"point_mm\": [0, 0, 90]}}}".utf8).write(to: good)
    #expect(try LandmarkFile.read(good).points()[.vertex] == [0, 0, 0.09])
  }
}
