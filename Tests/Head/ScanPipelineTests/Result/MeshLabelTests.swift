import Analysis
import Foundation
import Geometry
import PointClouds
import Reports
import TestSupport
import Testing

@testable import ScanPipeline

@Suite struct MeshLabelTests {
  @Test func whatIsWrittenIsReadAgain() {
    for isInHeadFrame in [true, false] {
      for thickness in [nil, 0.001, 0.0025] as [Double?] {
        let label = MeshLabel(unit: .millimetres, isInHeadFrame: isInHeadFrame, capThickness: thickness)
        #expect(MeshLabel(comments: label.comments) == label)
        #expect(label.comments.contains("SPACE=RAS") == isInHeadFrame)
      }
    }
  }

  @Test(arguments: [
    "cap on, thickness nan mm", "cap on, thickness -1 mm", "cap on, thickness 400 mm", "cap on, thickness", "unit inch",
    "unit ", "units m", "SPACE=LPS", "",
  ]) func whatCannotBeBelievedIsPassedOver(comment: String) {
    let label = MeshLabel(comments: [comment])
    #expect(label.unit == nil)
    #expect(label.capThickness == nil)
    #expect(!label.isInHeadFrame)
  }

  /// In LPS, points that 3D Slicer wrote are the mesh's own.
  @Test func otherAxesAreNotTheFrameOfResults() {
    for (axes, space) in [(MeshLabel.Axes.lps, ["SPACE=LPS"]), (.gltf, [])] {
      var label = MeshLabel(unit: .millimetres, isInHeadFrame: true, capThickness: 0.001)
      label.axes = axes
      #expect(label.comments.filter { $0.hasPrefix("SPACE") } == space)
      let read = MeshLabel(comments: label.comments)
      #expect(!read.isInHeadFrame && read.unit == .millimetres && read.capThickness == 0.001)
      label.isInHeadFrame = false
      #expect(!label.comments.contains { $0.hasPrefix("SPACE") })
    }
  }

  /// A mesh under 2 mm of cap that says so.
  private func measured(_ markers: String?, comments: [String]) throws -> ScanResult {
    let tests = try MeshMeasurementTests()
    let file = tests.folder.url.appendingPathComponent("mesh.ply")
    try MeshFile.encode(MeshMeasurementTests.head, as: .ply, unit: .centimetres, comments: comments).write(to: file)
    if let markers { try Data(markers.utf8).write(to: tests.folder.url.appendingPathComponent("markers.json")) }
    return try MeshMeasurement.measure(meshFile: file, landmarkFile: try tests.landmarks()).result
  }

  /// The markers.json of squares about places of the ellipsoid, moved sideways by some millimetres.
  private func markers(shift: Double = 0, frame: String = "head") -> String {
    let places = stride(from: 0.2, through: 1.3, by: 0.22).flatMap { polar in
      (0..<10).map { (polar, 0.628 * Double($0)) }
    }
    let quads = places.enumerated().map { index, place in
      let corners = [(0.05, 0.05), (-0.05, 0.05), (-0.05, -0.05), (0.05, -0.05)].map { a, b in
        let (polar, azimuth) = (place.0 + a, place.1 + b)
        return [60 * sin(polar) * cos(azimuth) + shift, 75 * sin(polar) * sin(azimuth), 90 * cos(polar)]
      }
      return "\"\(index)\": {\"corners_mm\": \(corners), \"corner_sd_mm\": [0.1, 0.1, 0.1, 0.1], \"sightings\": 9}"
    }
    return
      "{\"schema\": \"calvaria/markers/1\", \"frame\": \"\(frame)\", \"dictionary\": \"DICT_4X4_100\", "
      + "\"marker_size_mm\": 16, \"markers\": {\(quads.joined(separator: ", "))}}"
  }

  @Test func aCapThatTheFileNamesIsTakenOff() throws {
    let label = MeshLabel(unit: .centimetres, isInHeadFrame: true, capThickness: 0.002)
    let plain = try measured(nil, comments: [])
    let (known, guessed) = (
      try measured(markers(), comments: label.comments), try measured(nil, comments: label.comments)
    )
    for result in [known, guessed] {
      let length = try #require(result.measures["length"])
      // The vertex comes down by 2 mm, too, and the section with it by three tenths of that, to where it is longer.
      #expect(abs(length.value! - (plain.measures["length"]!.value! - 4)) < 0.3)
      #expect(abs(length.overCap! - plain.measures["length"]!.value!) < 1e-3)
    }
    #expect(
      known.findings.contains {
        $0.code == .capPlaced && $0.text().contains("2.0 mm thick, and markers.json beside it")
      })
    #expect(guessed.findings.contains { $0.code == .capNoFile })
    #expect(plain.measures["length"]?.overCap == nil)
    #expect(!plain.findings.contains { $0.code.stage == "cap" })
  }

  /// A cap that was left on is noted, unless the caller states its thickness.
  @Test func aCapThatIsLeftOnIsTold() throws {
    let tests = try MeshMeasurementTests()
    let file = tests.folder.url.appendingPathComponent("mesh.ply")
    let label = MeshLabel(unit: .centimetres, isInHeadFrame: true, capThickness: 0.002)
    try MeshFile.encode(MeshMeasurementTests.head, as: .ply, unit: .centimetres, comments: label.comments).write(
      to: file)
    let head = try HeadMesh.readHead(meshFile: file, landmarkFile: try tests.landmarks())
    var analysis = HeadAnalysis()
    #expect(head.capNote(analysis)?.code == .capLeftOn)
    analysis.cap = head.cap
    #expect(head.capNote(analysis)?.code == .capNoFile)
    analysis.cap = CapLayer(thickness: 0.003)
    #expect(head.capNote(analysis) == nil)
  }

  @Test func markersOfAnotherMeshAreNotBelieved() throws {
    let label = MeshLabel(unit: .centimetres, isInHeadFrame: true, capThickness: 0.002)
    let foreign = try measured(markers(shift: 30), comments: label.comments)
    #expect(foreign.findings.contains { $0.code == .capOtherFile })
    for wrong in [markers(frame: "scan"), "{}", markers().replacingOccurrences(of: "corners_mm", with: "mm")] {
      #expect(try measured(wrong, comments: label.comments).findings.contains { $0.code == .capNoFile })
    }
  }
}
