import Diagnostics
import Foundation
import Geometry
import Landmarks
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
}
