import Analysis
import Foundation
import Geometry
import HeadViews
import Reports
import TestSupport
import Testing
import Workers

@testable import ScanPipeline

/// What a result says is drawn on its mesh.
@Suite struct ReportContentTests {
  /// The mesh of the sample lies in its head frame, so that everything is where the section's file has it, in metres.
  @Test func theSectionIsDrawnWhereItWasMeasured() throws {
    let (scan, result) = (try SampleScan.scan.get(), try SampleScan.result())
    let section = try #require(SectionFile(scan.measures))
    let drawn = HeadAnnotation(result, section)
    let height = section.heightMm / 1000
    #expect((0.02...0.04).contains(height))
    // Landmarks are written to a micrometre, and make the frame.
    let tolerance = 5e-6
    for (line, points) in zip(drawn.outline, section.outlineMm) {
      for (place, point) in zip(line, points) {
        #expect((place - Vector3(point[0] / 1000, point[1] / 1000, height)).length < tolerance)
      }
    }
    #expect(drawn.outline.map(\.count) == section.outlineMm.map(\.count))
    #expect(drawn.isClosed == section.closed)
    let ends = try [#require(section.leftFront), #require(section.rightFront)]
    #expect(drawn.diagonals.map(\.measure) == [.diagonalLeftFront, .diagonalRightFront])
    for (diagonal, expected) in zip(drawn.diagonals, ends) {
      let (front, back) = (expected.frontMm, expected.backMm)
      #expect((diagonal.front - Vector3(front[0] / 1000, front[1] / 1000, height)).length < tolerance)
      #expect((diagonal.back - Vector3(back[0] / 1000, back[1] / 1000, height)).length < tolerance)
    }
    #expect(drawn.diagonals[0].front.x < 0)
    // The plane reaches 15 mm beyond the outline on each side.
    let points = section.outlineMm.flatMap { $0 }
    let (x, y) = (points.map { $0[0] }, points.map { $0[1] })
    let corners: [(Double, Double)] = [
      (x.min()! - 15, y.min()! - 15), (x.max()! + 15, y.min()! - 15), (x.max()! + 15, y.max()! + 15),
      (x.min()! - 15, y.max()! + 15),
    ]
    let plane = try #require(drawn.plane)
    #expect(plane.count == 4)
    for (place, corner) in zip(plane, corners) {
      #expect((place - Vector3(corner.0 / 1000, corner.1 / 1000, height)).length < tolerance)
    }
    #expect(drawn.landmarks.allSatisfy { $0.state == .accepted })
    #expect(drawn.landmarks.count == result.landmarks.points.count)
  }

  /// What a result names and its folder lacks is told; pictures are JPEG files of a megabyte at most.
  @Test func whatCanNotBeUsedIsTold() throws {
    let folder = try TemporaryFolder()
    let write = { (name: String, data: Data) in try data.write(to: folder.url.appending(path: name)) }
    let content = {
      let opened = try #require(ResultFolder(at: folder.url))
      return ReportContent(opened, workers: Workers(count: 1))
    }
    try write("result.json", try SampleScan.result().json())
    #expect(try content().unusable == ["mesh.ply", "section.json"])
    try write("section.json", try #require(try SampleScan.file("section.json")))
    #expect(try content().unusable == ["mesh.ply"])
    try FileManager.default.removeItem(at: folder.url.appending(path: "section.json"))
    try write("result.json", try ScanResult(.withheld(because: [])).json())
    #expect(try content().unusable == ["mesh.ply"], "there is no section")
    let picture = Data([0xFF, 0xD8]) + Data(count: (1 << 20) - 2)
    try write("clicks.jpg", picture)
    try write("frames.jpg", picture + [0])
    #expect(try content().sheets.keys.sorted() == ["clicks.jpg"])
  }

  @Test func withoutASectionNothingIsCut() throws {
    let drawn = HeadAnnotation(try SampleScan.result(), nil)
    #expect(drawn.outline.isEmpty)
    #expect(drawn.plane == nil)
    #expect(drawn.headFromMesh != nil)
  }

  /// Up is a direction of length 1, to a hundredth.
  @Test(
    arguments: [
      ([0, 0, 1.009], true), ([0, 0.991, 0], true), ([0, 0, 1.011], false), ([0, 0, 0.989], false), ([0, 1], false),
      ([0, 0, 1, 0], false), ([.nan, 0, 1], false),
    ] as [([Double], Bool)]) func upIsAUnitVector(up: [Double], isTaken: Bool) throws
  {
    var result = ScanResult(.withheld(because: []))
    #expect(result.upward == nil)
    result.up = up
    #expect((result.upward != nil) == isTaken)
    if isTaken { #expect(result.upward == Vector3(up[0], up[1], up[2])) }
  }
}
