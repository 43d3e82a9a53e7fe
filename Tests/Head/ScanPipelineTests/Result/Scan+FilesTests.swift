import Foundation
import Geometry
import PointClouds
import Reports
import Testing
import Tracking

@testable import ScanPipeline

@Suite struct TrajectoryNameTests {
  @Test(arguments: [
    ("1700000003.578595", "1700000003.578595"), ("frame 01", "frame%2001"), ("a\nb\r\tc", "a%0Ab%0D%09c"),
    ("#1", "%231"),
    ("100%", "100%25"), ("a\u{1B}b", "a%1Bb"), ("\u{A0}\u{2028}\u{85}", "%C2%A0%E2%80%A8%C2%85"), ("Kopf-ä", "Kopf-ä"),
    ("a\0b", "a%00b"),
    ("a\r\nb", "a%0D%0Ab"),
  ])
  func aNameIsOneWordOfItsLine(_ name: String, _ word: String) {
    #expect(name.asWord == word)
    #expect(word.split(whereSeparator: \.isWhitespace).count == 1)
  }
}

/// The tables and files beside the result of the sample recording.
@Suite struct ScanFilesTests {
  private func lines(_ name: String) throws -> [Substring] {
    String(decoding: try #require(try SampleScan.file(name)), as: UTF8.self).split(whereSeparator: \.isNewline)
  }

  /// A pose of the trajectory moves points as the pose that was found, and the head frame after it.
  @Test func theTrajectoryLeadsFromTheCameraToTheMesh() throws {
    let scan = try SampleScan.scan.get()
    let rows = try lines("trajectory.txt").filter { !$0.hasPrefix("#") }.map { $0.split(separator: " ") }
    let posed = scan.recording.frames.filter { scan.tracking.scanFromCamera[$0.index] != nil }
    #expect(rows.map { String($0[0]) } == posed.map(\.name))
    for (row, frame) in zip(rows, posed) {
      let n = row.dropFirst().compactMap { Double($0) }
      try #require(n.count == 7)
      let (x, y, z, w) = (n[3], n[4], n[5], n[6])
      #expect(abs(x * x + y * y + z * z + w * w - 1) < 1e-5)
      let point = Vector3(0.03, -0.05, 0.3)
      // p + 2 w (v × p) + 2 v × (v × p).
      let v = Vector3(x, y, z)
      let turned = point + v.cross(point) * (2 * w) + v.cross(v.cross(point)) * 2
      let expected = scan.outputFromScan * (scan.tracking.scanFromCamera[frame.index]! * point)
      #expect((turned + Vector3(n[0], n[1], n[2]) - expected).length < 1e-6, "\(frame.name)")
    }
  }

  @Test func theTableOfFramesCountsMarkers() throws {
    let scan = try SampleScan.scan.get()
    let rows = try lines("frames.csv").dropFirst().map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    #expect(rows.count == 60)
    for (row, frame) in zip(rows, scan.recording.frames) {
      let seen = scan.tracking.observations[frame.index]
      #expect(row[0] == frame.name)
      // The name of an image is its time, the first one's 1700000000.
      #expect(abs(try #require(Double(row[1])) - (try #require(Double(frame.name)) - 1_700_000_000)) < 1e-6)
      #expect(Int(row[4]) == seen.markers.count + seen.rejected.count)
      #expect(Int(row[5]) == (scan.tracking.scanFromCamera[frame.index] == nil ? 0 : seen.markers.count))
    }
  }

  @Test func markersLieInTheFrameOfTheMesh() throws {
    let scan = try SampleScan.scan.get()
    let bytes = Array(try #require(try SampleScan.file(MarkersFile.name)))
    let file = try #require(MarkersFile.read(bytes))
    #expect(file.frame == "head")
    #expect(file.markerSizeMm == 16)
    #expect(file.markers.count == scan.tracking.map.ids.count)
    for (id, marker) in scan.tracking.map.markers {
      let written = try #require(file.markers["\(id)"])
      for (corner, numbers) in zip(marker.corners, written.cornersMm) {
        let place = scan.outputFromScan * corner * 1000
        #expect((place - Vector3(numbers[0], numbers[1], numbers[2])).length < 2e-4, "\(id)")
      }
      for (sigma, number) in zip(marker.cornerSigmas, written.cornerSdMm ?? []) {
        #expect(abs(number - 1000 * sigma) < 1e-4, "\(id)")
      }
      #expect(written.cornerSdMm?.count == 4)
      #expect(written.sightings == marker.sightings)
    }
  }

  @Test func theMeshIsWrittenInItsFrame() throws {
    let scan = try SampleScan.scan.get()
    let document = try MeshFile.decode(Array(try #require(try SampleScan.file("mesh.ply"))), name: "mesh.ply")
    let label = MeshLabel(comments: document.comments)
    #expect(label.unit == .millimetres)
    #expect(label.isInHeadFrame)
    #expect(label.capThickness == 0.001)
    let mesh = try document.mesh(unit: .millimetres)
    #expect(mesh.positions.count == scan.mesh.positions.count)
    for (written, own) in zip(mesh.positions, scan.mesh.positions) {
      let off = (written - scan.outputFromScan * own).length
      if off > 1e-6 {
        Issue.record("\(off) m off")
        break
      }
    }
  }
}
