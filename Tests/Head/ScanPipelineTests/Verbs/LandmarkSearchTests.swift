import Diagnostics
import Foundation
import Geometry
import Images
import Landmarks
import Platform
import PointClouds
import Recordings
import TestSupport
import Testing

@testable import ScanPipeline

@Suite struct LandmarkSearchTests {
  private static let estimates: [Landmark: LandmarkEstimate] = [
    .sellion: LandmarkEstimate(
      position: [0.0001, 0.073456, 0.002], standardDeviation: 0.0012, evidence: 3, source: .automatic),
    .tragionLeft: LandmarkEstimate(
      position: [-0.058, 0.001, 0], standardDeviation: 0.002, evidence: 2, source: .automatic),
    .tragionRight: LandmarkEstimate(
      position: [0.058, 0, 0], standardDeviation: 0.002, evidence: 2, source: .automatic,
      rejection: Finding(.landmarksRejected)),
  ]

  /// The file of points, written and read again, has the same places to a micrometre; rejected landmarks are left out.
  @Test func pointsAreReadAsTheyWereFound() throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appending(path: "landmarks.json")
    try LandmarkSearch.points(of: HeadLandmarks(Self.estimates)).json().write(to: url)
    let read = try LandmarkFile.read(url).points().estimates
    #expect(Set(read.keys) == [.sellion, .tragionLeft])
    for (landmark, estimate) in read {
      let expected = try #require(Self.estimates[landmark])
      #expect((estimate.position - expected.position).length < 1e-6, "\(landmark)")
      #expect(abs(estimate.standardDeviation - expected.standardDeviation) < 1e-6, "\(landmark)")
      #expect(estimate.source == .automatic)
    }
  }

  /// An ellipsoid has neither nose nor ears.
  @Test func aHeadWithoutAFaceHasNoLandmarks() throws {
    let support = try MeshMeasurementTests()  // its folder lives as long as it does
    let search = try withExtendedLifetime(support) {
      try LandmarkSearch.search(meshFile: support.write(MeshMeasurementTests.head, "head.ply"))
    }
    #expect(!search.isComplete)
    #expect(search.file.entries.isEmpty)
    #expect(search.remarks.map(\.code) == [.inputUnitGuessed])
    let rows = search.table().split(separator: "\n")
    #expect(rows.count == 1 + search.used.estimates.count)
    let json = try #require(try JSONSerialization.jsonObject(with: search.json()) as? [String: Any])
    #expect(json["schema"] as? String == "calvaria/landmarks/1")
    #expect((json["landmarks"] as? [String: Any])?.count == search.used.estimates.count)
  }

  @Test func aMissingMeshIsMissingInput() {
    #expect(throws: (any Error).self) { try LandmarkSearch.search(meshFile: URL(filePath: "/no/such.ply")) }
  }

  private static let face = AnalyticFace()
  /// What the surface of a face shows near where somebody would pick it.
  private static let found = Result {
    let picked: [Landmark: Vector3] = [
      .sellion: face.sellion, .tragionLeft: face.point([-0.062, -0.004, -0.020]),
      .tragionRight: face.point([0.062, -0.004, -0.020]),
    ]
    return try #require(
      AutomaticLandmarks.find(
        near: HeadLandmarks(picked, standardDeviation: 0.001), on: try HeadSurface(face.mesh())))
  }

  /// The sellion was picked, one tragion found, the other not, and the nose tip rejected.
  private static func search(_ found: Result<AutomaticLandmarks, any Error> = found) throws -> LandmarkSearch {
    let used: [Landmark: LandmarkEstimate] = [
      .sellion: LandmarkEstimate(
        position: [0.0001, 0.073456, 0.002], standardDeviation: 0.0012, evidence: 3, source: .picked),
      .tragionLeft: LandmarkEstimate(
        position: [0.0583, 0.0014, 0.0072], standardDeviation: 0.0021, evidence: 2, source: .automatic),
      .tragionRight: LandmarkEstimate(
        position: .zero, standardDeviation: 0, evidence: 0, source: .automatic, rejection: Finding(.landmarksNoFace)),
      .noseTip: LandmarkEstimate(
        position: [0.0111, 0.0822, 0.0333], standardDeviation: 0.0034, evidence: 1, source: .picked,
        rejection: Finding(.landmarksRejected)),
    ]
    let found = try found.get()
    return LandmarkSearch(
      found: found, used: HeadLandmarks(used), remarks: [Finding(.surfaceInwards)],
      file: LandmarkSearch.points(of: found.landmarks))
  }

  @Test func theTableHasMillimetres() throws {
    let search = try Self.search()
    let rows = search.table().split(separator: "\n").map(String.init)
    let row = { (landmark: Landmark) in
      try #require(rows.first { $0.hasPrefix(landmark.title(.english)) }, "\(landmark)")
    }
    let words = { (landmark: Landmark) in try row(landmark).split(separator: " ").map(String.init) }
    let count = { (landmark: Landmark) in landmark.title(.english).split(separator: " ").count }
    let sellion = try words(.sellion)
    #expect(Array(sellion[count(.sellion)...].prefix(4)) == ["0.1", "73.5", "2.0", "1.2"])
    let left = try words(.tragionLeft)
    let score = try #require(search.found.scores[.tragionLeft])
    let expected = ["58.3", "1.4", "7.2", "2.1", Language.english.number(score, digits: 2)]
    #expect(Array(left[count(.tragionLeft)...].prefix(5)) == expected)
    // What was picked has no score, what was not found no place.
    #expect(try row(.sellion).contains(Language.english("source.picked")))
    #expect(try row(.tragionLeft).contains(Language.english("source.automatic")))
    #expect(try words(.tragionRight).count { $0 == "–" } == 4)
    #expect(try row(.tragionRight).contains(Finding(.landmarksNoFace).text()))
    let tip = try words(.noseTip)
    #expect(Array(tip[count(.noseTip)...].prefix(4)) == ["11.1", "82.2", "33.3", "3.4"])
    #expect(try row(.noseTip).contains(Finding(.landmarksRejected).text()))
    #expect(try !row(.sellion).contains(Finding(.landmarksRejected).text()))
    #expect(rows.count == 5)
  }

  /// What was found near picks has no sizes of a face, what was found anywhere has.
  @Test(arguments: [false, true]) func theDocumentHasMillimetres(isAnywhere: Bool) throws {
    let search = try Self.search(
      isAnywhere ? Result { AutomaticLandmarks.find(on: try HeadSurface(Self.face.mesh())) } : Self.found)
    #expect((search.found.features != nil) == isAnywhere)
    let json = try #require(try JSONSerialization.jsonObject(with: search.json()) as? [String: Any])
    let entries = { (key: String) in try #require(json[key] as? [String: [String: Any]]) }
    for (key, landmarks) in [("landmarks", search.used), ("automatic", search.found.landmarks)] {
      #expect(try entries(key).count == landmarks.estimates.count)
      for (landmark, estimate) in landmarks.estimates {
        let entry = try #require(try entries(key)[landmark.rawValue])
        let name = "\(key) \(landmark)"
        #expect(entry["evidence"] as? Int == estimate.evidence, "\(name)")
        #expect(entry["source"] as? String == estimate.source.rawValue, "\(name)")
        let place = entry["mm"] as? [Double]
        #expect((place == nil) == (estimate.evidence == 0), "\(name)")
        #expect((entry["sd_mm"] == nil) == (estimate.evidence == 0), "\(name)")
        for k in 0..<3 where place != nil {
          #expect(abs(place![k] - 1000 * estimate.position[k]) < 0.00051, "\(name)")
        }
        if let deviation = entry["sd_mm"] as? Double {
          #expect(abs(deviation - 1000 * estimate.standardDeviation) < 0.00051, "\(name)")
        }
        let score = entry["score"] as? Double
        #expect((score != nil) == (estimate.source == .automatic), "\(name)")
        if let score { #expect(abs(score - search.found.scores[landmark]!) < 0.00051, "\(name)") }
        #expect(entry["code"] as? String == estimate.rejection?.code.rawValue, "\(name)")
        #expect(entry["reason"] as? String == estimate.rejection?.text(), "\(name)")
      }
    }
    let written = json["features_mm"] as? [String: Double] ?? [:]
    let expected =
      search.found.features.map { features in
        [
          "nasal_root_depth": features.rootDepth, "ear_height_left": features.earHeightLeft,
          "ear_height_right": features.earHeightRight, "ear_protrusion_left": features.protrusionLeft,
          "ear_protrusion_right": features.protrusionRight,
        ]
      } ?? [:]
    #expect(Set(written.keys) == Set(expected.keys))
    for (key, metres) in expected { #expect(abs((written[key] ?? .nan) - 1000 * metres) < 0.0051, "\(key)") }
    let codes = try #require(json["findings"] as? [[String: Any]]).compactMap { $0["code"] as? String }
    let said = search.used.faults + search.remarks + search.used.sourceFindings
    #expect(codes == said.map(\.code.rawValue))
    #expect(codes.contains(FindingCode.surfaceInwards.rawValue))
  }

  /// Four in the middles of four equal parts, and all where there are no more.
  @Test(arguments: [
    (3, [0, 1, 2]), (4, [0, 1, 2, 3]), (5, [0, 1, 3, 4]), (10, [1, 3, 6, 8]), (60, [7, 22, 37, 52]),
  ]) func clicksAreSpreadOverTheScan(count: Int, kept: [Int]) {
    let clicks = (0..<count).map { LandmarkClick(frame: "\($0)", pixel: [1, 2]) }
    #expect(LandmarkSearch.spread(clicks).map(\.frame) == kept.map { "\($0)" })
  }

  /// Each click lies in a frame that shows the place: in tenths of a pixel, off the border, and its depth is the place's.
  @Test func clicksShowThePlace() throws {
    let scan = try SampleScan.scan.get()
    let landmarks = scan.measures.landmarks
    let file = try LandmarkSearch.clicks(on: landmarks, scan)
    #expect(file.source == .automatic)
    if case .clicks(let clicks)? = file.entries[.sellion] {
      #expect(clicks.count > 1, "more frames than the first are looked at")
    } else {
      Issue.record("no clicks on the sellion")
    }
    for (landmark, entry) in file.entries {
      guard case .clicks(let clicks) = entry else {
        Issue.record("\(landmark)")
        continue
      }
      #expect((1...4).contains(clicks.count))
      let place = try #require(landmarks[landmark])
      for click in clicks {
        let frame = try #require(scan.recording.frames.first { $0.name == click.frame })
        for coordinate in [click.pixel.x, click.pixel.y] {
          #expect(abs(10 * coordinate - (10 * coordinate).rounded()) < 1e-6)
        }
        #expect((3.5..<636.5).contains(click.pixel.x))
        #expect((3.5..<476.5).contains(click.pixel.y))
        let pose = try #require(scan.tracking.scanFromCamera[frame.index])
        let seen = pose.inverse * place
        let camera = scan.tracking.calibration.corrected(frame.camera)
        #expect((camera.project(seen) - click.pixel).length < 0.08, "\(landmark) \(frame.name)")
        let image = RegisteredDepth(try scan.recording.depth(frame), frame.cameras)
        let depth = try #require(ReportedClick.depth(at: click.pixel, in: image))
        // 4 mm, and what the depth of the whole scan was found to miss.
        #expect(abs(depth - seen.z) < 0.005, "\(landmark) \(frame.name)")
      }
    }
  }
}
